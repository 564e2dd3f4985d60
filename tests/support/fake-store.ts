import type { ListingTarget } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext, StoreConnector } from "../../lib/stores/connector.ts";
import type { AppIdentity, ListingRecord, MetricsRecord, SearchHit, StoreFailure } from "../../lib/stores/records.ts";
import { createFakeLists, type FakeLists } from "./fake-store-lists.ts";
import { fakeIdentity, fakeListing, fakeMetrics } from "./fake-store-records.ts";
import { createScript, type FakeResponse, orThrow, settle } from "./fake-store-script.ts";

export type FakeStoreCall = {
  readonly operation: Exclude<keyof StoreConnector, "platform">;
  /** The app, the publisher, the chart, or the term that was searched. */
  readonly subject: string;
  readonly countries: readonly string[];
  readonly locales: readonly string[];
  readonly context: CallContext;
};

type FakeRecords = {
  readonly identity?: Partial<AppIdentity>;
  readonly listing?: Partial<ListingRecord>;
  readonly metrics?: Partial<MetricsRecord>;
};

/** What a test says about the store. Scripted responses are given in turn, the last one for ever, and win over `sell`. */
export type FakeStore = StoreConnector &
  FakeLists & {
    readonly calls: readonly FakeStoreCall[];
    /** Sells an app in these countries. An app that is neither for sale nor scripted is an empty response. */
    sell(app: FakeRecords & { readonly externalId: string; readonly countries: readonly string[] }): void;
    scriptIdentity(externalId: string, country: string, ...responses: FakeResponse<AppIdentity>[]): void;
    /** A country stands for all its locales. */
    scriptListing(externalId: string, at: string | ListingTarget, ...responses: FakeResponse<ListingRecord>[]): void;
    scriptMetrics(externalId: string, country: string, ...responses: FakeResponse<MetricsRecord>[]): void;
    scriptSearch(term: string, country: string, ...responses: (FakeHits | "hang" | StoreFailure)[]): void;
  };

type FakeHits = { readonly hits: readonly SearchHit[] };

/** A store in memory for tests of use cases. It passes the same contract suite as the connectors. */
export function createFakeStore(platform: Platform): FakeStore {
  const calls: FakeStoreCall[] = [];
  const sold = new Map<string, FakeRecords>();
  const identities = createScript<FakeResponse<AppIdentity>>();
  const listings = createScript<FakeResponse<ListingRecord>>();
  const metrics = createScript<FakeResponse<MetricsRecord>>();
  const searches = createScript<FakeResponse<FakeHits>>();

  const record = (call: Omit<FakeStoreCall, "locales"> & { readonly locales?: readonly string[] }) => {
    if (call.countries.length > 0) calls.push({ locales: [], ...call });
  };
  const unscripted = <Kind extends keyof FakeRecords>(kind: Kind, key: string) => {
    const app = sold.get(key);
    return app === undefined ? "empty_response" : (app[kind] ?? {});
  };

  return {
    platform,
    calls,
    ...createFakeLists(platform, record),
    sell: ({ externalId, countries, ...records }) => {
      for (const country of countries) sold.set(`${externalId} ${country}`, records);
    },
    scriptIdentity: (externalId, country, ...responses) => identities.set(`${externalId} ${country}`, responses),
    scriptListing: (externalId, at, ...responses) =>
      listings.set(
        typeof at === "string" ? `${externalId} ${at}` : `${externalId} ${at.country} ${at.locale}`,
        responses,
      ),
    scriptMetrics: (externalId, country, ...responses) => metrics.set(`${externalId} ${country}`, responses),
    scriptSearch: (term, country, ...responses) => searches.set(`${country} ${term}`, responses),

    fetchIdentity: async ({ externalId, country }, context) => {
      record({ operation: "fetchIdentity", subject: externalId, countries: [country], context });
      const key = `${externalId} ${country}`;
      const response = identities.next(key) ?? unscripted("identity", key);
      const lookup = await settle<AppIdentity>(response, (overrides) => fakeIdentity(externalId, overrides), context);
      return orThrow(lookup, platform, "fetchIdentity");
    },

    fetchListings: async ({ externalId, targets }, context) => {
      const countries = targets.map(({ country }) => country);
      const locales = targets.map(({ locale }) => locale);
      record({ operation: "fetchListings", subject: externalId, countries, locales, context });
      return Promise.all(
        targets.map(async (target) => {
          const key = `${externalId} ${target.country}`;
          const response = listings.next(`${key} ${target.locale}`) ?? listings.next(key) ?? unscripted("listing", key);
          return {
            target,
            lookup: await settle<ListingRecord>(response, (overrides) => fakeListing(target, overrides), context),
          };
        }),
      );
    },

    fetchMetrics: async ({ externalId, countries }, context) => {
      record({ operation: "fetchMetrics", subject: externalId, countries, context });
      return Promise.all(
        countries.map(async (country) => {
          const key = `${externalId} ${country}`;
          const response = metrics.next(key) ?? unscripted("metrics", key);
          return {
            country,
            lookup: await settle<MetricsRecord>(response, (overrides) => fakeMetrics(country, overrides), context),
          };
        }),
      );
    },

    searchApps: async ({ term, country, limit }, context) => {
      record({ operation: "searchApps", subject: term, countries: [country], context });
      const response = searches.next(`${country} ${term}`) ?? {};
      const lookup = await settle(response, (found): FakeHits => ({ hits: [], ...found }), context);
      const found = orThrow(lookup, platform, "searchApps");
      return found.outcome === "found" ? found.record.hits.slice(0, limit) : [];
    },
  };
}
