import type { ListingTarget } from "../../lib/domain/country.ts";
import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import type { CallContext, ChartRequest, StoreConnector, StorefrontAppsRequest } from "../../lib/stores/connector.ts";
import type {
  AppIdentity,
  ChartEntry,
  ItemLookup,
  ListingRecord,
  MetricsRecord,
  PublisherApp,
  PublisherHit,
  SearchHit,
  StoreFailure,
} from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { createFakeAppParts } from "./fake-app-parts.ts";
import { fakeIdentity, fakeListing, fakeMetrics } from "./fake-store-records.ts";
import { createScript, type FakeResponse, settle } from "./fake-store-scripts.ts";
import { createFakeStorefronts, type FakeRecords, type FakeStorefronts } from "./fake-storefronts.ts";

export type FakeStoreCall = {
  readonly operation: Exclude<keyof StoreConnector, "platform">;
  /** The app, the apps joined by commas, the publisher, the chart, or the term that was searched. */
  readonly subject: string;
  readonly countries: readonly string[];
  readonly locales: readonly string[];
  /** Of a call for many apps of a storefront. */
  readonly fields?: StorefrontAppsRequest["fields"];
  readonly context: CallContext;
};

type Found<T> = { readonly found: readonly T[] };
type Hits = { readonly hits: readonly SearchHit[] };

/** What a test says about the store. Scripted responses are given in turn, the last one for ever, and win over `sell`. */
export type FakeStore = StoreConnector &
  FakeStorefronts & {
    readonly calls: readonly FakeStoreCall[];
    /** Sells an app in these countries. An app that is neither for sale nor scripted is an empty response. */
    sell(app: FakeRecords & { readonly externalId: string; readonly countries: readonly string[] }): void;
    /** Sells an app no longer in these countries. */
    withdraw(app: { readonly externalId: string; readonly countries: readonly string[] }): void;
    scriptIdentity(externalId: string, country: string, ...responses: FakeResponse<AppIdentity>[]): void;
    /** A country stands for all its locales. */
    scriptListing(externalId: string, at: string | ListingTarget, ...responses: FakeResponse<ListingRecord>[]): void;
    scriptMetrics(externalId: string, country: string, ...responses: FakeResponse<MetricsRecord>[]): void;
    /** A list that is not scripted is empty, or that of an unknown publisher. */
    scriptSearch(term: string, country: string, ...responses: (Hits | "hang" | StoreFailure)[]): void;
    scriptChart(chart: ChartRequest, ...responses: (Found<ChartEntry> | "hang" | StoreFailure)[]): void;
    scriptPublisherApps(
      externalId: string,
      country: string,
      ...responses: (Found<PublisherApp> | "hang" | StoreFailure | "empty_response")[]
    ): void;
    scriptPublisherSearch(
      term: string,
      country: string,
      ...responses: (Found<PublisherHit> | "hang" | StoreFailure)[]
    ): void;
  };

