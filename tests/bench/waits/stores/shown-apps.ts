import { createHash } from "node:crypto";

import type { Platform } from "../../../../lib/domain/platform.ts";
import {
  scraperIdentity,
  scraperListing,
  scraperMetrics,
  scraperSearchResult,
} from "../../../stores/scraper-responses.ts";

/** What the simulated stores show of any app: equal values each time, in all storefronts but where a limit is named. */

export type ShownApps = {
  readonly platform: Platform;
  /** Storefronts of apps that not all of them sell. */
  readonly soldIn: ReadonlyMap<string, readonly string[]>;
};

const VERSION = { version: "1.4", current_version_release_date: "2026-03-01T08:00:00.000Z" };
const PRICE = { price: 0, currency: "USD" };

export function isSold({ soldIn }: ShownApps, externalId: string, country: string): boolean {
  return soldIn.get(externalId)?.includes(country) ?? true;
}

export function shownIdentity(platform: Platform, externalId: string) {
  return scraperIdentity({
    app_id: externalId,
    name: `App ${externalId}`,
    ...shownCategory(platform),
    ...VERSION,
    ...PRICE,
    is_free: true,
    supported_locales: platform === "ios" ? ["EN", "DE", "JA"] : null,
  });
}

export function shownListing(platform: Platform, externalId: string, country: string, locale: string) {
  const texts = shownTexts(externalId, locale);
  const device = platform === "ios" ? "iphone" : "phone";
  return scraperListing({
    platform,
    country,
    locale,
    ...texts,
    subtitle: platform === "ios" ? `Subtitle ${locale}` : null,
    screenshots: [{ url: `https://images.example/${locale}/1.png`, device_type: device, order: 1 }],
    description_length: texts.description.length,
    ...VERSION,
    ...PRICE,
  });
}

/** A request for many apps shows no stars, and Google Play no size. */
export function shownMetrics(platform: Platform, country: string, { withStars }: { readonly withStars: boolean }) {
  return scraperMetrics({
    country,
    ...PRICE,
    ...(!withStars && { rating_breakdown: null }),
    ...(platform === "android" && { file_size_bytes: null, installs_range: "1,000,000+" }),
    version: VERSION.version,
  });
}

export function shownHit(platform: Platform, externalId: string) {
  const { category: genre, category_id: genre_id } = shownCategory(platform);
  return scraperSearchResult({ app_id: externalId, name: `App ${externalId}`, genre, genre_id });
}

/** SHA-256 of the texts of a storefront, as the scraper returns it. */
export function textHash(externalId: string, locale: string): string {
  const { title, description, whats_new } = shownTexts(externalId, locale);
  return createHash("sha256")
    .update(JSON.stringify([title, description, whats_new]))
    .digest("hex");
}

function shownTexts(externalId: string, locale: string) {
  return {
    title: `App ${externalId}`,
    description: `${externalId} in ${locale}. `.repeat(40),
    whats_new: `News in ${locale}.`,
  };
}

function shownCategory(platform: Platform) {
  return platform === "ios"
    ? { category: "Productivity", category_id: "6007" }
    : { category: "Productivity", category_id: "PRODUCTIVITY" };
}
