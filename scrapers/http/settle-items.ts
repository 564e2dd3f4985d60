import type { ScraperFailureReason } from "../contracts/records.ts";
import { describeFailure } from "./describe-failure.ts";
import type { Call } from "./route.ts";
import { orAborted } from "./route-deadline.ts";
import { NotInStoreError } from "./store-errors.ts";

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
 * Asks for every item at once and answers for each, in order: no item waits for or fails with another, and the end
 * of the route's time fails only those still open. Equal items are asked for once. The store's slots bound the load.
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
  return Promise.all(items.map(async (item) => ({ item, settled: await settleOnce(item) })));
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
    const { body, retryAfterSeconds } = describeFailure(error);
    const reason = body.reason ?? "invalid_response";
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
