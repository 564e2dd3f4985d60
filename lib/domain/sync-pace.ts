import type { Country } from "./country.ts";
import { type Platform, platformFacts } from "./platform.ts";
import { itemCosts } from "./request-costs.ts";
import { countRequests } from "./store-hosts.ts";
import { countItems, itemPhases } from "./sync-phase.ts";

const HOUR_SECONDS = 3_600;

/** The share of a run's maximum age. The rest of the budget is for charts, live requests and second attempts. */
const SHARE_OF_AGE = 0.25;

/**
 * Returns the requests of a run that reads a whole app. With global metrics, the identity page also shows them and
 * usually a listing.
 */
export function wholeRunRequests(countries: readonly Country[], platform: Platform): number {
  const items = countItems(countries, platform, itemPhases) - (platformFacts[platform].hasGlobalMetrics ? 2 : 0);
  return 1 + items * countRequests(itemCosts[platform]);
}

export const VERSION_DAYS = 28;

/**
 * The most requests that a later scheduled run makes on average: identity, primary pages, and changed or periodic pages
 * and stars. A new version, every `VERSION_DAYS`, needs all its pages.
 */
export const LATER_RUN_REQUESTS = 10;

type ActiveRuns = {
  readonly rate: number | "unlimited";
  readonly runAgeMaxHours: number;
  readonly requestsPerRun: number;
};

/**
 * Returns how many runs of a purpose the budget completes in a quarter of a run's maximum age. With more runs at once,
 * none would end in time. `Infinity` if requests are unlimited.
 */
export function activeRunsMax({ rate, runAgeMaxHours, requestsPerRun }: ActiveRuns): number {
  if (rate === "unlimited") return Number.POSITIVE_INFINITY;
  return Math.ceil((rate * runAgeMaxHours * SHARE_OF_AGE * HOUR_SECONDS) / requestsPerRun);
}

export const FAILED_RETRY_HOURS = 1;

const RETRY_JITTER = 0.25;

export function identityRetryDelaySeconds(
  delaysSeconds: readonly number[],
  attempt: number,
  { random, retryAfterSeconds }: { readonly random: () => number; readonly retryAfterSeconds: number | null },
): number | undefined {
  const delay = delaysSeconds[attempt - 1];
  return delay === undefined ? undefined : Math.max(delay * (1 + RETRY_JITTER * random()), retryAfterSeconds ?? 0);
}

/**
 * Seconds between a completed sync and the next one, except for the schedule or an operator. Times further in the
 * future were stored before the calendar was set back.
 */
export const COOLDOWN_SECONDS = 600;
