import * as z from "zod";

import { activeStorefronts, type Country, DEFAULT_COUNTRY, listingLanguages, storefrontCodes } from "./country.ts";
import type { FetchRules } from "./paced-fetch.ts";
import { type Platform, platformFacts } from "./platform.ts";

/**
 * A sweep reads the metrics and texts of all followed apps once a day, one storefront and many apps a request. A shard
 * holds the apps of one such request; a batch is a shard in one storefront.
 */

/**
 * `metrics` also reads texts where the apps of the shard are read in a language of the storefront, and `texts` reads a
 * second language of it.
 */
export const sweepBatchKinds = ["metrics", "texts"] as const;
export const sweepBatchKindSchema = () => z.enum(sweepBatchKinds);
type SweepBatchKind = (typeof sweepBatchKinds)[number];

/** One batch of one day. */
export type SweepKey = {
  readonly platform: Platform;
  readonly kind: SweepBatchKind;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** From 0. */
  readonly shard: number;
  readonly countryCode: string;
  /** The language of the texts that are read; empty for none. */
  readonly locale: string;
};

/**
 * The first number of express shards: those of apps that wait for a first sync or for one that a user requested. The
 * sweep of a day has the numbers below.
 */
export const FIRST_EXPRESS_SHARD = 10_000;

/** Returns whether a batch is of an express shard, and goes before those of the day's sweep. */
export function isExpress({ shard }: Pick<SweepKey, "shard">): boolean {
  return shard >= FIRST_EXPRESS_SHARD;
}

/** A batch is fetched until six hours after its day, and has three attempts. */
export const sweepRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 900] };

/**
 * A batch of an express shard has one attempt: users wait for it, and what it fails to read becomes a failed item of
 * their runs, which are reconciled.
 */
export const expressRules: FetchRules = { ...sweepRules, retryDelaysSeconds: [], throttledMax: 2 };

/**
 * Seconds between two express shards while the day's sweep would end late, so that apps which come meanwhile share one,
 * and the sweep of all followed apps ends. An hour then has room for 4 shards and the sweep at its pace.
 */
export const EXPRESS_REST_SECONDS = 900;

/** Apps that no user waits for share an express shard once so many of them wait, or one for so many seconds. */
export const UNHURRIED_EXPRESS = { apps: 100, seconds: 3_600 };

/**
 * The last batch of an express shard lets its runs go on. Where that is lost, a run checks again after so many seconds:
 * one that no user waits for checks once its shard has gathered and was read.
 */
export const RECHECK_SECONDS = { awaited: 1_800, scheduled: 1.5 * UNHURRIED_EXPRESS.seconds };

/** The sweep should end so long before its day, so that a late rush of users does not leave storefronts unread. */
export const SPARE_MINUTES = 120;

/** How much faster the sweep is during these rests, to make up for the time in which users had its slots. */
export const CATCH_UP = 1.5;

/** The most ids of one lookup: what other systems have requested for years without a failure. */
export const APPS_PER_REQUEST_MAX = 180;

/**
 * The limits of controls: at most `apps` apps show whether a storefront responds. The batch has found them, or the
 * storefront sold them within `days`. The result of a check of them is valid for `checkSeconds`.
 */
export const CONTROLS = { apps: 3, days: 3, checkSeconds: 60 };

/**
 * Further lists that must miss an app, and no control, before it is absent: one that was never seen there, and one that
 * was sold there; and the most that a batch requests.
 */
export const FURTHER_LISTS = { firstSight: 1, loss: 3, most: 6 };

/** More missing apps than these, of those that the storefront had before, are a failure of the store. */
const MASS_MISS = { share: 0.2, apps: 5 };

export function isMassMiss(missing: number, known: number): boolean {
  return missing > MASS_MISS.apps && missing > known * MASS_MISS.share;
}

/**
 * The batch in which the identity of most apps is read. A sync requests it without a language, and the store's own
 * choice is known here alone: in another language an app would change its name with every sweep, and back with every
 * sync.
 */
export const identityBatch = { countryCode: DEFAULT_COUNTRY, locale: "en-US" } as const;

/** Returns whether sweeps read the apps of a platform. */
export function isSwept(platform: Platform, { schedule }: { readonly schedule: "daily" | "off" }): boolean {
  return schedule === "daily" && platformFacts[platform].hasStorefrontApps;
}

/** Returns the storefronts of a sweep, the most important first. */
export function sweptStorefronts(countries: readonly Country[], platform: Platform): readonly string[] {
  return platformFacts[platform].hasStorefrontApps ? storefrontCodes(countries, platform) : [];
}

/** Returns how many batches a shard has: a storefront each, and one more for each other language that is read there. */
export function batchesPerShard(countries: readonly Country[], platform: Platform): number {
  const languages = new Map<string, number>();
  for (const {
    storefronts: [first = ""],
  } of listingLanguages(countries, platform)) {
    languages.set(first, (languages.get(first) ?? 0) + 1);
  }
  return sweptStorefronts(countries, platform).reduce((sum, code) => sum + Math.max(1, languages.get(code) ?? 0), 0);
}

/** A storefront of a sweep, and whether it is one of the largest: those that have a weight. */
export type SweptStorefront = { readonly code: string; readonly isLargest: boolean };

/** Returns the storefronts of a sweep with what decides how often they are read, the most important first. */
export function weighedStorefronts(countries: readonly Country[], platform: Platform): readonly SweptStorefront[] {
  if (!platformFacts[platform].hasStorefrontApps) return [];
  return activeStorefronts(countries, platform).map(({ code, priority }) => ({ code, isLargest: priority > 0 }));
}
