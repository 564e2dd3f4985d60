import * as z from "zod";

import { activeStorefronts, type Country, DEFAULT_COUNTRY, listingLanguages, storefrontCodes } from "./country.ts";
import type { FetchRules } from "./paced-fetch.ts";
import { type Platform, platformFacts } from "./platform.ts";

/**
 * A sweep reads the metrics and texts of all followed apps once a day, many apps of a storefront per request. A shard
 * holds the apps of one request; a batch is a shard in one storefront.
 */

/**
 * `metrics` also reads texts if the shard's apps are read in a language of the storefront. `texts` reads a second
 * language of it.
 */
export const sweepBatchKinds = ["metrics", "texts"] as const;
export const sweepBatchKindSchema = () => z.enum(sweepBatchKinds);
type SweepBatchKind = (typeof sweepBatchKinds)[number];

export type SweepKey = {
  readonly platform: Platform;
  readonly kind: SweepBatchKind;
  readonly day: string;
  readonly shard: number;
  readonly countryCode: string;
  readonly locale: string;
};

/** Express shards, of apps that wait for a sync, are numbered from here. The day's sweep has lower numbers. */
export const FIRST_EXPRESS_SHARD = 10_000;

export function isExpress({ shard }: Pick<SweepKey, "shard">): boolean {
  return shard >= FIRST_EXPRESS_SHARD;
}

/** A batch is fetched until six hours after its day, in at most three attempts. */
export const sweepRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 900] };

/**
 * An express batch has one attempt because users wait for it. Apps that it fails to read become failed items of their
 * runs, which reconciling repeats.
 */
export const expressRules: FetchRules = { ...sweepRules, retryDelaysSeconds: [], throttledMax: 2 };

/**
 * Seconds between two express shards while the day's sweep would end late. Apps that arrive meanwhile share a shard. An
 * hour has room for 4 shards and the sweep.
 */
export const EXPRESS_REST_SECONDS = 900;

/** Apps without a waiting user share an express shard, once this many wait or one has waited this long. */
export const UNHURRIED_EXPRESS = { apps: 100, seconds: 3_600 };

/**
 * The last batch of an express shard continues its runs. If that is lost, a run checks again after this time. A
 * scheduled one allows for the shard to gather and be read.
 */
export const RECHECK_SECONDS = { awaited: 1_800, scheduled: 1.5 * UNHURRIED_EXPRESS.seconds };

/** The sweep should end this long before its day, so that a late rush of users leaves no storefront unread. */
export const SPARE_MINUTES = 120;

/** The speed-up of the sweep during these rests, to compensate for the slots that users took. */
export const CATCH_UP = 1.5;

/** The most ids of one lookup. Other systems have requested as many for years without a failure. */
export const APPS_PER_REQUEST_MAX = 180;

/**
 * At most `apps` controls show whether a storefront responds. The batch found them, or the storefront sold them within
 * `days`. A check is valid for `checkSeconds`.
 */
export const CONTROLS = { apps: 3, days: 3, checkSeconds: 60 };

/**
 * Further lists that must miss an app, but no control, before it is absent. The numbers are for an app on first sight,
 * for a sold app, and the most per batch.
 */
export const FURTHER_LISTS = { firstSight: 1, loss: 3, most: 6 };

/** If more than these of the apps that a storefront had are missing, the store has failed. */
const MASS_MISS = { share: 0.2, apps: 5 };

export function isMassMiss(missing: number, known: number): boolean {
  return missing > MASS_MISS.apps && missing > known * MASS_MISS.share;
}

/**
 * Most identities are read in this batch, since only here is the language of syncs, the store's choice, known. Another
 * language would rename apps with every sweep.
 */
export const identityBatch = { countryCode: DEFAULT_COUNTRY, locale: "en-US" } as const;

export function isSwept(platform: Platform, { schedule }: { readonly schedule: "daily" | "off" }): boolean {
  return schedule === "daily" && platformFacts[platform].hasStorefrontApps;
}

export function sweptStorefronts(countries: readonly Country[], platform: Platform): readonly string[] {
  return platformFacts[platform].hasStorefrontApps ? storefrontCodes(countries, platform) : [];
}

/** Returns the number of batches per shard: one per storefront, and one per further language that is read there. */
export function batchesPerShard(countries: readonly Country[], platform: Platform): number {
  const languages = new Map<string, number>();
  for (const {
    storefronts: [first = ""],
  } of listingLanguages(countries, platform)) {
    languages.set(first, (languages.get(first) ?? 0) + 1);
  }
  return sweptStorefronts(countries, platform).reduce((sum, code) => sum + Math.max(1, languages.get(code) ?? 0), 0);
}

export type SweptStorefront = { readonly code: string; readonly isLargest: boolean };

export function weighedStorefronts(countries: readonly Country[], platform: Platform): readonly SweptStorefront[] {
  if (!platformFacts[platform].hasStorefrontApps) return [];
  return activeStorefronts(countries, platform).map(({ code, priority }) => ({ code, isLargest: priority > 0 }));
}

const DAY_MS = 86_400_000;

/** Returns whether a storefront without the app is due for another check. 0 `recheckDays` means never. */
export function isRecheckDue(checkedAt: Date, now: Date, recheckDays: number): boolean {
  return recheckDays > 0 && now.getTime() - checkedAt.getTime() >= recheckDays * DAY_MS;
}
