import { type Platform, platformFacts } from "../domain/platform.ts";
import { AppError, type LiveStoreFailure } from "../errors.ts";
import type { StoreFailure } from "./records.ts";
import type { UpstreamError } from "./store-errors.ts";

const STATUS_STORE_THROTTLES = 503;

const sentences: Readonly<Record<LiveStoreFailure, string>> = {
  store_failed: "returned a response that cannot be used.",
  store_unavailable: "rejects requests at the moment.",
  store_timed_out: "did not respond in time.",
};

export function liveStoreError(error: UpstreamError): AppError {
  const { retryAfterSeconds } = error.failure;
  const code = liveFailureOf(error.failure);
  return new AppError(code, describeStoreFailure(code, error.platform), {
    cause: error,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

export function describeStoreFailure(code: LiveStoreFailure, platform: Platform): string {
  return `${platformFacts[platform].storeName} ${sentences[code]}`;
}

function liveFailureOf(failure: StoreFailure): LiveStoreFailure {
  if (failure.reason === "timeout") return "store_timed_out";
  if (failure.reason === "http_429" || failure.status === STATUS_STORE_THROTTLES) return "store_unavailable";
  return "store_failed";
}
