import { type Platform, platformFacts } from "../domain/platform.ts";
import { AppError, type LiveStoreFailure } from "../errors.ts";
import type { StoreFailure } from "../stores/records.ts";
import type { UpstreamError } from "../stores/store-errors.ts";

const STATUS_STORE_THROTTLES = 503;

const sentences: Readonly<Record<LiveStoreFailure, string>> = {
  store_failed: "gave no response that can be used.",
  store_unavailable: "rejects requests for now.",
  store_timed_out: "did not respond in time.",
};

/** How a live request that a store did not respond is told to the client. */
export function storeFailureError(error: UpstreamError): AppError {
  const { retryAfterSeconds } = error.failure;
  const code = codeOf(error.failure);
  return new AppError(code, describeStoreFailure(code, error.platform), {
    cause: error,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

export function describeStoreFailure(code: LiveStoreFailure, platform: Platform): string {
  return `${platformFacts[platform].storeName} ${sentences[code]}`;
}

function codeOf(failure: StoreFailure): LiveStoreFailure {
  if (failure.reason === "timeout") return "store_timed_out";
  if (failure.reason === "http_429" || failure.status === STATUS_STORE_THROTTLES) return "store_unavailable";
  return "store_failed";
}
