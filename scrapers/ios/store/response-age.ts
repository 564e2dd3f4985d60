import type { StoreResponse } from "../../http/store-http-client.ts";

/** An older response may show less than a sweep has stored since, and be as old as a day. */
const AGE_SECONDS_MAX = 600;

/** Returns whether the response comes from the store, or was kept by a cache on the way (RFC 9111) for minutes only. */
export function isCurrent({ headers }: StoreResponse): boolean {
  const age = headers.get("age") ?? "";
  return !/^\d{1,10}$/.test(age) || Number(age) <= AGE_SECONDS_MAX;
}
