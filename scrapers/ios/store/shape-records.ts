import { pageSchema, ratingsSchema, type ScraperPage, type ScraperRatings } from "../../contracts/app-parts.ts";
import { chartEntrySchema, type ScraperChartEntry } from "../../contracts/lists.ts";
import {
  identitySchema,
  listingSchema,
  metricsSchema,
  type ScraperIdentity,
  type ScraperListing,
  type ScraperMetrics,
  unreadableListingFieldSchema,
} from "../../contracts/records.ts";
import type { ScraperSearchResult } from "../../contracts/search-results.ts";
import { checkRecord } from "../../http/check-record.ts";
import { isoDate, isoInstant } from "../../http/iso-time.ts";
import type { AppPage, Stars } from "./app-page.ts";
import type { ChartRecord } from "./chart.ts";
import type { LookupRecord, Storefront } from "./look-up.ts";
import type { StorefrontRatings } from "./read-ratings.ts";

export function shapeIdentity(app: LookupRecord): ScraperIdentity {
  return checkRecord(identitySchema(), {
    app_id: String(app.id),
    name: app.title,
    publisher_name: app.developer ?? null,
    publisher_external_id: idText(app.developerId),
    publisher_url: app.developerUrl ?? null,
    category: app.primaryGenre ?? null,
    category_id: idText(app.primaryGenreId),
    supported_locales: app.languages ?? null,
    original_release_date: isoDate(app.released),
    is_free: app.price === 0,
    price: app.price ?? null,
    currency: app.currency ?? null,
    version: app.version || null,
    current_version_release_date: isoInstant(app.updated),
    icon_url: app.icon ?? null,
    content_rating: app.contentRating ?? null,
  } satisfies ScraperIdentity);
}

/** Without a requested language, the locale is the page's language, or else the country. */
export function shapeListing({ country, lang }: Storefront, app: LookupRecord, page: AppPage): ScraperListing {
  const description = app.description ?? "";
  return checkRecord(listingSchema(), {
    platform: "ios",
    country,
    locale: lang ?? page.locale ?? country,
    title: app.title,
    short_description: null,
    description,
    whats_new: app.releaseNotes || null,
    icon_url: app.icon ?? null,
    description_length: [...description].length,
    price: app.price ?? null,
    currency: app.currency ?? null,
    version: app.version || null,
    current_version_release_date: isoInstant(app.updated),
    ...shapePageFields(app, page),
  } satisfies ScraperListing);
}

type Target = { readonly country: string; readonly locale: string };

export function shapePage(target: Target, page: AppPage): ScraperPage {
  return checkRecord(pageSchema(), { ...target, ...shapePageFields({}, page) } satisfies ScraperPage);
}

type Pictures = Pick<LookupRecord, "screenshots" | "ipadScreenshots">;

function shapePageFields(app: Pictures, page: AppPage) {
  const { screenshots, areComplete } = readPictures(app, page);
  const { subtitle, promotional_text, media } = page;
  const read = { subtitle, promotional_text, screenshots: areComplete || undefined, video_url: media };
  return {
    subtitle: subtitle ?? null,
    promotional_text: promotional_text ?? null,
    screenshots,
    video_url: media?.videoUrl ?? null,
    unread_fields: unreadableListingFieldSchema().options.filter((field) => read[field] === undefined),
  };
}

/** Lookup lacks the screenshots of some apps; the page has them all. */
function readPictures(app: Pictures, page: AppPage) {
  const found = { iphone: app.screenshots ?? [], ipad: app.ipadScreenshots ?? [] };
  const devices = ["iphone", "ipad"] as const;
  const screenshots = devices.flatMap((device) => {
    const urls = found[device].length > 0 ? found[device] : (page.media?.[device] ?? []);
    return urls.map((url, order) => ({ url, device_type: device, order }));
  });
  return { screenshots, areComplete: page.media !== undefined || devices.every((device) => found[device].length > 0) };
}

export function shapeMetrics(app: LookupRecord, country: string, stars: Stars | undefined): ScraperMetrics {
  const ratingCount = app.reviews ?? 0;
  return checkRecord(metricsSchema(), {
    country,
    rating: ratingCount === 0 ? null : (app.score ?? null),
    rating_count: ratingCount,
    rating_breakdown: stars === undefined ? null : shapeStars(stars),
    price: app.price ?? null,
    currency: app.currency ?? null,
    installs_range: null,
    installs: null,
    file_size_bytes: app.size ?? null,
    version: app.version || null,
  } satisfies ScraperMetrics);
}

export function shapeRatings(country: string, { average, count, stars }: StorefrontRatings): ScraperRatings {
  return checkRecord(ratingsSchema(), {
    country,
    rating: count === 0 ? null : average,
    rating_count: count,
    rating_breakdown: shapeStars(stars),
  } satisfies ScraperRatings);
}

function shapeStars(stars: Stars) {
  return { 1: stars[0], 2: stars[1], 3: stars[2], 4: stars[3], 5: stars[4] };
}

export function shapeSearchResult(app: LookupRecord): ScraperSearchResult {
  return {
    app_id: String(app.id),
    name: app.title,
    developer: app.developer ?? null,
    developer_id: idText(app.developerId),
    icon_url: app.icon ?? null,
    rating: app.reviews ? (app.score ?? null) : null,
    rating_count: app.reviews ?? null,
    version: app.version || null,
    price: app.price ?? null,
    free: app.price === 0,
    currency: app.currency ?? null,
    genre: app.primaryGenre ?? null,
    genre_id: idText(app.primaryGenreId),
  };
}

export function shapeChartEntry(row: ChartRecord, index: number): ScraperChartEntry {
  return checkRecord(chartEntrySchema(), {
    rank: index + 1,
    app_id: row.id,
    name: row.title,
    developer: row.developer ?? null,
    developer_id: artistId(row.developerUrl),
    icon_url: row.icon ?? null,
    rating: null,
    version: null,
    price: row.price,
    free: row.price === 0,
    currency: row.currency ?? null,
    genre: row.genre ?? null,
    genre_id: row.genreId ?? null,
    released: isoDate(row.released),
  } satisfies ScraperChartEntry);
}

/** Returns the number in an artist's URL. The library cuts at the first "/id", as in "/idea". */
function artistId(url: string | null | undefined): string | null {
  return /\/(?:id)?(\d+)(?:[?#]|$)/.exec(url ?? "")?.[1] ?? null;
}

function idText(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}
