import { createHash } from "node:crypto";

import type { StoreClock } from "./store-clock.ts";
import { addressOf, type StoreResponse, type UpstreamRequest } from "./store-route.ts";

export type CachedResponse = { readonly response: StoreResponse; readonly isCached: boolean };

export type ResponseCache = {
  respond(input: {
    readonly request: UpstreamRequest;
    readonly maxAgeSeconds: number;
    readonly make: (day: number) => StoreResponse;
  }): CachedResponse;
};

/** A response follows from its address and day, so the cache keeps only the day. */
type Kept = { readonly storedAt: number; readonly day: number; readonly revision: number };

/** Two days of lookups in batches for 10,000 apps; about 4 MB. The oldest is dropped for a new one. */
const ADDRESSES_MAX = 20_000;

/** The cache of a store's edge. `revision` counts manual changes, which must be visible at once. */
export function createResponseCache(deps: {
  readonly clock: StoreClock;
  readonly revision: () => number;
}): ResponseCache {
  const { clock, revision } = deps;
  const keptByAddress = new Map<string, Kept>();

  function usableAge(kept: Kept, maxAgeSeconds: number): number | undefined {
    const seconds = Math.floor((clock.now() - kept.storedAt) / 1_000);
    return kept.revision === revision() && seconds >= 0 && seconds < maxAgeSeconds ? seconds : undefined;
  }

  function keep(address: string): void {
    keptByAddress.delete(address);
    keptByAddress.set(address, { storedAt: clock.now(), day: clock.day(), revision: revision() });
    const [oldest] = keptByAddress.keys();
    if (keptByAddress.size > ADDRESSES_MAX && oldest !== undefined) keptByAddress.delete(oldest);
  }

  return {
    respond({ request, maxAgeSeconds, make }) {
      const address = createHash("sha256").update(addressOf(request)).digest("base64url");
      const cacheControl = { "cache-control": `max-age=${maxAgeSeconds}` };
      const kept = keptByAddress.get(address);
      const age = kept && usableAge(kept, maxAgeSeconds);
      if (kept !== undefined && age !== undefined) {
        const headers = { ...cacheControl, age: String(age), "x-cache": "TCP_HIT" };
        return { isCached: true, response: withHeaders(make(kept.day), headers) };
      }

      const response = make(clock.day());
      if (response.status !== 200) return { isCached: false, response };
      keep(address);
      return { isCached: false, response: withHeaders(response, { ...cacheControl, "x-cache": "TCP_MISS" }) };
    },
  };
}

function withHeaders(response: StoreResponse, headers: StoreResponse["headers"]): StoreResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}
