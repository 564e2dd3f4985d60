import type { ChartCollection } from "../domain/chart.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import type {
  ChartEntry,
  ChartPage,
  IdentityLookup,
  ListingLookup,
  Lookup,
  MetricsLookup,
  PageLookup,
  PublisherApp,
  PublisherHit,
  SearchHit,
  StarsLookup,
  StorefrontApps,
} from "./records.ts";
import type { RetryBudget } from "./store-budget.ts";

export type CallContext = {
  readonly correlationId: string;
  /** Milliseconds that the whole call, its retry included, may take. */
  readonly deadlineMs: number;
  /** Pays for the quick retry. Default: the connector's own budget. */
  readonly budget?: RetryBudget;
};

export type ChartRequest = {
  readonly collection: ChartCollection;
  readonly country: string;
  /** The store's id of a category; null for all of them. */
  readonly categoryExternalId: string | null;
};

export type ChartPageRequest = Pick<ChartRequest, "country" | "categoryExternalId">;

export type IdentityRequest = {
  readonly externalId: string;
  readonly country: string;
  /**
   * Of Google Play, whose page shows identity: also returns its listing and metrics, as it shows them in this language.
   */
  readonly pageLocale?: PageLocale;
  /** Also returns the facts that the record or page shows. Default: no. */
  readonly withFacts?: boolean;
};

/** Storefronts and languages of an app. */
export type TargetsRequest = {
  readonly externalId: string;
  readonly targets: readonly ListingTarget[];
  /** One of the targets, of which facts are returned also. */
  readonly factsOf?: ListingTarget;
};

/** Languages in which a page shows dates and numbers as identity and metrics need them. */
export type PageLocale = "en" | "en-US";

export type StorefrontAppsRequest = {
  readonly country: string;
  /** At least one and at most `STOREFRONT_APPS_MAX`. */
  readonly externalIds: readonly string[];
  /** null for the storefront's first language, whose texts are not returned. */
  readonly language: string | null;
  readonly fields: "metrics" | "all";
};

/**
 * Fetches the charts of a category; the charts of games come with those of all categories. It throws `UpstreamError`
 * for a page without a chart. It makes no quick retry, because each of the charts can also be requested by itself.
 */
export type FetchChartPage = (request: ChartPageRequest, context: CallContext) => Promise<ChartPage>;

/** Searches for apps by one request, which returns ids alone. */
export type SearchAppIds = (
  request: { readonly term: string; readonly country: string; readonly limit: number },
  context: CallContext,
) => Promise<readonly string[]>;

/** Makes no quick retry: the scraper has repeated what could succeed, and the caller retries at its own pace. */
export type FetchStorefrontApps = (request: StorefrontAppsRequest, context: CallContext) => Promise<StorefrontApps>;

/** A storefront and the number of ratings that the app is known to have there. */
export type StarsTarget = { readonly country: string; readonly ratingCount: number };

/** At most `APP_PARTS_MAX` targets, a request each. A page that the store does not have is a failure. */
export type FetchPages = (request: TargetsRequest, context: CallContext) => Promise<readonly PageLookup[]>;

/** At most `APP_PARTS_MAX` storefronts, a request each. Stars of another number of ratings are a failure. */
export type FetchStars = (
  request: { readonly externalId: string; readonly storefronts: readonly StarsTarget[] },
  context: CallContext,
) => Promise<readonly StarsLookup[]>;

/**
 * One store, as the rest of the service sees it. A single request throws `UpstreamError` when the store fails. A bulk
 * request returns a lookup for each item, in the given order, and never throws for a store's failure.
 */
export type StoreConnector = {
  readonly platform: Platform;
  fetchIdentity(request: IdentityRequest, context: CallContext): Promise<IdentityLookup>;
  /** At most `STOREFRONTS_PER_CALL_MAX` targets. */
  fetchListings(request: TargetsRequest, context: CallContext): Promise<readonly ListingLookup[]>;
  /** At most `STOREFRONTS_PER_CALL_MAX` countries; only one, the storefront to request, where metrics are global. */
  fetchMetrics(
    request: { externalId: string; countries: readonly string[] },
    context: CallContext,
  ): Promise<readonly MetricsLookup[]>;
  searchApps(
    request: { term: string; country: string; limit: number },
    context: CallContext,
  ): Promise<readonly SearchHit[]>;
  /** undefined for a store whose searches show the apps themselves. */
  readonly searchAppIds: SearchAppIds | undefined;
  /** Best rank first, at most `CHART_ENTRIES_MAX`. A chart without apps is an empty list. */
  fetchChart(request: ChartRequest, context: CallContext): Promise<readonly ChartEntry[]>;
  /** Fetches the free and the paid chart of a category by one request; undefined for a store that has no such page. */
  readonly fetchChartPage: FetchChartPage | undefined;
  /** Every app of a publisher that the storefront shows, in the store's order. */
  fetchPublisherApps(
    request: { externalId: string; country: string },
    context: CallContext,
  ): Promise<Lookup<readonly PublisherApp[]>>;
  searchPublishers(
    request: { term: string; country: string; limit: number },
    context: CallContext,
  ): Promise<readonly PublisherHit[]>;
  /**
   * Many apps of a storefront, each of which may fail alone; undefined for a store that has no such request. Throws
   * `UpstreamError` when the whole call fails.
   */
  readonly fetchStorefrontApps: FetchStorefrontApps | undefined;
  /** What the request for many apps leaves out, for an app that it has found; undefined where there is none. */
  readonly fetchPages: FetchPages | undefined;
  readonly fetchStars: FetchStars | undefined;
};

/** Returns the request for many apps of a storefront; throws for a store that has none. */
export function requireStorefrontApps({
  platform,
  fetchStorefrontApps,
}: Pick<StoreConnector, "platform" | "fetchStorefrontApps">): FetchStorefrontApps {
  return requireRequest(platform, fetchStorefrontApps);
}

/** Returns a request that not every store has; throws for a store that does not. */
export function requireRequest<Fetch>(platform: Platform, fetch: Fetch | undefined): Fetch {
  if (fetch === undefined) throw new RangeError(`${platform} has no such request`);
  return fetch;
}
