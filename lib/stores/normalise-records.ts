import * as z from "zod";

import type { ScraperPage } from "../../scrapers/contracts/app-parts.ts";
import type { ScraperChartPage } from "../../scrapers/contracts/chart-pages.ts";
import type { ScraperChartEntry, ScraperDeveloper, ScraperDeveloperApp } from "../../scrapers/contracts/lists.ts";
import type {
  ScraperIdentity,
  ScraperListing,
  ScraperMetrics,
  ScraperSearchResult,
} from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/country.ts";
import { externalAppIdSchema } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";
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
import type {
  AppIdentity,
  ChartEntry,
  ChartPage,
  ListingRecord,
  MetricsRecord,
  PageRecord,
  PublisherApp,
  PublisherHit,
  Screenshot,
  SearchHit,
  StarsRecord,
} from "./records.ts";

const externalAppId = lazy(externalAppIdSchema);

const SUPPORTED_LOCALES_MAX = 200;

export function normaliseIdentity(identity: ScraperIdentity): AppIdentity {
  return {
    externalId: identity.app_id,
    name: cleanText(identity.name, TITLE_LENGTH_MAX),
    publisher: normalisePublisher(identity),
    category: normaliseCategory(identity.category_id, identity.category),
    supportedLocales:
      identity.supported_locales?.slice(0, SUPPORTED_LOCALES_MAX).flatMap((locale) => cleanId(locale) ?? []) ?? null,
    originalReleaseDate: cleanDate(identity.original_release_date),
    isFree: identity.is_free,
    price: cleanPrice(identity.price),
    currency: cleanCurrency(identity.currency),
    version: cleanOptionalText(identity.version, LABEL_LENGTH_MAX),
    versionReleasedAt: cleanDate(identity.current_version_release_date),
    iconUrl: cleanUrl(identity.icon_url),
  };
}

export function normaliseSearchHit(result: ScraperSearchResult): SearchHit | null {
  if (!externalAppId().safeParse(result.app_id).success) return null;
  return {
    externalId: result.app_id,
    name: cleanText(result.name, TITLE_LENGTH_MAX),
    publisher:
      result.developer === null
        ? null
        : { externalId: cleanId(result.developer_id), name: cleanText(result.developer, TITLE_LENGTH_MAX) },
    category: normaliseCategory(result.genre_id, result.genre),
    iconUrl: cleanUrl(result.icon_url),
    isFree: result.free,
  };
}

function normalisePublisher(identity: ScraperIdentity): AppIdentity["publisher"] {
  const externalId = cleanId(identity.publisher_external_id);
  if (externalId === null || identity.publisher_name === null) return null;
  return {
    externalId,
    name: cleanText(identity.publisher_name, TITLE_LENGTH_MAX),
    url: cleanUrl(identity.publisher_url),
  };
}

function normaliseCategory(externalId: string | null, name: string | null): AppIdentity["category"] {
  return { externalId: cleanId(externalId), name: cleanOptionalText(name, LABEL_LENGTH_MAX) };
}

const SCREENSHOTS_MAX = 60;

export function normaliseListing(target: ListingTarget, listing: ScraperListing): ListingRecord {
  return {
    ...normalisePage(target, listing),
    title: cleanText(listing.title, TITLE_LENGTH_MAX),
    description: cleanText(listing.description, LONG_TEXT_LENGTH_MAX),
    whatsNew: cleanOptionalText(listing.whats_new, LONG_TEXT_LENGTH_MAX),
    iconUrl: cleanUrl(listing.icon_url),
    version: cleanOptionalText(listing.version, LABEL_LENGTH_MAX),
    versionReleasedAt: cleanDate(listing.current_version_release_date),
  };
}

export function normalisePage({ country, locale }: ListingTarget, page: ScraperPage): PageRecord {
  return {
    country,
    locale,
    subtitle: cleanOptionalText(page.subtitle, TITLE_LENGTH_MAX),
    promotionalText: cleanOptionalText(page.promotional_text, PROMOTIONAL_TEXT_LENGTH_MAX),
    screenshots: page.screenshots.flatMap(normaliseScreenshot).slice(0, SCREENSHOTS_MAX),
    videoUrl: cleanUrl(page.video_url),
    unreadFields: [...new Set(page.unread_fields)],
  };
}

