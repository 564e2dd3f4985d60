import { BATCH_ITEMS_MAX, LIMITED_BATCH_ITEMS } from "./call-limits.ts";
import type { Country } from "./country.ts";
import { type Platform, platformFacts } from "./platform.ts";
import { starsRules } from "./stars.ts";
import { isLimited, platformBucket, type StoreSettings } from "./store-hosts.ts";
import { isSwept } from "./storefront-sweep.ts";
import { activeRunsMax, LATER_RUN_REQUESTS, wholeRunRequests } from "./sync-pace.ts";

export type SyncLimitSettings = {
  readonly stores: StoreSettings;
  readonly sync: { readonly runAgeMaxHours: number };
  readonly sweep: { readonly schedule: "daily" | "off"; readonly expressSeconds: number };
};

export type SyncLimits = {
  readonly batchItemsMax: number;
  /** Storefronts, besides the identity's, for which a scheduled run reads only the stars. */
  readonly starsPerRunMax: number;
  readonly scheduledRunsMax: number;
  /** True if every scheduled run reads the whole app, as the first one does. */
  readonly readsAll: boolean;
  readonly awaitsSweep: boolean;
  /** Seconds that the first app of an express shard waits for others; null if there are no sweeps. */
  readonly expressSeconds: number | null;
};

export function syncLimits(
  { stores, sweep, sync }: SyncLimitSettings,
  countries: readonly Country[],
  platform: Platform,
): SyncLimits {
  const isStoreLimited = isLimited(stores, platform);
  const awaitsSweep = isSwept(platform, sweep);
  const readsAll = platformFacts[platform].hasStorefrontApps && !awaitsSweep;
  const wholeRun = wholeRunRequests(countries, platform);
  const runsMax = (requestsPerRun: number) =>
    activeRunsMax({ ...sync, rate: platformBucket(stores, platform).rate, requestsPerRun });
  return {
    batchItemsMax: batchItemsMaxOf(stores, platform),
    starsPerRunMax: isStoreLimited ? starsRules.otherPerRun : countries.length,
    scheduledRunsMax: runsMax(readsAll ? wholeRun : LATER_RUN_REQUESTS),
    readsAll,
    awaitsSweep,
    expressSeconds: awaitsSweep ? sweep.expressSeconds : null,
  };
}

export function batchItemsMaxOf(stores: StoreSettings, platform: Platform): number {
  return isLimited(stores, platform) ? LIMITED_BATCH_ITEMS : BATCH_ITEMS_MAX;
}
