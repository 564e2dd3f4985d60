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
  SearchRanks,
  StarsLookup,
  StorefrontApps,
} from "./records.ts";
import type { RetryBudget } from "./store-budget.ts";

export type CallContext = {
  readonly correlationId: string;
  readonly deadlineMs: number;
  /** Pays for the quick retry. Default: the connector's own budget. */
  readonly budget?: RetryBudget;
};

/** One time limit for a call and its quick retry together. */
export type Deadline = { readonly signal: AbortSignal; remainingMs(): number };

export type ChartRequest = {
  readonly collection: ChartCollection;
  readonly country: string;
  readonly categoryExternalId: string | null;
};

export type ChartPageRequest = Pick<ChartRequest, "country" | "categoryExternalId">;

export type IdentityRequest = {
  readonly externalId: string;
  readonly country: string;
  readonly pageLocale?: PageLocale;
  /** Also returns the facts that the record or page shows. Default: false. */
  readonly withFacts?: boolean;
};

export type TargetsRequest = {
  readonly externalId: string;
  readonly targets: readonly ListingTarget[];
  readonly factsOf?: ListingTarget;
};

export type PageLocale = "en" | "en-US";

export type StorefrontAppsRequest = {
  readonly country: string;
  readonly externalIds: readonly string[];
  /** Null requests the storefront's first language, and no texts are returned. */
  readonly language: string | null;
  readonly fields: "metrics" | "all";
};

/**
 * Fetches the charts of a category; games come with all categories. Throws `UpstreamError` for a page without a chart.
 * It makes no quick retry, because each chart can also be requested by itself.
 */
export type FetchChartPage = (request: ChartPageRequest, context: CallContext) => Promise<ChartPage>;

export type PublisherAppsRequest = {
  readonly externalId: string;
  readonly country: string;
  /** `first` makes a single request, which may not return all apps. Default: all. */
  readonly pages?: "first";
};

/** `language` is that of the suggestions on Google Play. The App Store knows only the storefront. */
export type SuggestionsRequest = { readonly term: string; readonly country: string; readonly language: string };

/** `language` is that in which the store is searched. */
export type SearchRanksRequest = SuggestionsRequest;

/** Searches with one request, which returns only ids. */
export type SearchAppIds = (
  request: { readonly term: string; readonly country: string; readonly limit: number },
  context: CallContext,
) => Promise<readonly string[]>;

/** Makes no quick retry: the scraper has already repeated what could succeed, and the caller paces its retries. */
export type FetchStorefrontApps = (request: StorefrontAppsRequest, context: CallContext) => Promise<StorefrontApps>;

export type StarsTarget = { readonly country: string; readonly ratingCount: number };

/** Requests at most `APP_PARTS_MAX` pages, one request each. A page that the store does not have is a failure. */
export type FetchPages = (request: TargetsRequest, context: CallContext) => Promise<readonly PageLookup[]>;

/** Requests at most `APP_PARTS_MAX` stars, one request each. Stars of another number of ratings are a failure. */
export type FetchStars = (
  request: { readonly externalId: string; readonly storefronts: readonly StarsTarget[] },
  context: CallContext,
) => Promise<readonly StarsLookup[]>;

/**
 * One store. A single request throws `UpstreamError` if the store fails. A bulk request returns a lookup for each item,
 * in the same order, and never throws for a store's failure.
 */
export type StoreConnector = {
  readonly platform: Platform;
  fetchIdentity(request: IdentityRequest, context: CallContext): Promise<IdentityLookup>;
  fetchListings(request: TargetsRequest, context: CallContext): Promise<readonly ListingLookup[]>;
  /** At most `STOREFRONTS_PER_CALL_MAX` countries. With global metrics, exactly one: the storefront to request. */
  fetchMetrics(
    request: { externalId: string; countries: readonly string[] },
    context: CallContext,
  ): Promise<readonly MetricsLookup[]>;
  searchApps(
    request: { term: string; country: string; limit: number },
    context: CallContext,
  ): Promise<readonly SearchHit[]>;
  /** Undefined for a store whose searches return the apps themselves. */
  readonly searchAppIds: SearchAppIds | undefined;
  /** Returns at most `CHART_ENTRIES_MAX` entries, best rank first. A chart without apps is an empty list. */
  fetchChart(request: ChartRequest, context: CallContext): Promise<readonly ChartEntry[]>;
  readonly fetchChartPage: FetchChartPage | undefined;
  fetchPublisherApps(request: PublisherAppsRequest, context: CallContext): Promise<Lookup<readonly PublisherApp[]>>;
  searchPublishers(
    request: { term: string; country: string; limit: number },
    context: CallContext,
  ): Promise<readonly PublisherHit[]>;
  /** Returns the terms that the store suggests for the beginning of one, in its order. */
  suggestTerms(request: SuggestionsRequest, context: CallContext): Promise<readonly string[]>;
  /**
   * Returns the ids of the apps that a search shows, in the store's order, with one request. It makes no quick retry
   * and reports no limit, because its caller paces its retries and rests these searches alone.
   */
  searchRanks(request: SearchRanksRequest, context: CallContext): Promise<SearchRanks>;
  /**
   * Requests many apps of a storefront; each may fail alone. Undefined for a store without this request. Throws
   * `UpstreamError` if the whole call fails.
   */
  readonly fetchStorefrontApps: FetchStorefrontApps | undefined;
  readonly fetchPages: FetchPages | undefined;
  readonly fetchStars: FetchStars | undefined;
};

export function requireStorefrontApps({
  platform,
  fetchStorefrontApps,
}: Pick<StoreConnector, "platform" | "fetchStorefrontApps">): FetchStorefrontApps {
  return requireRequest(platform, fetchStorefrontApps);
}

export function requireRequest<Fetch>(platform: Platform, fetch: Fetch | undefined): Fetch {
  if (fetch === undefined) throw new RangeError(`${platform} has no such request`);
  return fetch;
}

export function startDeadline(durationMs: number): Deadline {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(durationMs)));
  return { signal, remainingMs: () => Math.max(0, durationMs - (performance.now() - startedAt)) };
}
