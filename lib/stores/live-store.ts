import type { Db } from "../../db/client.ts";
import { type TakenTokens, takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import { LIVE_WAIT_SECONDS_MAX } from "../domain/call-limits.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { bucketsOf } from "../domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../domain/store-hosts.ts";
import { AppError } from "../errors.ts";
import type { CallContext, Deadline } from "./connector.ts";
import { describeStoreFailure } from "./live-store-error.ts";

export type LiveStoreDependencies = {
  readonly db: Db;
  readonly storeSettings: StoreSettings;
  readonly correlationId: string;
  readonly sleep: (ms: number) => Promise<void>;
};

export type LiveStore = {
  /** Takes the tokens of a request before it is sent. Waits for them, or throws the client's error. */
  pay(costs: RequestCosts): Promise<void>;
  /** Takes the tokens of requests that were already sent, on credit if there are none. */
  takeOnCredit(costs: RequestCosts): Promise<void>;
  context(): CallContext;
};

export function createLiveStore(
  { db, storeSettings, correlationId, sleep }: LiveStoreDependencies,
  platform: Platform,
  deadline: Deadline,
): LiveStore {
  let secondsLeft = LIVE_WAIT_SECONDS_MAX;
  const take = async (costs: RequestCosts, purpose: "live" | "on_credit"): Promise<TakenTokens> => {
    const buckets = bucketsOf(storeSettings, costs, purpose);
    return buckets.length === 0 ? { waitSeconds: 0, usedShare: 0 } : takeTokens(db, buckets);
  };
  return {
    async pay(costs) {
      for (;;) {
        const { met, waitSeconds } = await take(costs, "live");
        if (waitSeconds === 0) return;
        secondsLeft -= waitSeconds;
        if (secondsLeft < 0) throw denial(platform, waitSeconds, met);
        await sleep(waitSeconds * 1_000);
      }
    },
    async takeOnCredit(costs) {
      await take(costs, "on_credit");
    },
    context: () => ({
      correlationId,
      deadlineMs: deadline.remainingMs(),
      budget: async (costs) => (await take(costs, "live")).waitSeconds,
    }),
  };
}

function denial(platform: Platform, retryAfterSeconds: number, met: TakenTokens["met"]): AppError {
  if (met?.isBlocked === true) {
    return new AppError("store_unavailable", describeStoreFailure("store_unavailable", platform), {
      retryAfterSeconds,
    });
  }
  const { storeName } = platformFacts[platform];
  return new AppError("rate_limited", `${storeName} gets as many requests as it may at the moment.`, {
    retryAfterSeconds,
    ...(met !== undefined && { limit: met.requests }),
  });
}
