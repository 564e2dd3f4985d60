import type { ListingTarget } from "../../lib/domain/country.ts";
import type { FailureReason } from "../../lib/domain/failed-item.ts";
import type { AppIdentity, ListingRecord, MetricsRecord, SearchHit, StoreFailure } from "../../lib/stores/records.ts";

export function fakeIdentity(externalId: string, overrides: Partial<AppIdentity> = {}): AppIdentity {
  return {
    external_id: externalId,
    name: `App ${externalId}`,
    publisher_external_id: "284910",
    publisher_name: "Paper Kite Studio",
    publisher_url: "https://paperkite.example/",
    category_external_id: "6007",
    category_name: "Productivity",
    supported_locales: ["EN"],
    original_release_date: "2021-03-04",
    is_free: true,
    version: "1.0.0",
    version_released_at: "2026-01-02T03:04:05.000Z",
    icon_url: "https://images.example/icon.png",
    ...overrides,
  };
}

/** An app in a list, of which the store shows little. */
export function fakeHit(externalId: string, overrides: Partial<SearchHit> = {}): SearchHit {
  return {
    external_id: externalId,
    name: `App ${externalId}`,
    publisher_external_id: null,
    publisher_name: null,
    category_external_id: null,
    category_name: null,
    icon_url: null,
    is_free: true,
    ...overrides,
  };
}

export function fakeListing(target: ListingTarget, overrides: Partial<ListingRecord> = {}): ListingRecord {
  return {
    country_code: target.country,
    locale: target.locale,
    title: `Title ${target.locale}`,
    subtitle: null,
    short_description: null,
    description: `Description ${target.locale}`,
    promotional_text: null,
    whats_new: "Fixes.",
    icon_url: "https://images.example/icon.png",
    screenshots: [{ url: "https://images.example/1.png", device_type: "phone", order: 1 }],
    video_url: null,
    version: "1.0.0",
    version_released_at: "2026-01-02T03:04:05.000Z",
    unread_fields: [],
    ...overrides,
  };
}

export function fakeMetrics(country: string, overrides: Partial<MetricsRecord> = {}): MetricsRecord {
  return {
    country_code: country,
    rating: 4.5,
    rating_count: 100,
    stars: [2, 3, 5, 20, 70],
    price: 0,
    currency: "USD",
    installs_range: null,
    installs: null,
    file_size_bytes: null,
    ...overrides,
  };
}

export function storeFailure(
  reason: FailureReason,
  rest: { readonly status?: number | null; readonly retryAfterSeconds?: number | null } = {},
): StoreFailure {
  return { reason, status: rest.status ?? null, retryAfterSeconds: rest.retryAfterSeconds ?? null };
}
