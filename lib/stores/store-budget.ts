import type { Db } from "../../db/client.ts";
import { takeTokens } from "../../db/queries/store-budgets.ts";
import { BATCH_ITEMS_MAX, spreadWait } from "../domain/call-limits.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { Measure } from "../runtime/metrics.ts";

/** Takes the right to make so many requests to the store. Returns 0, or the seconds to wait before the next try. */
export type StoreBudget = (requests: number) => Promise<number>;

export const unlimitedBudget: StoreBudget = async () => 0;

/** Never grants a request. */
export const noBudget: StoreBudget = async () => Number.POSITIVE_INFINITY;

type BudgetSettings = {
  readonly platform: Platform;
  /** Requests a second. */
  readonly rate: number | "unlimited";
  /** Requests that may be saved up. */
  readonly capacity: number;
  /** Tokens that must be there. */
  readonly floor: number;
};

/** Returns a token bucket in the database, which all functions that call one store share. */
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
