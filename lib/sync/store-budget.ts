import type { Db } from "../../db/client.ts";
import { takeTokens } from "../../db/queries/store-budgets.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { Measure } from "../runtime/metrics.ts";
import { BATCH_ITEMS_MAX } from "./sync-item.ts";

/** Asks for the right to put that many requests to the store. Responses 0, or the seconds to wait before asking again. */
export type StoreBudget = (requests: number) => Promise<number>;

export const unlimitedBudget: StoreBudget = async () => 0;

/** Grants nothing, ever. */
export const noBudget: StoreBudget = async () => Number.POSITIVE_INFINITY;

/**
 * Tokens that a batch of a sync leaves for charts, which take one each and cannot be fetched on another day: the batch
 * that found the bucket just above zero would put them all off until its credit is paid back.
 */
export const SYNC_FLOOR = 12;
export const CHART_FLOOR = 1;

type BudgetSettings = {
  readonly platform: Platform;
  /** Requests a second. */
  readonly rate: number | "unlimited";
  /** Requests that may be saved up. */
  readonly capacity: number;
  /** Tokens that must be there. */
  readonly floor: number;
};

/** Seconds between which those that found no token spread: a bucket near zero would be asked by all of them at once. */
const SPREAD_SECONDS = { min: 30, max: 90 };

/** When to ask again: not before the credit is paid back, and not together with all others. `random` is from 0 to 1. */
export function spreadWait(waitSeconds: number, random: number): number {
  return Math.max(waitSeconds, SPREAD_SECONDS.min + random * (SPREAD_SECONDS.max - SPREAD_SECONDS.min));
}

/** A token bucket in the database, so that all functions that call one store share it; none where it bears any rate. */
export function sharedBudget(
  { db, measure, random }: { readonly db: Db; readonly measure: Measure; readonly random: () => number },
  settings: BudgetSettings,
): StoreBudget {
  const { platform, rate, capacity, floor } = settings;
  if (rate === "unlimited") return unlimitedBudget;
  const batchCost = BATCH_ITEMS_MAX * platformFacts[platform].requestsPerItem;
  if (capacity < batchCost) {
    throw new Error(`The capacity of the store budget is ${capacity}; one batch costs up to ${batchCost} requests.`);
  }
  return async (requests) => {
    const { tokens, waitSeconds } = await takeTokens(db, { bucket: platform, requests, rate, capacity, floor });
    measure("StoreBudgetUsedPercent", (100 * (capacity - tokens)) / capacity, { platform });
    return waitSeconds === 0 ? 0 : spreadWait(waitSeconds, random());
  };
}
