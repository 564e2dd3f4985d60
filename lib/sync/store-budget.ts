import type { Db } from "../../db/client.ts";
import { takeTokens } from "../../db/queries/store-budgets.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { BATCH_ITEMS_MAX } from "./sync-item.ts";

/** Asks for the right to put that many requests to the store. Answers 0, or the seconds to wait before asking again. */
export type StoreBudget = (requests: number) => Promise<number>;

export const unlimitedBudget: StoreBudget = async () => 0;

type BudgetSettings = {
  readonly platform: Platform;
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may be saved up. */
  readonly capacity: number;
};

/** A token bucket in the database, so that all functions that call one store share it. */
export function sharedBudget(db: Db, settings: BudgetSettings): StoreBudget {
  const batchCost = BATCH_ITEMS_MAX * platformFacts[settings.platform].requestsPerItem;
  if (settings.capacity < batchCost) {
    throw new Error(`STORE_BUDGET_CAPACITY is ${settings.capacity}; one batch costs up to ${batchCost} requests.`);
  }
  return (requests) => takeTokens(db, { bucket: settings.platform, requests, ...settings });
}
