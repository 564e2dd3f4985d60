import type { FoundListing } from "../../db/queries/listing-writes.ts";
import type { MetricObservation } from "../../db/queries/metric-observations.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { ListingRecord, MetricsRecord } from "./records.ts";

/** Returns what a store's record of metrics is stored as. */
export function observeMetrics(platform: Platform, record: MetricsRecord): MetricObservation {
  return {
    country_code: platformFacts[platform].hasGlobalMetrics ? GLOBAL_COUNTRY : record.country,
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

/** Returns what a store's record of a listing is stored as. */
export function observeListing(record: ListingRecord): FoundListing {
  return {
    locale: record.locale,
    country_code: record.country,
    title: record.title,
    subtitle: record.subtitle,
    promotional_text: record.promotionalText,
    description: record.description,
    whats_new: record.whatsNew,
    screenshots: record.screenshots,
    icon_url: record.iconUrl,
    video_url: record.videoUrl,
    version: record.version,
    version_released_at: record.versionReleasedAt,
    unread: record.unreadFields,
  };
}
