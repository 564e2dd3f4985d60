import {
  identitySchema,
  metricsSchema,
  type ScraperIdentity,
  type ScraperMetrics,
  type ScraperSearchResult,
} from "../../contracts/records.ts";
import { checkRecord } from "../../http/check-record.ts";
import { isoDate, isoInstant } from "../../http/iso-time.ts";
import type { Stars } from "./app-page.ts";
import type { LookupRecord } from "./lookup-record.ts";

export function shapeIdentity(app: LookupRecord): ScraperIdentity {
  return checkRecord(identitySchema, {
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

export function shapeMetrics(app: LookupRecord, country: string, stars: Stars | undefined): ScraperMetrics {
  const ratingCount = app.reviews ?? 0;
  return checkRecord(metricsSchema, {
    country,
    rating: ratingCount === 0 ? null : (app.score ?? null),
    rating_count: ratingCount,
    rating_breakdown: stars === undefined ? null : { 1: stars[0], 2: stars[1], 3: stars[2], 4: stars[3], 5: stars[4] },
    price: app.price ?? null,
    currency: app.currency ?? null,
    installs_range: null,
    file_size_bytes: app.size ?? null,
    version: app.version || null,
  } satisfies ScraperMetrics);
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

function idText(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}
