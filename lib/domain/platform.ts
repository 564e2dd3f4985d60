import * as z from "zod";

export const platforms = ["ios", "android"] as const;
export const platformSchema = () => z.enum(platforms);
export type Platform = (typeof platforms)[number];

export type SingleCall =
  | "fetchIdentity"
  | "fetchMetrics"
  | "fetchChart"
  | "searchApps"
  | "searchPublishers"
  | "suggestTerms"
  | "fetchPublisherApps";

export type StoreApp = { readonly platform: Platform; readonly externalId: string };

export type PlatformFacts = {
  readonly storeName: string;
  /** True if metrics are one row under `GLOBAL_COUNTRY`. Otherwise there is a row per storefront. */
  readonly hasGlobalMetrics: boolean;
  readonly hasShortDescription: boolean;
  /** True if the store shows how often an app was installed. */
  readonly hasInstalls: boolean;
  readonly hasStorefrontApps: boolean;
  readonly hasChartPages: boolean;
  /** Apps on each further page of a publisher; `Infinity` if the store lists all of them at once. */
  readonly publisherAppsPerPage: number;
};

export const platformFacts = {
  ios: {
    storeName: "App Store",
    hasGlobalMetrics: false,
    hasShortDescription: false,
    hasInstalls: false,
    hasStorefrontApps: true,
    hasChartPages: true,
    publisherAppsPerPage: Number.POSITIVE_INFINITY,
  },
  android: {
    storeName: "Google Play",
    hasGlobalMetrics: true,
    hasShortDescription: true,
    hasInstalls: true,
    hasStorefrontApps: false,
    hasChartPages: false,
    publisherAppsPerPage: 100,
  },
} as const satisfies Record<Platform, PlatformFacts>;

/** The app ids of both stores: digits on the App Store, a package name on Google Play. */
export const externalAppIdSchema = () =>
  z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9._]+$/);

export const storeCategoryTypes = ["app", "game", "magazine"] as const;
export type StoreCategoryType = (typeof storeCategoryTypes)[number];

export type StoreCategory = {
  readonly platform: Platform;
  readonly externalId: string | null;
  readonly name: string;
  readonly slug: string;
  readonly type: StoreCategoryType;
  readonly parentExternalId: string | null;
};
