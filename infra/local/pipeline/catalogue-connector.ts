import type { ListingTarget } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";
import type { EmptyResponse, ListingRecord, Lookup, MetricsRecord } from "../../../lib/stores/records.ts";
import type { Catalogue } from "../../store-simulator/catalogue/catalogue.ts";
import type { AppOnDay, ListingOnDay, MetricsOnDay } from "../../store-simulator/catalogue/records.ts";

export type Shown = { readonly catalogue: Catalogue; readonly platform: Platform; readonly day: () => number };

/** Reads listings and metrics directly from the catalogue, which is a hundred times as fast as pages. */
export function connectToCatalogue(connector: StoreConnector, shown: Shown): StoreConnector {
  return {
    ...connector,
    fetchListings: async ({ externalId, targets }) =>
      targets.map((target) => ({ target, lookup: listingIn(shown, externalId, target) })),
    fetchMetrics: async ({ externalId, countries }) =>
      countries.map((country) => ({ country, lookup: metricsIn(shown, externalId, country) })),
  };
}

function listingIn(shown: Shown, externalId: string, { country, locale }: ListingTarget): Lookup<ListingRecord> {
  const app = onDay(shown, externalId);
  const listing = app?.listing(locale, country);
  if (listing === undefined) return absentFrom(shown.platform, app);
  return {
    outcome: "found",
    record: { country_code: country, locale, ...textsOf(shown.platform, listing), unread_fields: [] },
  };
}

export function textsOf(platform: Platform, listing: ListingOnDay) {
  const isIos = platform === "ios";
  return {
    title: listing.title,
    subtitle: isIos ? listing.subtitle : null,
    short_description: isIos ? null : (listing.shortDescription ?? ""),
    description: listing.description,
    promotional_text: isIos ? listing.promotionalText : null,
    whats_new: listing.whatsNew,
    icon_url: listing.iconUrl,
    screenshots: listing.screenshots,
    video_url: listing.videoUrl,
    version: listing.version,
    version_released_at: new Date(listing.versionReleasedAt).toISOString(),
  };
}

function metricsIn(shown: Shown, externalId: string, country: string): Lookup<MetricsRecord> {
  const app = onDay(shown, externalId);
  const metrics = app?.metrics(country);
  if (metrics === undefined) return absentFrom(shown.platform, app);
  return { outcome: "found", record: measuresOf(metrics) };
}

function measuresOf({ country, rating, ratingCount, stars, price, ...rest }: MetricsOnDay): MetricsRecord {
  const { currency, fileSizeBytes, installs, installsRange } = rest;
  return {
    country_code: country,
    rating: rating === null ? null : toCents(rating),
    rating_count: ratingCount,
    stars,
    price: price === null ? null : toCents(price),
    currency,
    installs_range: installsRange,
    installs,
    file_size_bytes: fileSizeBytes,
  };
}

/** Google Play shows an app that another storefront has, and says that it is not offered in this one. */
function absentFrom(platform: Platform, app: AppOnDay | undefined): EmptyResponse {
  const isShown = platform === "android" && app !== undefined && app.availableCountries().length > 0;
  return { outcome: "empty_response", absence: isShown ? "not_offered" : undefined };
}

function onDay({ catalogue, platform, day }: Shown, externalId: string) {
  return catalogue.appOn({ platform, externalId, day: day() });
}

function toCents(value: number): number {
  return Math.round(value * 100) / 100;
}