export function normaliseMetrics(country: string, metrics: ScraperMetrics): MetricsRecord {
  return {
    country,
    rating: metrics.rating === null ? null : roundToCents(metrics.rating),
    ratingCount: cleanCount(metrics.rating_count),
    stars: metrics.rating_breakdown === null ? null : normaliseStars(metrics.rating_breakdown),
    price: cleanPrice(metrics.price),
    currency: cleanCurrency(metrics.currency),
    installsRange: cleanOptionalText(metrics.installs_range, LABEL_LENGTH_MAX),
    fileSizeBytes: metrics.file_size_bytes,
  };
}

export function normaliseStars(breakdown: NonNullable<ScraperMetrics["rating_breakdown"]>): StarsRecord["stars"] {
  const { 1: one, 2: two, 3: three, 4: four, 5: five } = breakdown;
  return [cleanCount(one), cleanCount(two), cleanCount(three), cleanCount(four), cleanCount(five)];
}

function normaliseScreenshot({ url, device_type, order }: ScraperListing["screenshots"][number]): Screenshot[] {
  const cleanedUrl = cleanUrl(url);
  return cleanedUrl === null ? [] : [{ url: cleanedUrl, device_type, order }];
}

/** Returns the entries that can be read. When there are entries but none can be read, the response is unusable. */
export function keepReadable<Entry, Kept>(
  entries: readonly Entry[],
  normalise: (entry: Entry) => Kept | null,
  issues: z.RefinementCtx,
): Kept[] {
  const kept = entries.flatMap((entry) => normalise(entry) ?? []);
  if (entries.length === 0 || kept.length > 0) return kept;
  issues.addIssue({ code: "custom", message: `none of ${entries.length} entries can be read` });
  return z.NEVER;
}

/** Returns null for an entry whose id is not one of the store's; its rank then stays a gap. */
export function normaliseChartEntry(entry: ScraperChartEntry): ChartEntry | null {
  const app = normaliseSearchHit({ ...entry, rating_count: null });
  if (app === null) return null;
  return { ...app, rank: entry.rank, price: cleanPrice(entry.price), currency: cleanCurrency(entry.currency) };
}

export function normaliseChartPage({ charts, missing }: ScraperChartPage): ChartPage {
  return {
    charts: charts.map(({ collection, category, window, entries }) => ({
      collection,
      categoryExternalId: category,
      window,
      entries: entries.map(({ rank, app_id, name, icon_url }) => ({
        rank,
        externalId: app_id,
        name: cleanOptionalText(name, TITLE_LENGTH_MAX) || null,
        iconUrl: cleanUrl(icon_url),
      })),
    })),
    missing: missing.map(({ collection, category }) => ({ collection, categoryExternalId: category })),
  };
}

export function normalisePublisherApp(found: ScraperDeveloperApp): PublisherApp | null {
  const app = normaliseSearchHit({
    ...found,
    app_id: found.external_id,
    free: found.is_free,
    genre: found.category,
    genre_id: found.category_id,
  });
  if (app === null) return null;
  return {
    ...app,
    rating: found.rating === null ? null : roundToCents(found.rating),
    ratingCount: found.rating_count === null ? null : cleanCount(found.rating_count),
  };
}

export function normalisePublisherHit(developer: ScraperDeveloper): PublisherHit | null {
  const externalId = cleanId(developer.developer_id);
  if (externalId === null) return null;
  return {
    externalId,
    name: cleanText(developer.name, TITLE_LENGTH_MAX),
    url: cleanUrl(developer.url),
    appCount: cleanCount(developer.app_count),
    sampleApps: developer.sample_apps
      .filter((app) => externalAppId().safeParse(app.app_id).success)
      .map((app) => ({
        externalId: app.app_id,
        name: cleanText(app.name, TITLE_LENGTH_MAX),
        iconUrl: cleanUrl(app.icon_url),
      })),
  };
}
