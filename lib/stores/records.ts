import type { Absence } from "../../scrapers/contracts/records.ts";
import type { ChartCollection } from "../domain/chart.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { FailureReason } from "../domain/failed-item.ts";
import type { TrackedListingField } from "../domain/listing-field.ts";

/** The records of the stores that the rest of the service sees, the same for both platforms. */

export type AppIdentity = {
  readonly externalId: string;
  readonly name: string;
  readonly publisher: { readonly externalId: string; readonly name: string; readonly url: string | null } | null;
  readonly category: { readonly externalId: string | null; readonly name: string | null };
  readonly supportedLocales: readonly string[] | null;
  /** YYYY-MM-DD */
  readonly originalReleaseDate: string | null;
  readonly isFree: boolean;
  readonly price: number | null;
  readonly currency: string | null;
  readonly version: string | null;
  /** ISO 8601 instant. */
  readonly versionReleasedAt: string | null;
  readonly iconUrl: string | null;
};

export type Screenshot = {
  readonly url: string;
  readonly device_type: "iphone" | "ipad" | "phone";
  readonly order: number;
};

export type ListingRecord = {
  readonly country: string;
  readonly locale: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly description: string;
  readonly promotionalText: string | null;
  readonly whatsNew: string | null;
  readonly iconUrl: string | null;
  readonly screenshots: readonly Screenshot[];
  readonly videoUrl: string | null;
  readonly version: string | null;
  /** ISO 8601 instant. */
  readonly versionReleasedAt: string | null;
  /** Fields that could not be read this time: null here means "unknown", so the stored value stays. */
  readonly unreadFields: readonly TrackedListingField[];
};

export type MetricsRecord = {
  /** The requested storefront. */
  readonly country: string;
  readonly rating: number | null;
  readonly ratingCount: number;
  /** Counts for one star to five stars; null when the store does not show them. */
  readonly stars: readonly [number, number, number, number, number] | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly installsRange: string | null;
  readonly fileSizeBytes: number | null;
};

/** What only an app's page shows of a listing. */
export type PageRecord = Pick<
  ListingRecord,
  "country" | "locale" | "subtitle" | "promotionalText" | "screenshots" | "videoUrl" | "unreadFields"
>;

/** The stars of an app in a storefront. */
export type StarsRecord = { readonly country: string; readonly stars: NonNullable<MetricsRecord["stars"]> };

export type SearchHit = {
  readonly externalId: string;
  readonly name: string;
  readonly publisher: { readonly externalId: string | null; readonly name: string } | null;
  readonly category: { readonly externalId: string | null; readonly name: string | null };
  readonly iconUrl: string | null;
  readonly isFree: boolean;
};

export type ChartEntry = SearchHit & {
  /** From 1. */
  readonly rank: number;
  readonly price: number | null;
  readonly currency: string | null;
};

/** A chart as a page of charts shows it. */
export type PageChart = {
  /** The store has no page of the chart by revenue. */
  readonly collection: Exclude<ChartCollection, "top_grossing">;
  /** null for all categories. */
  readonly categoryExternalId: string | null;
  /** The number of ranks that the chart lists: an app without a rank ranks below them. */
  readonly window: number;
  /** The best rank comes first. The page describes only the first apps; name and icon of the others are null. */
  readonly entries: readonly {
    readonly rank: number;
    readonly externalId: string;
    readonly name: string | null;
    readonly iconUrl: string | null;
  }[];
};

/** The charts of a category. Each chart of the page is in one of the two lists. */
export type ChartPage = {
  readonly charts: readonly PageChart[];
  readonly missing: readonly Pick<PageChart, "collection" | "categoryExternalId">[];
};

/** An app on the page of its publisher. */
export type PublisherApp = SearchHit & { readonly rating: number | null; readonly ratingCount: number | null };

/** A publisher found by a search, with some of the apps that led to it. */
export type PublisherHit = {
  readonly externalId: string;
  readonly name: string;
  readonly url: string | null;
  /** Counts the apps that the search found, not all that the publisher has. */
  readonly appCount: number;
  readonly sampleApps: readonly {
    readonly externalId: string;
    readonly name: string;
    readonly iconUrl: string | null;
  }[];
};

/** The result of one request to a store. That the store does not have something is data, not an error. */
export type Lookup<T> = { readonly outcome: "found"; readonly record: T } | EmptyResponse;

/** `absence`: the store shows the app and says that it is not offered there. Such a response needs no further proof. */
export type EmptyResponse = { readonly outcome: "empty_response"; readonly absence?: Absence | undefined };

export type StoreFailure = {
  readonly reason: FailureReason;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Requests that the call had made to the store until it failed, where they were more than one. */
  readonly requestsMade?: number;
};

/**
 * Identity, and what the store shows with it: on the App Store the metrics without stars, on Google Play metrics and
 * listing where the page was requested.
 */
export type IdentityLookup = Lookup<AppIdentity> & {
  readonly metrics?: MetricsRecord;
  readonly listing?: ListingRecord;
};

/** The result of one item of a bulk request, which may fail while others succeed. */
export type ItemLookup<T> = Lookup<T> | { readonly outcome: "failed"; readonly failure: StoreFailure };

/** An app as one of many that were requested of a storefront. */
export type StorefrontApp = {
  /** Without stars. */
  readonly metrics: MetricsRecord;
  /** null where only metrics were requested. */
  readonly identity: AppIdentity | null;
  /** Where only metrics were requested, or the texts are not in the requested language: null. */
  readonly listing: ListingRecord | null;
  /** SHA-256 of the store's title, description and what's new, as hex; null without a listing. */
  readonly textHash: string | null;
};

/** `missing`: the store has left the app out of its response. It does so for absent apps, and at times for others. */
export type StorefrontAppLookup =
  | { readonly outcome: "found"; readonly record: StorefrontApp }
  | { readonly outcome: "missing" }
  | { readonly outcome: "failed"; readonly failure: StoreFailure };

export type StorefrontApps = {
  /** A lookup for each requested app, in the order of the request. */
  readonly apps: readonly { readonly externalId: string; readonly lookup: StorefrontAppLookup }[];
  /** The requested language; null when none was requested, or when the store has rejected it. */
  readonly language: string | null;
  /** Requests that the call has made to the store: more than one when some of them failed. */
  readonly requestsMade: number;
};

export type ListingLookup = { readonly target: ListingTarget; readonly lookup: ItemLookup<ListingRecord> };
export type MetricsLookup = { readonly country: string; readonly lookup: ItemLookup<MetricsRecord> };
export type PageLookup = { readonly target: ListingTarget; readonly lookup: ItemLookup<PageRecord> };
export type StarsLookup = { readonly country: string; readonly lookup: ItemLookup<StarsRecord> };
