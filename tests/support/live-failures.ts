import { storeFailure } from "./fake-store-records.ts";

/** How a live request fails: the status that the client gets, what the store did, and the Retry-After. */
export const liveFailures = [
  [502, storeFailure("http_5xx", { status: 500 }), undefined],
  [502, storeFailure("http_403", { status: 403 }), undefined],
  [502, storeFailure("network_error"), undefined],
  [502, storeFailure("invalid_response", { status: 200 }), undefined],
  [503, storeFailure("http_429", { status: 429, retryAfterSeconds: 30 }), "30"],
  [503, storeFailure("http_5xx", { status: 503 }), undefined],
  [504, storeFailure("timeout"), undefined],
] as const;