/** A store in memory for tests of use cases. It passes the same contract suite as the connectors. */
export function createFakeStore(platform: Platform): FakeStore {
  const calls: FakeStoreCall[] = [];
  const sold = new Map<string, FakeRecords>();
  const identities = createScript<FakeResponse<AppIdentity>>();
  const listings = createScript<FakeResponse<ListingRecord>>();
  const metrics = createScript<FakeResponse<MetricsRecord>>();
  const searches = createScript<FakeResponse<Hits>>();
  const charts = createScript<FakeResponse<Found<ChartEntry>>>();
  const publishers = createScript<FakeResponse<Found<PublisherApp>>>();
  const publisherSearches = createScript<FakeResponse<Found<PublisherHit>>>();

  const storefronts = createFakeStorefronts({
    soldIn: (externalId, country) => sold.get(`${externalId} ${country}`),
    scripted: (externalId, country) => metrics.next(`${externalId} ${country}`),
  });

  const record = (call: Omit<FakeStoreCall, "locales"> & { readonly locales?: readonly string[] }) => {
    if (call.countries.length > 0) calls.push({ locales: [], ...call });
  };
  const unscripted = <Kind extends keyof FakeRecords>(kind: Kind, key: string) => {
    const app = sold.get(key);
    return app === undefined ? "empty_response" : (app[kind] ?? {});
  };
  const nextListing = (externalId: string, { country, locale }: ListingTarget) => {
    const key = `${externalId} ${country}`;
    return listings.next(`${key} ${locale}`) ?? listings.next(key) ?? unscripted("listing", key);
  };
  const nextMetrics = (externalId: string, country: string) => {
    const key = `${externalId} ${country}`;
    return metrics.next(key) ?? unscripted("metrics", key);
  };
  const parts = createFakeAppParts({ listing: nextListing, metrics: nextMetrics });
  const { hasStorefrontApps } = platformFacts[platform];
  const orThrow = async <Result>(operation: string, settling: Promise<ItemLookup<Result>>) => {
    const lookup = await settling;
    if (lookup.outcome === "failed") throw new UpstreamError({ platform, operation, failure: lookup.failure });
    return lookup;
  };
  const listOf = async <Item>(operation: string, settling: Promise<ItemLookup<readonly Item[]>>) => {
    const lookup = await orThrow(operation, settling);
    return lookup.outcome === "found" ? lookup.record : [];
  };

  return {
    platform,
    calls,
    ...storefronts.scripts,
    sell: ({ externalId, countries, ...records }) => {
      for (const country of countries) sold.set(`${externalId} ${country}`, records);
    },
    withdraw: ({ externalId, countries }) => {
      for (const country of countries) sold.delete(`${externalId} ${country}`);
    },
    scriptIdentity: (externalId, country, ...responses) => identities.set(`${externalId} ${country}`, responses),
    scriptListing: (externalId, at, ...responses) =>
      listings.set(`${externalId} ${typeof at === "string" ? at : `${at.country} ${at.locale}`}`, responses),
    scriptMetrics: (externalId, country, ...responses) => metrics.set(`${externalId} ${country}`, responses),
    scriptSearch: (term, country, ...responses) => searches.set(`${country} ${term}`, responses),
    scriptChart: (chart, ...responses) => charts.set(chartKey(chart), responses),
    scriptPublisherApps: (externalId, country, ...responses) => publishers.set(`${externalId} ${country}`, responses),
    scriptPublisherSearch: (term, country, ...responses) => publisherSearches.set(`${country} ${term}`, responses),

    fetchIdentity: ({ externalId, country }, context) => {
      record({ operation: "fetchIdentity", subject: externalId, countries: [country], context });
      const key = `${externalId} ${country}`;
      const response = identities.next(key) ?? unscripted("identity", key);
      return orThrow(
        "fetchIdentity",
        settle<AppIdentity, AppIdentity>(response, (given) => fakeIdentity(externalId, given), context),
      );
    },

    fetchListings: ({ externalId, targets }, context) => {
      const countries = targets.map(({ country }) => country);
      const locales = targets.map(({ locale }) => locale);
      record({ operation: "fetchListings", subject: externalId, countries, locales, context });
      return Promise.all(
        targets.map(async (target) => {
          const complete = (given: Partial<ListingRecord>) => fakeListing(target, given);
          return { target, lookup: await settle(nextListing(externalId, target), complete, context) };
        }),
      );
    },

    fetchMetrics: ({ externalId, countries }, context) => {
      record({ operation: "fetchMetrics", subject: externalId, countries, context });
      return Promise.all(
        countries.map(async (country) => {
          const complete = (given: Partial<MetricsRecord>) => fakeMetrics(country, given);
          return { country, lookup: await settle(nextMetrics(externalId, country), complete, context) };
        }),
      );
    },

    searchApps: async ({ term, country, limit }, context) => {
      record({ operation: "searchApps", subject: term, countries: [country], context });
      const response = searches.next(`${country} ${term}`) ?? {};
      const settling = settle<Hits, Hits["hits"]>(response, ({ hits = [] }) => hits, context);
      return (await listOf("searchApps", settling)).slice(0, limit);
    },

    fetchChart: (chart, context) => {
      const subject = chartKey(chart);
      record({ operation: "fetchChart", subject, countries: [chart.country], context });
      return listOf("fetchChart", settle(charts.next(subject) ?? {}, foundIn<ChartEntry>, context));
    },

    fetchPublisherApps: ({ externalId, country }, context) => {
      record({ operation: "fetchPublisherApps", subject: externalId, countries: [country], context });
      const response = publishers.next(`${externalId} ${country}`) ?? "empty_response";
      return orThrow("fetchPublisherApps", settle(response, foundIn<PublisherApp>, context));
    },

    searchPublishers: async ({ term, country, limit }, context) => {
      record({ operation: "searchPublishers", subject: term, countries: [country], context });
      const settling = settle(publisherSearches.next(`${country} ${term}`) ?? {}, foundIn<PublisherHit>, context);
      return (await listOf("searchPublishers", settling)).slice(0, limit);
    },

    fetchStorefrontApps: hasStorefrontApps
      ? (request, context) => {
          const { country, externalIds, language, fields } = request;
          const locales = language === null ? [] : [language];
          record({
            operation: "fetchStorefrontApps",
            subject: externalIds.join(","),
            countries: [country],
            locales,
            fields,
            context,
          });
          return storefronts.fetchStorefrontApps(request, context);
        }
      : undefined,

    fetchPages: hasStorefrontApps
      ? (request, context) => {
          const { externalId: subject, targets } = request;
          const countries = targets.map(({ country }) => country);
          const locales = targets.map(({ locale }) => locale);
          record({ operation: "fetchPages", subject, countries, locales, context });
          return parts.fetchPages(request, context);
        }
      : undefined,

    fetchStars: hasStorefrontApps
      ? (request, context) => {
          const { externalId: subject, storefronts: shown } = request;
          record({ operation: "fetchStars", subject, countries: shown.map(({ country }) => country), context });
          return parts.fetchStars(request, context);
        }
      : undefined,
  };
}

function foundIn<Item>({ found = [] }: Partial<Found<Item>>): readonly Item[] {
  return found;
}

function chartKey({ collection, country, categoryExternalId }: ChartRequest): string {
  return `${collection} ${country} ${categoryExternalId ?? "all"}`;
}
