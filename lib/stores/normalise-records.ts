import type { MetricObservation } from "../../db/queries/metrics/metric-observations.ts";
import type { ScraperPage } from "../../scrapers/contracts/app-parts.ts";
import type { ScraperIdentity, ScraperListing, ScraperMetrics } from "../../scrapers/contracts/records.ts";
import { GLOBAL_COUNTRY, type ListingTarget } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import {
  cleanCount,
  cleanCurrency,
  cleanDate,
  cleanId,
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
import type { AppIdentity, ListingRecord, MetricsRecord, PageRecord, StarsRecord } from "./records.ts";

const SUPPORTED_LOCALES_MAX = 200;

export function normaliseIdentity(identity: ScraperIdentity): AppIdentity {
  return {
    external_id: identity.app_id,
    name: cleanText(identity.name, TITLE_LENGTH_MAX),
    ...normalisePublisher(identity),
    category_external_id: cleanId(identity.category_id),
    category_name: cleanOptionalText(identity.category, LABEL_LENGTH_MAX),
    supported_locales:
      identity.supported_locales?.slice(0, SUPPORTED_LOCALES_MAX).flatMap((locale) => cleanId(locale) ?? []) ?? null,
    original_release_date: cleanDate(identity.original_release_date),
    is_free: identity.is_free,
    version: cleanOptionalText(identity.version, LABEL_LENGTH_MAX),
    version_released_at: cleanDate(identity.current_version_release_date),
    icon_url: cleanUrl(identity.icon_url),
  };
}

function normalisePublisher(identity: ScraperIdentity) {
  const publisher_external_id = cleanId(identity.publisher_external_id);
  if (publisher_external_id === null || identity.publisher_name === null) return noPublisher;
  const publisher_name = cleanText(identity.publisher_name, TITLE_LENGTH_MAX);
  return { publisher_external_id, publisher_name, publisher_url: cleanUrl(identity.publisher_url) };
}

const noPublisher = { publisher_external_id: null, publisher_name: null, publisher_url: null };

const SCREENSHOTS_MAX = 60;

export function normaliseListing(target: ListingTarget, listing: ScraperListing): ListingRecord {
  return {
    ...normalisePage(target, listing),
    title: cleanText(listing.title, TITLE_LENGTH_MAX),
    short_description: normaliseShortDescription(listing),
    description: cleanText(listing.description, LONG_TEXT_LENGTH_MAX),
    whats_new: cleanOptionalText(listing.whats_new, LONG_TEXT_LENGTH_MAX),
    icon_url: cleanUrl(listing.icon_url),
    version: cleanOptionalText(listing.version, LABEL_LENGTH_MAX),
    version_released_at: cleanDate(listing.current_version_release_date),
  };
}

/** Returns an empty text if the store shows none, which differs from a text that was not read. */
function normaliseShortDescription({ platform, short_description: text }: ScraperListing): string | null {
  if (platformFacts[platform].hasShortDescription) return cleanText(text ?? "", TITLE_LENGTH_MAX);
  return null;
}

export function normalisePage({ country, locale }: ListingTarget, page: ScraperPage): PageRecord {
  return {
    country_code: country,
    locale,
    subtitle: cleanOptionalText(page.subtitle, TITLE_LENGTH_MAX),
    promotional_text: cleanOptionalText(page.promotional_text, PROMOTIONAL_TEXT_LENGTH_MAX),
    screenshots: page.screenshots.flatMap(normaliseScreenshot).slice(0, SCREENSHOTS_MAX),
    video_url: cleanUrl(page.video_url),
    unread_fields: [...new Set(page.unread_fields)],
  };
}

export function normaliseMetrics(country: string, metrics: ScraperMetrics): MetricsRecord {
  const { rating, rating_breakdown, file_size_bytes } = metrics;
  return {
    country_code: country,
    rating: rating === null ? null : roundToCents(rating),
    rating_count: cleanCount(metrics.rating_count),
    stars: rating_breakdown === null ? null : normaliseStars(rating_breakdown),
    price: cleanPrice(metrics.price),
    currency: cleanCurrency(metrics.currency),
    installs_range: cleanOptionalText(metrics.installs_range, LABEL_LENGTH_MAX),
    installs: metrics.installs,
    file_size_bytes,
  };
}

export function normaliseStars(breakdown: NonNullable<ScraperMetrics["rating_breakdown"]>): StarsRecord["stars"] {
  const { 1: one, 2: two, 3: three, 4: four, 5: five } = breakdown;
  return [cleanCount(one), cleanCount(two), cleanCount(three), cleanCount(four), cleanCount(five)];
}

function normaliseScreenshot({ url, ...screenshot }: ScraperListing["screenshots"][number]) {
  const cleanedUrl = cleanUrl(url);
  return cleanedUrl === null ? [] : [{ ...screenshot, url: cleanedUrl }];
}

/** All measures are present, although an observation may leave some out. */
type Measured = Required<Omit<MetricObservation, "price_country_code" | "is_status">>;

export function observeMetrics(platform: Platform, record: MetricsRecord): MetricObservation {
  const observation: Measured = { ...record, is_available: true, only_if_unavailable: false };
  if (!platformFacts[platform].hasGlobalMetrics) return observation;
  return { ...observation, country_code: GLOBAL_COUNTRY, price_country_code: record.country_code };
}
