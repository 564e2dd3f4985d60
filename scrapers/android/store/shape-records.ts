import { load } from "cheerio";

import { chartEntrySchema, type ScraperChartEntry } from "../../contracts/lists.ts";
import {
  identitySchema,
  listingSchema,
  metricsSchema,
  type ScraperIdentity,
  type ScraperListing,
  type ScraperMetrics,
} from "../../contracts/records.ts";
import type { ScraperSearchResult } from "../../contracts/search-results.ts";
import { checkRecord } from "../../http/check-record.ts";
import { isoInstant } from "../../http/iso-time.ts";
import type { AppRecord, RowRecord } from "./app-record.ts";
import type { Storefront } from "./play-store.ts";
import { publisherId } from "./publisher-id.ts";

export function shapeIdentity(app: AppRecord): ScraperIdentity {
  return checkRecord(identitySchema(), {
    app_id: app.appId,
    name: app.title,
    publisher_name: app.developer ?? null,
    publisher_external_id: app.developer ? publisherId(app.developer) : null,
    publisher_url: app.developerWebsite ?? null,
    category: app.genre ?? null,
    category_id: app.genreId ?? null,
    supported_locales: null,
    original_release_date: releaseDate(app.released),
    is_free: app.free && !app.preregister,
    ...priceOf(app),
    version: versionOf(app),
    current_version_release_date: isoInstant(app.updated),
    icon_url: app.icon ?? null,
    content_rating: app.contentRating ?? null,
  } satisfies ScraperIdentity);
}

export function shapeListing({ country, locale }: Storefront, app: AppRecord): ScraperListing {
  // The library writes Windows line breaks.
  const description = app.description.replaceAll("\r\n", "\n");
  const urls = app.screenshots.filter((url) => url !== null && url !== undefined);
  return checkRecord(listingSchema(), {
    platform: "android",
    country,
    locale,
    title: app.title,
    subtitle: null,
    short_description: app.summary ? plainText(app.summary) || null : null,
    description,
    promotional_text: null,
    whats_new: app.recentChanges ? plainText(app.recentChanges) || null : null,
    icon_url: app.icon ?? null,
    screenshots: urls.map((url, order) => ({ url, device_type: "phone" as const, order })),
    video_url: app.video ?? null,
    description_length: [...description].length,
    ...priceOf(app),
    version: versionOf(app),
    current_version_release_date: isoInstant(app.updated),
    unread_fields: [],
  } satisfies ScraperListing);
}

export function shapeMetrics(app: AppRecord, country: string): ScraperMetrics {
  const ratingCount = app.ratings ?? 0;
  return checkRecord(metricsSchema(), {
    country,
    rating: ratingCount === 0 ? null : (app.score ?? null),
    rating_count: ratingCount,
    rating_breakdown: app.histogram,
    ...priceOf(app),
    installs_range: app.installs || null,
    installs: app.maxInstalls ?? null,
    file_size_bytes: null,
    version: versionOf(app),
  } satisfies ScraperMetrics);
}

export function shapeSearchResult(row: RowRecord): ScraperSearchResult {
  return {
    app_id: row.appId,
    name: row.title,
    developer: row.developer ?? null,
    developer_id: row.developer ? publisherId(row.developer) : null,
    icon_url: row.icon ?? null,
    rating: row.score ?? null,
    rating_count: null,
    version: null,
    price: row.price === 0 && !row.free ? null : (row.price ?? null),
    free: row.free,
    currency: row.currency ?? null,
    genre: null,
    genre_id: null,
  };
}

export function shapeChartEntry(row: RowRecord, index: number): ScraperChartEntry {
  const { rating_count: _unknown, ...fields } = shapeSearchResult(row);
  return checkRecord(chartEntrySchema(), { ...fields, rank: index + 1, released: null } satisfies ScraperChartEntry);
}

/** The library returns price 0 for a price that it did not find, but then the app is not "free". */
function priceOf({ price, free, currency }: AppRecord): { price: number | null; currency: string | null } {
  const isUnknown = price === 0 && !free;
  return { price: isUnknown ? null : price, currency: currency ?? null };
}

function versionOf({ version }: AppRecord): string | null {
  return version === "VARY" || !version ? null : version;
}

function plainText(html: string): string {
  return load(html.replace(/<br\s*\/?>/gi, "\n"))
    .root()
    .text();
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Reads Google Play's English format, "Aug 15, 2011". */
function releaseDate(text: string | null | undefined): string | null {
  const [, name = "", day = "", year = ""] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text ?? "") ?? [];
  const month = months.indexOf(name) + 1;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return month > 0 && date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : null;
}
