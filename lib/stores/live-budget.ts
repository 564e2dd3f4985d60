import type { Db } from "../../db/client.ts";
import { type TakenLiveTokens, takeLiveTokens } from "../../db/queries/live-allowances.ts";
import type { LiveLimits } from "../domain/live-limits.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { AppError } from "../errors.ts";
import type { StoreBudget } from "./store-budget.ts";

export type LiveBudgetDependencies = {
  readonly db: Db;
  readonly liveLimits: Readonly<Record<Platform, LiveLimits | "unlimited">>;
};

/** What one user's live requests to one store are paid from. */
export type LiveBudget = {
  /** Takes what a request costs. Throws when the user, or all users together, have put too many requests. */
  take(requests: number): Promise<void>;
  /** Takes for what the store has been asked already, on credit. */
  owe(requests: number): Promise<void>;
  /** Returns 0, or the seconds to wait: for the quick retry of a request. */
  readonly retries: StoreBudget;
};

export function liveBudget(
  deps: LiveBudgetDependencies,
  { platform, userId }: { readonly platform: Platform; readonly userId: number },
): LiveBudget {
  const limits = deps.liveLimits[platform];
  const ask = async (requests: number, isOwed: boolean): Promise<TakenLiveTokens> => {
    if (limits === "unlimited" || requests === 0) return { outcome: "taken" };
    return takeLiveTokens(deps.db, { platform, userId, requests, limits, isOwed });
  };
  return {
    async take(requests) {
      const taken = await ask(requests, false);
      if (taken.outcome === "denied" && limits !== "unlimited") throw denial(platform, taken, limits);
    },
    async owe(requests) {
      await ask(requests, true);
    },
    async retries(requests) {
      const taken = await ask(requests, false);
      return taken.outcome === "denied" ? taken.waitSeconds : 0;
    },
  };
}

function denial(
  platform: Platform,
  { by, waitSeconds }: Extract<TakenLiveTokens, { readonly outcome: "denied" }>,
  { userPerHour }: LiveLimits,
): AppError {
  const { storeName } = platformFacts[platform];
  const retry = { retryAfterSeconds: waitSeconds };
  return by === "user"
    ? new AppError("rate_limited", `More than ${Math.floor(userPerHour)} requests to ${storeName} in an hour.`, retry)
    : new AppError(
        "store_unavailable",
        `${storeName} is not asked for now: it was asked as often as it allows.`,
        retry,
      );
}
