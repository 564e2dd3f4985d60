import type { ScraperChartEntry, ScraperDeveloper, ScraperDeveloperApp } from "../../scrapers/contracts/lists.ts";
import type { ScraperIdentity, ScraperListing, ScraperMetrics } from "../../scrapers/contracts/records.ts";
import type { ScraperSearchResult } from "../../scrapers/contracts/search-results.ts";

/** Well-formed responses of the scrapers, which tests change. */

export function scraperIdentity(overrides: Partial<ScraperIdentity> = {}): ScraperIdentity {
  return {
    app_id: "1001",
    name: "Paper Kite",
    publisher_name: "Paper Kite Studio",
    publisher_external_id: "2001",
    publisher_url: "https://paperkite.example/",
    category: "Productivity",
    category_id: "6007",
    supported_locales: ["EN", "DE"],
    original_release_date: "2021-03-04",
    is_free: false,
    price: 4.99,
    currency: "USD",
    version: "3.1",
    current_version_release_date: "2026-05-06T07:08:09.000Z",
    icon_url: "https://images.example/icon.png",
    content_rating: "4+",
    ...overrides,
  };
}

export function scraperListing(overrides: Partial<ScraperListing> = {}): ScraperListing {
  return {
    platform: "ios",
    country: "us",
    locale: "en-US",
    title: "Paper Kite",
    subtitle: "Fly high",
    short_description: null,
    description: "A kite of paper.",
    promotional_text: null,
    whats_new: "Stronger wind.",
    icon_url: "https://images.example/icon.png",
    screenshots: [{ url: "https://images.example/1.png", device_type: "iphone", order: 1 }],
    video_url: null,
    description_length: 16,
    price: 4.99,
    currency: "USD",
    version: "3.1",
    current_version_release_date: "2026-05-06T07:08:09.000Z",
    unread_fields: [],
    ...overrides,
  };
}

export function scraperMetrics(overrides: Partial<ScraperMetrics> = {}): ScraperMetrics {
  return {
    country: "us",
    rating: 4.5678,
    rating_count: 15,
    rating_breakdown: { "1": 1, "2": 2, "3": 3, "4": 4, "5": 5 },
    price: 4.994,
    currency: "USD",
    installs_range: null,
    installs: null,
    file_size_bytes: 123_456,
    version: "3.1",
    ...overrides,
  };
}

export function scraperSearchResult(overrides: Partial<ScraperSearchResult> = {}): ScraperSearchResult {
  return {
    app_id: "1001",
    name: "Paper Kite",
    developer: "Paper Kite Studio",
    developer_id: "2001",
    icon_url: "https://images.example/icon.png",
    rating: 4.5,
    rating_count: 15,
    version: "3.1",
    price: 0,
    free: true,
    currency: "USD",
    genre: "Productivity",
    genre_id: "6007",
    ...overrides,
  };
}

export function scraperChartEntry(overrides: Partial<ScraperChartEntry> = {}): ScraperChartEntry {
  const { rating_count: _unknown, ...app } = scraperSearchResult();
  return { ...app, rank: 1, released: null, ...overrides };
}

export function scraperDeveloperApp(overrides: Partial<ScraperDeveloperApp> = {}): ScraperDeveloperApp {
  const { app_id, free, genre, genre_id, ...app } = scraperSearchResult();
  return { ...app, external_id: app_id, is_free: free, category: genre, category_id: genre_id, ...overrides };
}

export function scraperDeveloper(overrides: Partial<ScraperDeveloper> = {}): ScraperDeveloper {
  return {
    developer_id: "2001",
    name: "Paper Kite Studio",
    url: "https://paperkite.example/",
    app_count: 5,
    sample_apps: [{ app_id: "1001", name: "Paper Kite", icon_url: "https://images.example/icon.png" }],
    ...overrides,
  };
}

export function foundListing(country: string, locale: string, overrides: Partial<ScraperListing> = {}) {
  return { outcome: "found", country, locale, listing: scraperListing({ country, locale, ...overrides }) };
}

export function foundMetrics(country: string, overrides: Partial<ScraperMetrics> = {}) {
  return { outcome: "found", country, metrics: scraperMetrics({ country, ...overrides }) };
}

export function failedOutcome(reason: string, statusCode: number, retryAfterSeconds: number | null = null) {
  return { outcome: "failed", error: "The store failed", statusCode, reason, retry_after_seconds: retryAfterSeconds };
}
