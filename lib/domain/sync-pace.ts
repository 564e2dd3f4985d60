import type { Country } from "./country.ts";
import { type Platform, platformFacts } from "./platform.ts";
import { itemCosts } from "./request-costs.ts";
import { countRequests } from "./store-hosts.ts";
import { countItems, itemPhases } from "./sync-phase.ts";

const HOUR_SECONDS = 3_600;

/** Share of a run's maximum age; the rest of the budget is for charts, for live requests and for second attempts. */
const SHARE_OF_AGE = 0.25;

/**
 * Returns the requests of a run that reads all of an app, as the first one does. Where metrics are global, identity is
 * read from a page that also shows them and, mostly, a listing.
 */
export function wholeRunRequests(countries: readonly Country[], platform: Platform): number {
  const items = countItems(countries, platform, itemPhases) - (platformFacts[platform].hasGlobalMetrics ? 2 : 0);
  return 1 + items * countRequests(itemCosts[platform]);
}

/** Days between two versions of an app, on average. */
export const VERSION_DAYS = 28;

/**
 * Requests of a later scheduled run on average, at most: identity, the primary pages, and pages and stars that have changed or
 * come round. Apps have a new version every `VERSION_DAYS`; a run of such an app requests its pages in all languages.
 */
export const LATER_RUN_REQUESTS = 10;

type ActiveRuns = {
  /** Requests a second that the store's budget allows. */
  readonly rate: number | "unlimited";
  readonly runAgeMaxHours: number;
  readonly requestsPerRun: number;
};

/**
 * Returns how many runs of one purpose may be under way at once: as many as the store's budget completes in a quarter
 * of a run's maximum age. More would share the requests, and none would end in time. `Infinity` for any rate.
 */
export function activeRunsMax({ rate, runAgeMaxHours, requestsPerRun }: ActiveRuns): number {
  if (rate === "unlimited") return Number.POSITIVE_INFINITY;
  return Math.ceil((rate * runAgeMaxHours * SHARE_OF_AGE * HOUR_SECONDS) / requestsPerRun);
}

/** Hours before an app whose last run failed is due again. */
export const FAILED_RETRY_HOURS = 1;

/** Jitter on top of an identity retry's delay, as a share of it. */
const RETRY_JITTER = 0.25;

/** Returns the seconds until the identity phase is tried again after `attempt` attempts; undefined after the last one. */
export function identityRetryDelaySeconds(
  delaysSeconds: readonly number[],
  attempt: number,
  { random, retryAfterSeconds }: { readonly random: () => number; readonly retryAfterSeconds: number | null },
): number | undefined {
  const delay = delaysSeconds[attempt - 1];
  return delay === undefined ? undefined : Math.max(delay * (1 + RETRY_JITTER * random()), retryAfterSeconds ?? 0);
}

/**
 * Seconds after a completed sync before another sync of the app may begin, unless the schedule or an operator starts it.
 * What was stored further ahead than this was stored before the calendar was set back: clocks of machines differ by less.
 */
export const COOLDOWN_SECONDS = 600;
