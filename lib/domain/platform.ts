import * as z from "zod";

export const platforms = ["ios", "android"] as const;
export const platformSchema = z.enum(platforms);
export type Platform = z.infer<typeof platformSchema>;

export type PlatformFacts = {
  readonly storeName: string;
  /** Where measured values live: a row per storefront, or one row under the global sentinel. */
  readonly metricsScope: "per_country" | "global";
  /** Requests that one listing or one storefront's metrics costs at the store. */
  readonly requestsPerItem: number;
};

export const platformFacts = {
  ios: { storeName: "App Store", metricsScope: "per_country", requestsPerItem: 2 },
  android: { storeName: "Google Play", metricsScope: "global", requestsPerItem: 1 },
} as const satisfies Record<Platform, PlatformFacts>;

/** The app ids that both stores use: digits on the App Store, a package name on Google Play. */
export const externalAppIdSchema = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9._]+$/);
