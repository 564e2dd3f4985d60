import type { Country } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { plannedItems } from "./plan.ts";

const HOUR_SECONDS = 3_600;

/** Of the time that a run may take; the rest of the budget is for charts, for users who wait, and for second attempts. */
const SHARE_OF_AGE = 0.25;

type ActiveRuns = {
  readonly platform: Platform;
  /** Requests a second that the store's budget allows. */
  readonly rate: number | "unlimited";
  readonly runAgeMaxHours: number;
  readonly countries: readonly Country[];
};

/**
 * Runs of one purpose that may be under way at once: as many as the store's budget completes in a quarter of the time
 * that a run may take. More would share the requests and none would end in time. `Infinity` where the store bears any
 * rate.
 */
export function activeRunsMax({ platform, rate, runAgeMaxHours, countries }: ActiveRuns): number {
  if (rate === "unlimited") return Number.POSITIVE_INFINITY;
  const items = plannedItems("listings", countries, platform) + plannedItems("metrics", countries, platform);
  const requests = 1 + items * platformFacts[platform].requestsPerItem;
  return Math.ceil((rate * runAgeMaxHours * SHARE_OF_AGE * HOUR_SECONDS) / requests);
}

/** Of the time that a run may take: what begins later does not end in time, and spends what others could end with. */
const TURN_SHARE_OF_AGE = 1 / 3;

/** How long a run that a user asked for may wait for its turn, in the unit of what is given. */
export function turnMax(runAgeMax: number): number {
  return runAgeMax * TURN_SHARE_OF_AGE;
}

/** Seconds between which a run that has to wait for others looks again whether its turn has come. */
const TURN_SECONDS = { min: 300, max: 600 };

/** `random` is from 0 to 1. */
export function waitForTurn(random: number): number {
  return TURN_SECONDS.min + random * (TURN_SECONDS.max - TURN_SECONDS.min);
}
