import type { Platform } from "../../../lib/domain/platform.ts";

import type { TextLanguage } from "./languages.ts";
import type { Draws } from "./random.ts";
import type { Theme } from "./texts/phrases.ts";
import type { PrivacyType } from "./words.ts";

export type CataloguePublisher = {
  readonly platform: Platform;
  /** iOS: the artist id. Android: the name, spaces as `+` and reserved characters percent-encoded. */
  readonly externalId: string;
  readonly name: string;
  readonly website: string;
  readonly accountId: string;
  readonly isBranded: boolean;
  /** True if the App Store names a seller behind the name, and links to the publisher in its charts. */
  readonly hasSeller: boolean;
};

export type CatalogueCategory = {
  readonly externalId: string;
  readonly name: string;
  readonly parentExternalId: string | null;
};

export type AppFacts = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly bundleId: string;
  readonly brand: string;
  readonly theme: Theme;
  readonly publisher: CataloguePublisher;
  readonly category: CatalogueCategory;
  readonly languages: readonly [TextLanguage, ...TextLanguage[]];
  /** First day on which the store shows it: the day of the release, or an earlier one for pre-registration. */
  readonly listedOnDay: number;
  readonly releasedOnDay: number;
  /** First day on which the store no longer has it; null for one that stays. */
  readonly vanishesOnDay: number | null;
  /** In [0, 1). It affects installs, rating counts and search rank. */
  readonly fame: number;
  readonly draws: Draws;
};

export type CatalogueScreenshot = {
  readonly url: string;
  readonly device_type: "iphone" | "ipad" | "phone";
  readonly order: number;
};

export type ListingOnDay = {
  readonly country: string;
  readonly locale: string;
  /** The language of the texts, which differs from the locale's if the app has no texts in it. */
  readonly textLanguage: TextLanguage;
  readonly title: string;
  readonly subtitle: string | null;
  /** Google Play only. */
  readonly shortDescription: string | null;
  readonly description: string;
  readonly promotionalText: string | null;
  readonly whatsNew: string | null;
  readonly iconUrl: string;
  readonly screenshots: readonly CatalogueScreenshot[];
  readonly videoUrl: string | null;
  readonly version: string | null;
  readonly versionReleasedAt: string;
};

/** Counts for one star to five stars. */
export type Stars = readonly [number, number, number, number, number];

export type MetricsOnDay = {
  readonly country: string;
  readonly rating: number | null;
  readonly ratingCount: number;
  readonly stars: Stars;
  /** null where the store shows none; Google Play then shows no currency either. */
  readonly price: number | null;
  readonly currency: string | null;
  readonly installs: number | null;
  readonly installsRange: string | null;
  readonly fileSizeBytes: number | null;
  readonly version: string | null;
};

/** The attributes that a store shows of an app besides its texts, prices and ratings. */
export type AttributesOnDay = {
  readonly secondCategory: Pick<CatalogueCategory, "externalId" | "name"> | null;
  /** The age from which the app is suitable; each storefront has its own word for it. */
  readonly age: 4 | 9 | 12 | 17;
  readonly minimumOs: string;
  readonly devices: readonly string[];
  readonly hasAds: boolean;
  /** A price is in US dollars; null where the store shows none. */
  readonly purchases: readonly { readonly name: string; readonly usd: number | null }[];
  /** None for an app that collects no data. */
  readonly privacy: readonly { readonly type: PrivacyType; readonly categories: readonly string[] }[];
  /** Names of symbols. */
  readonly accessibility: readonly string[];
  /** With line breaks; null for a publisher that shows none. */
  readonly address: string | null;
  readonly hasPrivacyPolicy: boolean;
  /** Grows with each new picture. */
  readonly featureGraphic: number;
};

export type AppOnDay = {
  readonly facts: AppFacts;
  readonly day: number;
  readonly platform: Platform;
  readonly externalId: string;
  readonly name: string;
  readonly publisher: CataloguePublisher;
  readonly category: CatalogueCategory;
  /** A date, YYYY-MM-DD. */
  readonly originalReleaseDate: string;
  /** null where the store says "Varies with device". */
  readonly version: string | null;
  /** ISO 8601 instant with seconds. */
  readonly versionReleasedAt: string;
  readonly iconUrl: string;
  readonly attributes: AttributesOnDay;
  /** False before the release and after the app has left the store, when it is available nowhere. */
  readonly isInStore: boolean;
  /** Google Play shows it without rating and price, and it cannot be installed yet. */
  readonly isPreRegistration: boolean;
  isAvailable(country: string): boolean;
  unavailableCountries(): readonly string[];
  availableCountries(): readonly string[];
  /** Returns undefined where the app is not available. */
  listing(locale: string | null, country: string): ListingOnDay | undefined;
  metrics(country: string): MetricsOnDay | undefined;
};

export type CatalogueApp = AppFacts & { on(day: number): AppOnDay };
