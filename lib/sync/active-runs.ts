import type { Country } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { countItems, itemPhases } from "../domain/sync-phase.ts";

const HOUR_SECONDS = 3_600;

/** Share of a run's maximum age. The rest of the budget is for charts, for users who wait, and for second attempts. */
const SHARE_OF_AGE = 0.25;

type ActiveRuns = {
  readonly platform: Platform;
  /** Requests a second that the store's budget allows. */
  readonly rate: number | "unlimited";
  readonly runAgeMaxHours: number;
  readonly countries: readonly Country[];
};

/**
 * Returns how many runs of one purpose may be under way at once: as many as the store's budget completes in a quarter of
 * a run's maximum age. More would share the requests, and none would end in time. `Infinity` for an unlimited rate.
 */
export function activeRunsMax({ platform, rate, runAgeMaxHours, countries }: ActiveRuns): number {
  if (rate === "unlimited") return Number.POSITIVE_INFINITY;
  const items = countItems(countries, platform, itemPhases);
  const requests = 1 + items * platformFacts[platform].requestsPerItem;
  return Math.ceil((rate * runAgeMaxHours * SHARE_OF_AGE * HOUR_SECONDS) / requests);
}

/** Share of a run's maximum age. A run that begins later would not end in time, and would waste the store's budget. */
const QUEUE_SHARE_OF_AGE = 1 / 3;

/** Returns how long a run that a user requested may wait for its turn, in the unit of `runAgeMax`. */
export function maxQueueWait(runAgeMax: number): number {
  return runAgeMax * QUEUE_SHARE_OF_AGE;
}

const TURN_POLL_SECONDS = { min: 300, max: 600 };

/** Returns the seconds until a run that waits for others checks again whether its turn has come. */
export function turnPollSeconds(random: number): number {
  return TURN_POLL_SECONDS.min + random * (TURN_POLL_SECONDS.max - TURN_POLL_SECONDS.min);
}
