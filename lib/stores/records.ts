import type { ScraperPage } from "../../scrapers/contracts/app-parts.ts";
import type { ScraperFacts, ScraperRelatedApp, ScraperShownFacts } from "../../scrapers/contracts/facts.ts";
import type { Absence, ScraperIdentity, ScraperListing, ScraperMetrics } from "../../scrapers/contracts/records.ts";
import type { ChartCollection } from "../domain/chart.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { FailureReason } from "../domain/failed-item.ts";

/** Records of the stores for both platforms. Names are those of the scrapers or, if these differ, of the columns. */

type Unchanged<Of> = { readonly [Name in keyof Of]: UnchangedValue<Of[Name]> };
type UnchangedValue<Value> = Value extends readonly (infer Element)[] ? readonly Element[] : Value;

type InStorefront = { readonly country_code: string };

/** A publisher has both an id and a name, or is left out. */
export type AppIdentity = Unchanged<
  Omit<
    ScraperIdentity,
    "app_id" | "category" | "category_id" | "price" | "currency" | "current_version_release_date" | "content_rating"
  >
> & {
  readonly external_id: string;
  readonly category_external_id: string | null;
  readonly category_name: string | null;
  /** ISO 8601 instant. */
  readonly version_released_at: string | null;
};

/** Facts of an app. An absent or undefined fact was not read; null means that the store shows none. */
export type StoreFacts = Unchanged<ScraperFacts>;

export type RelatedApp = Unchanged<Omit<ScraperRelatedApp, "app_id">> & { readonly external_id: string };

/** Extras that were requested with a record. Apps are in the store's order. */
export type ShownFacts = {
  readonly facts?: StoreFacts;
  readonly similar?: readonly RelatedApp[];
  readonly more_by_publisher?: readonly RelatedApp[];
};

/** The part of a listing that is read from the app's page. */
export type PageRecord = InStorefront & Unchanged<Omit<ScraperPage, "country" | keyof ScraperShownFacts>>;

/** Fields in `unread_fields` could not be read this time, so the stored values stay. */
export type ListingRecord = PageRecord &
  Unchanged<
    Pick<ScraperListing, "title" | "short_description" | "description" | "whats_new" | "icon_url" | "version">
  > &
  Pick<AppIdentity, "version_released_at">;

export type StarsRecord = InStorefront & { readonly stars: readonly [number, number, number, number, number] };

export type MetricsRecord = InStorefront &
  Unchanged<Omit<ScraperMetrics, "country" | "rating_breakdown" | "version">> & {
    readonly stars: StarsRecord["stars"] | null;
  };

/** An app in a list of a store. Its publisher may have a name without an id. */
export type SearchHit = Omit<
  AppIdentity,
  "publisher_url" | "supported_locales" | "original_release_date" | "version" | "version_released_at"
>;

export type SearchRanks = {
  /** Ids of apps, best rank first, each once. */
  readonly ids: readonly string[];
  /** The apps that the response describes, in the same order. */
  readonly apps: readonly SearchHit[];
  /** False if the response does not say of which storefront it is. */
  readonly namesStorefront: boolean;
};

export type ChartEntry = SearchHit & {
  readonly rank: number;
  readonly price: number | null;
  readonly currency: string | null;
};

export type PageChart = {
  /** The store has no page for the chart by revenue. */
  readonly collection: Exclude<ChartCollection, "top_grossing">;
  readonly category_external_id: string | null;
  /** The number of ranks that the chart lists. An app without a rank ranks below them. */
  readonly window: number;
  /** Best rank first. The page describes only the first apps; name and icon of the others are null. */
  readonly entries: readonly {
    readonly rank: number;
    readonly external_id: string;
    readonly name: string | null;
    readonly icon_url: string | null;
  }[];
};

export type ChartPage = {
  readonly charts: readonly PageChart[];
  readonly missing: readonly Pick<PageChart, "collection" | "category_external_id">[];
};

export type PublisherApp = SearchHit & { readonly rating: number | null; readonly rating_count: number | null };

export type PublisherHit = {
  readonly external_id: string;
  readonly name: string;
  readonly url: string | null;
  /** The number of apps that the search found, not of all the publisher's apps. */
  readonly app_count: number;
  readonly sample_apps: readonly Pick<SearchHit, "external_id" | "name" | "icon_url">[];
};

export type Lookup<T> = { readonly outcome: "found"; readonly record: T } | EmptyResponse;

/** `absence` means that the store itself says that it does not offer the app there. This needs no further proof. */
export type EmptyResponse = { readonly outcome: "empty_response"; readonly absence?: Absence | undefined };

export type StoreFailure = {
  readonly reason: FailureReason;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Requests to the store before the call failed; absent if there was only one. */
  readonly requestsMade?: number;
};

/**
 * Identity, and what the store shows with it. The App Store shows metrics without stars. Google Play shows metrics and
 * listing if the page was requested.
 */
export type IdentityLookup = Lookup<AppIdentity> &
  ShownFacts & {
    readonly metrics?: MetricsRecord;
    readonly listing?: ListingRecord;
  };

export type ItemLookup<T> = Lookup<T> | { readonly outcome: "failed"; readonly failure: StoreFailure };

export type StorefrontApp = {
  /** Without stars. */
  readonly metrics: MetricsRecord;
  readonly identity: AppIdentity | null;
  /** Null if only metrics were requested, or if the texts are not in the requested language. */
  readonly listing: ListingRecord | null;
  /** Null if only metrics were requested. The facts are in the language that the store returned. */
  readonly facts: StoreFacts | null;
  /** SHA-256, as hex, of the store's title, description and what's new; null without a listing. */
  readonly text_hash: string | null;
};

/** `missing` means that the response leaves the app out. This is usual for absent apps but also happens to others. */
export type StorefrontAppLookup =
  | { readonly outcome: "found"; readonly record: StorefrontApp }
  | { readonly outcome: "missing" }
  | { readonly outcome: "failed"; readonly failure: StoreFailure };

export type StorefrontApps = {
  readonly apps: readonly { readonly externalId: string; readonly lookup: StorefrontAppLookup }[];
  /** The requested language; null if none was requested or the store rejected it. */
  readonly language: string | null;
  /** Requests that the call made to the store: more than one if some of them failed. */
  readonly requestsMade: number;
};

export type TargetLookup<Of> = ShownFacts & { readonly target: ListingTarget; readonly lookup: ItemLookup<Of> };

export type ListingLookup = TargetLookup<ListingRecord>;
export type MetricsLookup = { readonly country: string; readonly lookup: ItemLookup<MetricsRecord> };
export type PageLookup = TargetLookup<PageRecord>;
export type StarsLookup = { readonly country: string; readonly lookup: ItemLookup<StarsRecord> };
