import { platformFacts } from "../domain/platform.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { StoreFailure } from "../stores/records.ts";
import type { UpstreamError } from "../stores/upstream-error.ts";

const STATUS_STORE_THROTTLES = 503;

/** How a live question that a store did not answer is told to the client. */
export function storeFailureError(error: UpstreamError): AppError {
  const { retryAfterSeconds } = error.failure;
  return new AppError(codeOf(error.failure), `${platformFacts[error.platform].storeName} did not answer.`, {
    cause: error,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

function codeOf(failure: StoreFailure): ErrorCode {
  if (failure.reason === "timeout") return "store_timed_out";
  if (failure.reason === "http_429" || failure.status === STATUS_STORE_THROTTLES) return "store_unavailable";
  return "store_failed";
}
