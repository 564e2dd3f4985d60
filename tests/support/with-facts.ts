import { identityBatch } from "../../lib/domain/storefront-sweep.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import type { ShownFacts } from "../../lib/stores/records.ts";
import type { FakeStore } from "./fake-store.ts";

/** Facts by the response that shows them. */
export type ShownByResponse = {
  readonly identity?: () => ShownFacts;
  readonly listing?: () => ShownFacts;
  readonly page?: () => ShownFacts;
  readonly sweep?: () => ShownFacts;
};

type Lookup = { readonly lookup: { readonly outcome: string } };

/** Returns a store that shows facts where they are requested, and where each of them was requested. */
export function withFacts(store: FakeStore, { identity, listing, page, sweep }: ShownByResponse) {
  const requested: string[] = [];
  const extend = <Of extends Lookup>(lookups: readonly Of[], index: number, shown: ShownFacts = {}) =>
    lookups.map((one, place) => (place === index && one.lookup.outcome === "found" ? { ...one, ...shown } : one));

  const connector: StoreConnector = {
    ...store,
    async fetchIdentity(request, context) {
      const lookup = await store.fetchIdentity(request, context);
      if (request.withFacts) requested.push(`identity ${request.country}`);
      return request.withFacts && lookup.outcome === "found" ? { ...lookup, ...identity?.() } : lookup;
    },
    async fetchListings(request, context) {
      const { factsOf, targets } = request;
      const lookups = await store.fetchListings(request, context);
      if (factsOf === undefined) return lookups;
      requested.push(`listing ${factsOf.country} ${factsOf.locale}`);
      return extend(lookups, targets.indexOf(factsOf), listing?.());
    },
    fetchPages:
      store.fetchPages &&
      (async (request, context) => {
        const { factsOf, targets } = request;
        const lookups = (await store.fetchPages?.(request, context)) ?? [];
        if (factsOf === undefined) return lookups;
        requested.push(`page ${factsOf.country} ${factsOf.locale}`);
        return extend(lookups, targets.indexOf(factsOf), page?.());
      }),
    fetchStorefrontApps:
      store.fetchStorefrontApps &&
      (async (request, context) => {
        const found = await store.fetchStorefrontApps?.(request, context);
        if (found === undefined) throw new Error("The store has no such request.");
        if (request.fields !== "all" || request.country !== identityBatch.countryCode) return found;
        const apps = found.apps.map((one) =>
          one.lookup.outcome === "found"
            ? { ...one, lookup: { ...one.lookup, record: { ...one.lookup.record, facts: sweep?.().facts ?? {} } } }
            : one,
        );
        return { ...found, apps };
      }),
  };
  return { connector, requested };
}
