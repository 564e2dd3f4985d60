import * as z from "zod";

import { scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import type { HostClass } from "../domain/store-hosts.ts";

export type Throttle = {
  readonly hostClass: HostClass;
  /** True if the limit concerns this service's address, whatever was requested. */
  readonly isAboutAddress: boolean;
  readonly retryAfterSeconds: number | null;
};

export function findThrottle(body: unknown, retryAfterSeconds: number | null): Throttle | undefined {
  const { data: error } = scraperErrorSchema.safeParse(body);
  if (error?.host_class === undefined) return undefined;
  return { hostClass: error.host_class, isAboutAddress: error.reason === "http_403", retryAfterSeconds };
}

export function findFailingClass(body: unknown): HostClass | undefined {
  return scraperErrorSchema.safeParse(body).data?.failing_class;
}

export type ItemTrouble = {
  readonly throttles: readonly Throttle[];
  readonly failing: readonly { readonly hostClass: HostClass; readonly storefront: string }[];
  /** True if the store responded for other items with the requested data. */
  readonly isPartial: boolean;
};

export const noTrouble: ItemTrouble = { throttles: [], failing: [], isPartial: false };

export function findItemTrouble(items: readonly unknown[]): ItemTrouble {
  const failed = items.flatMap((item) => {
    const { data } = failedItem.safeParse(item);
    return data === undefined ? [] : [{ item, storefront: data.country, retryAfterSeconds: data.retry_after_seconds }];
  });
  return {
    throttles: failed.flatMap(({ item, retryAfterSeconds }) => findThrottle(item, retryAfterSeconds) ?? []),
    failing: failed.flatMap(({ item, storefront }) => {
      const hostClass = findFailingClass(item);
      return hostClass === undefined ? [] : [{ hostClass, storefront }];
    }),
    isPartial: failed.length > 0 && items.some((item) => foundItem.safeParse(item).success),
  };
}

/** Only found items prove that the classes responded: a missing item needs no request to some of them. */
const foundItem = z.object({ outcome: z.literal("found") });

const failedItem = z.object({
  outcome: z.literal("failed"),
  country: z.string(),
  retry_after_seconds: z.number().nullable(),
});
