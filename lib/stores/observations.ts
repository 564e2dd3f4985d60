import type { FoundPage } from "../../db/queries/listings/found-pages.ts";
import type { FoundListing } from "../../db/queries/listings/listing-writes.ts";
import type { MetricObservation } from "../../db/queries/metrics/metric-observations.ts";
import type { StarObservation } from "../../db/queries/metrics/star-observations.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { ListingRecord, MetricsRecord, PageRecord, StarsRecord } from "./records.ts";

/** Returns what a store's record of metrics is stored as. */
export function observeMetrics(platform: Platform, record: MetricsRecord): MetricObservation {
  const place = platformFacts[platform].hasGlobalMetrics
    ? { country_code: GLOBAL_COUNTRY, price_country_code: record.country }
    : { country_code: record.country };
  return {
    ...place,
    is_available: true,
    rating: record.rating,
    rating_count: record.ratingCount,
    stars: record.stars,
    price: record.price,
    currency: record.currency,
    installs_range: record.installsRange,
    file_size_bytes: record.fileSizeBytes,
    only_if_unavailable: false,
  };
}

/** Returns what the stars of a storefront are stored as. */
export function observeStars({ country, stars }: StarsRecord): StarObservation {
  return { country_code: country, stars };
}

/** Returns what a store's record of a listing is stored as. */
export function observeListing(record: ListingRecord): FoundListing {
  return {
    ...observePage(record),
    title: record.title,
    description: record.description,
    whats_new: record.whatsNew,
    icon_url: record.iconUrl,
    version: record.version,
    version_released_at: record.versionReleasedAt,
  };
}

/** Returns what a page's part of a listing is stored as. */
export function observePage(record: PageRecord): FoundPage {
  return {
    locale: record.locale,
    country_code: record.country,
    subtitle: record.subtitle,
    promotional_text: record.promotionalText,
    screenshots: record.screenshots,
    video_url: record.videoUrl,
    unread: record.unreadFields,
  };
}
