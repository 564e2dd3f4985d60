import * as z from "zod";

import { scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import type { HostClass } from "../domain/store-hosts.ts";

/** A response by which a store limits requests. */
export type Throttle = {
  readonly hostClass: HostClass;
  /** Whether it is about this service's address, whatever was requested. */
  readonly isAboutAddress: boolean;
  readonly retryAfterSeconds: number | null;
};

/** Returns what an error body of a scraper says of a response that limits requests; undefined for any other. */
export function findThrottle(body: unknown, retryAfterSeconds: number | null): Throttle | undefined {
  const { data: error } = scraperErrorSchema.safeParse(body);
  if (error?.host_class === undefined) return undefined;
  return { hostClass: error.host_class, isAboutAddress: error.reason === "http_403", retryAfterSeconds };
}

/** Returns the same of the items of a call. */
export function findItemThrottles(items: readonly unknown[]): readonly Throttle[] {
  return items.flatMap((item) => {
    const { data: failed } = failedItem.safeParse(item);
    return failed === undefined ? [] : (findThrottle(item, failed.retry_after_seconds) ?? []);
  });
}

const failedItem = z.object({ outcome: z.literal("failed"), retry_after_seconds: z.number().nullable() });
