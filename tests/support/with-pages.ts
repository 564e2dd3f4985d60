import type { StoreConnector } from "../../lib/stores/connector.ts";
import type { FakeStore } from "./fake-store.ts";
import { fakeListing, fakeMetrics } from "./fake-store-records.ts";

/** Returns a store whose identities come with the page that they are read from, as Google Play's do. */
export function withPages(store: FakeStore, title: () => string = () => "Title en-US"): StoreConnector {
  return {
    ...store,
    async fetchIdentity(request, context) {
      const lookup = await store.fetchIdentity(request, context);
      const { country, pageLocale } = request;
      if (lookup.outcome !== "found" || pageLocale === undefined) return lookup;
      const listing = fakeListing({ country, locale: pageLocale }, { title: title() });
      return { ...lookup, listing, metrics: fakeMetrics(country) };
    },
  };
}
