import type { ListingTarget } from "../../lib/domain/country.ts";
import type { FailureReason } from "../../lib/domain/failed-item.ts";
import type { AppIdentity, ListingRecord, MetricsRecord, StoreFailure } from "../../lib/stores/records.ts";

export function fakeIdentity(externalId: string, overrides: Partial<AppIdentity> = {}): AppIdentity {
  return {
    externalId,
    name: `App ${externalId}`,
    publisher: { externalId: "284910", name: "Paper Kite Studio", url: "https://paperkite.example/" },
    category: { externalId: "6007", name: "Productivity" },
    supportedLocales: ["EN"],
    originalReleaseDate: "2021-03-04",
    isFree: true,
    price: 0,
    currency: "USD",
    version: "1.0.0",
    versionReleasedAt: "2026-01-02T03:04:05.000Z",
    iconUrl: "https://images.example/icon.png",
    ...overrides,
  };
}

export function fakeListing(target: ListingTarget, overrides: Partial<ListingRecord> = {}): ListingRecord {
  return {
    country: target.country,
    locale: target.locale,
    title: `Title ${target.locale}`,
    subtitle: null,
    description: `Description ${target.locale}`,
    promotionalText: null,
    whatsNew: "Fixes.",
    iconUrl: "https://images.example/icon.png",
    screenshots: [{ url: "https://images.example/1.png", device_type: "phone", order: 1 }],
    videoUrl: null,
    version: "1.0.0",
    versionReleasedAt: "2026-01-02T03:04:05.000Z",
    unreadFields: [],
    ...overrides,
  };
}

export function fakeMetrics(country: string, overrides: Partial<MetricsRecord> = {}): MetricsRecord {
  return {
    country,
    rating: 4.5,
    ratingCount: 100,
    stars: [2, 3, 5, 20, 70],
    price: 0,
    currency: "USD",
    installsRange: null,
    fileSizeBytes: null,
    ...overrides,
  };
}

export function storeFailure(
  reason: FailureReason,
  rest: { readonly status?: number | null; readonly retryAfterSeconds?: number | null } = {},
): StoreFailure {
  return { reason, status: rest.status ?? null, retryAfterSeconds: rest.retryAfterSeconds ?? null };
}
