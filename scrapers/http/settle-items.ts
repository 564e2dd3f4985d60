import type { ScraperFailureReason } from "../contracts/records.ts";
import type { Call } from "./route.ts";
import { orAborted } from "./route-deadline.ts";
import { describeFailure, NotInStoreError, StoreError } from "./store-errors.ts";

/** What became of one item of many. */
export type Settled<Found> =
  | ({ readonly outcome: "found" } & Found)
  | { readonly outcome: "empty_response" }
  | {
      readonly outcome: "failed";
      readonly error: string;
      readonly statusCode: number;
      readonly reason: ScraperFailureReason;
      readonly retry_after_seconds: number | null;
    };

/**
 * Returns what became of each item, in order. What the store does to one item fails that item alone; an error that is
 * not the store's is a fault of this code and fails the call. Equal items are asked once; the store's slots bound the load.
 */
export async function settleItems<Item, Found>(
  items: readonly Item[],
  call: Call,
  ask: (item: Item) => Promise<Found>,
): Promise<readonly { readonly item: Item; readonly settled: Settled<Found> }[]> {
  const settledByKey = new Map<string, Promise<Settled<Found>>>();
  const settleOnce = (item: Item) => {
    const key = JSON.stringify(item);
    const settled = settledByKey.get(key) ?? settle(call, item, ask);
    settledByKey.set(key, settled);
    return settled;
  };
  // All of them end first, so that nothing is still under way when the call fails.
  const ended = await Promise.allSettled(items.map(async (item) => ({ item, settled: await settleOnce(item) })));
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

async function settle<Item, Found>(
  call: Call,
  item: Item,
  ask: (item: Item) => Promise<Found>,
): Promise<Settled<Found>> {
  try {
    return { outcome: "found", ...(await orAborted(call.signal, ask(item))) };
  } catch (error) {
    if (error instanceof NotInStoreError) return { outcome: "empty_response" };
    if (!(error instanceof StoreError)) throw error;
    const { reason } = error;
    const { body, retryAfterSeconds } = describeFailure(error);
    call.report("item.failed", { item, reason, error });
    return {
      outcome: "failed",
      error: body.error,
      statusCode: body.statusCode,
      reason,
      retry_after_seconds: retryAfterSeconds,
    };
  }
}
