import type { ScraperListing, ScraperMetrics } from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/storefronts.ts";
import {
  cleanCount,
  cleanCurrency,
  cleanDate,
  cleanOptionalText,
  cleanPrice,
  cleanText,
  cleanUrl,
  LABEL_LENGTH_MAX,
  LONG_TEXT_LENGTH_MAX,
  PROMOTIONAL_TEXT_LENGTH_MAX,
  roundToCents,
  TITLE_LENGTH_MAX,
} from "./clean-text.ts";
import type { ListingRecord, MetricsRecord, Screenshot } from "./records.ts";

const SCREENSHOTS_MAX = 60;

export function normaliseListing(target: ListingTarget, listing: ScraperListing): ListingRecord {
  return {
    country: target.country,
    locale: target.locale,
    title: cleanText(listing.title, TITLE_LENGTH_MAX),
    subtitle: cleanOptionalText(listing.subtitle, TITLE_LENGTH_MAX),
    description: cleanText(listing.description, LONG_TEXT_LENGTH_MAX),
    promotionalText: cleanOptionalText(listing.promotional_text, PROMOTIONAL_TEXT_LENGTH_MAX),
    whatsNew: cleanOptionalText(listing.whats_new, LONG_TEXT_LENGTH_MAX),
    iconUrl: cleanUrl(listing.icon_url),
    screenshots: listing.screenshots.flatMap(normaliseScreenshot).slice(0, SCREENSHOTS_MAX),
    videoUrl: cleanUrl(listing.video_url),
    version: cleanOptionalText(listing.version, LABEL_LENGTH_MAX),
    versionReleasedAt: cleanDate(listing.current_version_release_date),
    unreadFields: [...new Set(listing.unread_fields)],
  };
}

export function normaliseMetrics(country: string, metrics: ScraperMetrics): MetricsRecord {
  return {
    country,
    rating: metrics.rating === null ? null : roundToCents(metrics.rating),
    ratingCount: cleanCount(metrics.rating_count),
    stars: normaliseStars(metrics.rating_breakdown),
    price: cleanPrice(metrics.price),
    currency: cleanCurrency(metrics.currency),
    installsRange: cleanOptionalText(metrics.installs_range, LABEL_LENGTH_MAX),
    fileSizeBytes: metrics.file_size_bytes,
  };
}

function normaliseStars(breakdown: ScraperMetrics["rating_breakdown"]): MetricsRecord["stars"] {
  if (breakdown === null) return null;
  const { 1: one, 2: two, 3: three, 4: four, 5: five } = breakdown;
  return [cleanCount(one), cleanCount(two), cleanCount(three), cleanCount(four), cleanCount(five)];
}

function normaliseScreenshot({ url, device_type, order }: ScraperListing["screenshots"][number]): Screenshot[] {
  const cleanedUrl = cleanUrl(url);
  return cleanedUrl === null ? [] : [{ url: cleanedUrl, device_type, order }];
}
