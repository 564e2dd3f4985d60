import type { Db } from "../../db/client.ts";
import { takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import type { Platform } from "../domain/platform.ts";
import { bucketsOf, type RequestPurpose } from "../domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../domain/store-hosts.ts";
import type { Measure } from "../runtime/telemetry.ts";

/** Takes the tokens of these requests. Returns 0, or the seconds until they may be granted. */
export type StoreBudget = (costs: RequestCosts, purpose: RequestPurpose) => Promise<number>;

/** Takes the tokens of an immediate repeat. Returns 0 if it is granted. */
export type RetryBudget = (costs: RequestCosts) => Promise<number>;

export const unlimitedBudget: StoreBudget = async () => 0;

export const noBudget: RetryBudget = async () => Number.POSITIVE_INFINITY;

type BudgetDependencies = { readonly db: Db; readonly measure: Measure };

export function sharedBudget(
  { db, measure }: BudgetDependencies,
  { platform, stores }: { readonly platform: Platform; readonly stores: StoreSettings },
): StoreBudget {
  return async (costs, purpose) => {
    const buckets = bucketsOf(stores, costs, purpose);
    if (buckets.length === 0) return 0;
    const { usedShare, waitSeconds } = await takeTokens(db, buckets);
    measure("StoreBudgetUsedPercent", 100 * usedShare, { platform });
    return waitSeconds;
  };
}
