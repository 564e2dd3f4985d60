import type { StoreResponse } from "../../http/store-http-client.ts";

/** An older response may be as old as a day, and show less than a sweep has since stored. */
const AGE_SECONDS_MAX = 600;

/** Returns whether the response is at most minutes old, by the age that caches state (RFC 9111). */
export function isCurrent({ headers }: StoreResponse): boolean {
  const age = headers.get("age") ?? "";
  return !/^\d{1,10}$/.test(age) || Number(age) <= AGE_SECONDS_MAX;
}
