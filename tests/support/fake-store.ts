import type { ListingTarget } from "../../lib/domain/country.ts";
import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import type { AppIdentity, ListingRecord, MetricsRecord } from "../../lib/stores/records.ts";
import { createFakeAppParts } from "./fake-app-parts.ts";
import { createFakeLists, type FakeListScripts, isTopApp } from "./fake-lists.ts";
import type { FakeStoreCall, RecordCall } from "./fake-store-calls.ts";
import { fakeIdentity, fakeListing, fakeMetrics } from "./fake-store-records.ts";
import { createScript, type FakeResponse, orThrow, settle } from "./fake-store-scripts.ts";
import { createFakeStorefronts, type FakeRecords, type FakeStorefronts } from "./fake-storefronts.ts";

/** A store that a test controls. Scripted responses are given in turn, the last one for ever, and override `sell`. */
export type FakeStore = StoreConnector &
  FakeStorefronts &
  FakeListScripts & {
    readonly calls: readonly FakeStoreCall[];
    /** Returns the calls for this app alone. */
    callsOf(externalId: string): readonly FakeStoreCall[];
    /** Sells an app in these countries. An app that is neither for sale nor scripted is an empty response. */
    sell(app: FakeRecords & { readonly externalId: string; readonly countries: readonly string[] }): void;
    /** Makes these countries find no app until `heal`: an outage that looks like an absence. Charts do not change. */
    loseApps(...countries: string[]): void;
    heal(): void;
    /** Stops selling an app in these countries. */
    withdraw(app: { readonly externalId: string; readonly countries: readonly string[] }): void;
    scriptIdentity(externalId: string, country: string, ...responses: FakeResponse<AppIdentity>[]): void;
    /** A country stands for all its locales. */
    scriptListing(externalId: string, at: string | ListingTarget, ...responses: FakeResponse<ListingRecord>[]): void;
    scriptMetrics(externalId: string, country: string, ...responses: FakeResponse<MetricsRecord>[]): void;
  };

/** A store in memory for tests of use cases. It passes the same contract suite as the connectors. */
export function createFakeStore(platform: Platform): FakeStore {
  const calls: FakeStoreCall[] = [];
  const sold = new Map<string, FakeRecords>();
  const lost = new Set<string>();
  const identities = createScript<FakeResponse<AppIdentity>>();
  const listings = createScript<FakeResponse<ListingRecord>>();
  const metrics = createScript<FakeResponse<MetricsRecord>>();

  const soldIn = (externalId: string, country: string) =>
    isTopApp(externalId) ? {} : sold.get(`${externalId} ${country}`);

  const storefronts = createFakeStorefronts({
    soldIn: (externalId, country) => soldIn(externalId, country) ?? foundBySearch(externalId),
    scripted: (externalId, country) =>
      lost.has(country) ? "empty_response" : metrics.next(`${externalId} ${country}`),
  });

  const record: RecordCall = (call) => {
    if (call.countries.length > 0) calls.push({ locales: [], ...call });
  };
  /** Google Play shows an app in countries that do not have it, and says that it is not offered there. */
  const absence = (externalId: string) => {
    const isElsewhere = platform === "android" && [...sold.keys()].some((key) => key.startsWith(`${externalId} `));
    return isElsewhere ? "not_offered" : "empty_response";
  };
  const unscripted = <Kind extends keyof FakeRecords>(kind: Kind, externalId: string, country: string) => {
    const app = soldIn(externalId, country);
    return app === undefined ? absence(externalId) : (app[kind] ?? {});
  };
  const nextIdentity = (externalId: string, country: string) => {
    if (lost.has(country)) return "empty_response";
    return identities.next(`${externalId} ${country}`) ?? unscripted("identity", externalId, country);
  };
  const nextListing = (externalId: string, { country, locale }: ListingTarget) => {
    if (lost.has(country)) return "empty_response";
    const key = `${externalId} ${country}`;
    return listings.next(`${key} ${locale}`) ?? listings.next(key) ?? unscripted("listing", externalId, country);
  };
  const nextMetrics = (externalId: string, country: string) => {
    if (lost.has(country)) return "empty_response";
    return metrics.next(`${externalId} ${country}`) ?? unscripted("metrics", externalId, country);
  };
  const parts = createFakeAppParts({ listing: nextListing, metrics: nextMetrics });
  const lists = createFakeLists(platform, record);
  const foundBySearch = (externalId: string): FakeRecords | undefined => {
    const hit = lists.hitOf(externalId);
    if (hit === undefined) return undefined;
    const isNamed = hit.publisher_external_id !== null;
    return { identity: { ...hit, publisher_name: isNamed ? hit.publisher_name : null, publisher_url: null } };
  };
  const { hasStorefrontApps } = platformFacts[platform];

  return {
    platform,
    calls,
    callsOf: (externalId) => calls.filter(({ subject }) => subject === externalId),
    ...storefronts.scripts,
    ...lists.scripts,
    sell: ({ externalId, countries, ...records }) => {
      for (const country of countries) sold.set(`${externalId} ${country}`, records);
    },
    loseApps: (...countries) => {
      for (const country of countries) lost.add(country);
    },
    heal: () => lost.clear(),
    withdraw: ({ externalId, countries }) => {
      for (const country of countries) sold.delete(`${externalId} ${country}`);
    },
    scriptIdentity: (externalId, country, ...responses) => identities.set(`${externalId} ${country}`, responses),
    scriptListing: (externalId, at, ...responses) =>
      listings.set(`${externalId} ${typeof at === "string" ? at : `${at.country} ${at.locale}`}`, responses),
    scriptMetrics: (externalId, country, ...responses) => metrics.set(`${externalId} ${country}`, responses),
    ...lists.requests,

    fetchIdentity: ({ externalId, country }, context) => {
      record({ operation: "fetchIdentity", subject: externalId, countries: [country], context });
      return orThrow(
        platform,
        "fetchIdentity",
        settle<AppIdentity, AppIdentity>(
          nextIdentity(externalId, country),
          (given) => fakeIdentity(externalId, given),
          context,
        ),
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
