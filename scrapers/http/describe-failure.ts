import type { ScraperError } from "../contracts/records.ts";
import { DeadlineError, NotInStoreError, RequestError, StoreError } from "./store-errors.ts";

export type DescribedFailure = { readonly body: ScraperError; readonly retryAfterSeconds: number | null };

/** What a caller is told about an error. The one place that maps errors to statuses; the type alone decides. */
export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof RequestError) return described({ error: error.message, statusCode: error.statusCode });
  if (error instanceof NotInStoreError) return described({ error: error.message, statusCode: 404 });
  if (error instanceof StoreError) {
    const body = { error: error.message, statusCode: statusOf(error), reason: error.reason };
    return described(body, error.retryAfterSeconds);
  }
  // Without a reason: the fault is this code's, and the store did nothing that could be named.
  return described({ error: "The scraper failed", statusCode: 500 });
}

function statusOf(error: StoreError): number {
  if (error instanceof DeadlineError) return 504;
  if (!error.isThrottled) return 500;
  return error.status === 503 ? 503 : 429;
}

function described(body: ScraperError, retryAfterSeconds: number | null = null): DescribedFailure {
  return { body, retryAfterSeconds };
}
