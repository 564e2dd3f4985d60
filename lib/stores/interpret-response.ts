import type * as z from "zod";

import { type Absence, type ScraperFailureReason, scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import { boundRetryAfter, parseJson, reasonByStatus } from "../../scrapers/contracts/wire.ts";
import type { HostClass } from "../domain/store-hosts.ts";
import type { ItemLookup, StoreFailure } from "./records.ts";
import { findFailingClass, findThrottle, type Throttle } from "./response-reporter.ts";
import { ScraperAccessError, ScraperContractError } from "./store-errors.ts";

export function failed(
  reason: ScraperFailureReason,
  status: number | null = null,
  retryAfterSeconds: number | null = null,
) {
  const seconds = retryAfterSeconds === null ? null : boundRetryAfter(retryAfterSeconds);
  return { outcome: "failed", failure: { reason, status, retryAfterSeconds: seconds } } as const;
}

export type InterpretedResponse<Body> = {
  readonly lookup: ItemLookup<Body>;
  readonly cause?: unknown;
  readonly throttle?: Throttle | undefined;
  readonly failing?: HostClass | undefined;
};

type RawResponse = Pick<StoreFailure, "retryAfterSeconds"> & {
  readonly status: number;
  readonly text: string | null;
  readonly absence: Absence | undefined;
};

/** The scraper has no such route or method, or a parameter is out of bounds. */
const REJECTED_STATUSES: readonly number[] = [400, 405, 422];

/** Classifies a response by status and shape alone. Throws for faults of this service. */
export function interpretResponse<Body>(
  { status, text, retryAfterSeconds, absence }: RawResponse,
  { operation, schema }: { readonly operation: string; readonly schema: z.ZodType<Body> },
): InterpretedResponse<Body> {
  const json = text === null ? undefined : parseJson(text);
  if (status < 200 || status > 299) {
    const reason = interpretError(operation, status, json);
    if (reason === undefined) return { lookup: { outcome: "empty_response", absence } };
    const { outcome, failure } = failed(reason, status, retryAfterSeconds);
    const requestsMade = scraperErrorSchema().safeParse(json).data?.requests_made;
    const lookup = { outcome, failure: { ...failure, ...(requestsMade !== undefined && { requestsMade }) } };
    return { lookup, throttle: findThrottle(json, retryAfterSeconds), failing: findFailingClass(json) };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { lookup: { outcome: "found", record: parsed.data } };
  return { lookup: failed("invalid_response", status, retryAfterSeconds), cause: parsed.error };
}

/** Returns undefined if the scraper itself says "not found". */
function interpretError(operation: string, status: number, json: unknown): ScraperFailureReason | undefined {
  const body = scraperErrorSchema().safeParse(json).data;
  // Error bodies of a proxy or gateway have other shapes.
  const scraperError = body?.statusCode === status ? body : undefined;
  if (scraperError === undefined && (status === 401 || status === 403)) {
    throw new ScraperAccessError({ status, detail: `${operation} was rejected before it reached the scraper` });
  }
  if (scraperError !== undefined && REJECTED_STATUSES.includes(status)) {
    throw new ScraperContractError({ operation, detail: scraperError.error });
  }
  if (scraperError?.statusCode === 404) return undefined;
  return scraperError?.reason ?? (status === 504 ? "timeout" : reasonByStatus(status));
}
