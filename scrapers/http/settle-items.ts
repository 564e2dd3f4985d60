import type { ScraperHostClass } from "../contracts/host-classes.ts";
import type { Absence, ScraperFailureReason } from "../contracts/records.ts";
import { type Call, orAborted } from "./route.ts";
import { absenceOf, classOf, describeFailure, NotInStoreError, StoreError } from "./store-errors.ts";

export type Settled<Found> =
  | ({ readonly outcome: "found" } & Found)
  | { readonly outcome: "empty_response"; readonly absence?: Absence }
  | {
      readonly outcome: "failed";
      readonly error: string;
      readonly statusCode: number;
      readonly reason: ScraperFailureReason;
      readonly host_class?: ScraperHostClass;
      readonly failing_class?: ScraperHostClass;
      readonly retry_after_seconds: number | null;
    };

/**
 * Returns the outcome of each item, in order. A store's failure fails only its item; any other error fails the call.
 * Equal items are requested once; the HTTP client bounds the concurrency.
 */
export async function settleItems<Item, Found>(
  items: readonly Item[],
  call: Call,
  request: (item: Item) => Promise<Found>,
): Promise<readonly { readonly item: Item; readonly settled: Settled<Found> }[]> {
  const settledByKey = new Map<string, Promise<Settled<Found>>>();
  const settleOnce = (item: Item) => {
    const key = JSON.stringify(item);
    const settled = settledByKey.get(key) ?? settle(call, item, request);
    settledByKey.set(key, settled);
    return settled;
  };
  // Waits for all items, so that no request is in flight when the call fails.
  const ended = await Promise.allSettled(items.map(async (item) => ({ item, settled: await settleOnce(item) })));
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

/** Returns the outcome of a part of an app, whose absence says nothing about the app. */
export function orMissing<Found>(settled: Settled<Found>) {
  return settled.outcome === "empty_response" ? ({ outcome: "missing" } as const) : settled;
}

async function settle<Item, Found>(
  call: Call,
  item: Item,
  request: (item: Item) => Promise<Found>,
): Promise<Settled<Found>> {
  try {
    return { outcome: "found", ...(await orAborted(call.signal, request(item))) };
  } catch (error) {
    if (error instanceof NotInStoreError) return { outcome: "empty_response", ...absenceOf(error) };
    if (!(error instanceof StoreError)) throw error;
    const { reason } = error;
    const { body, retryAfterSeconds } = describeFailure(error);
    call.report("item.failed", { item, reason, error });
    return {
      outcome: "failed",
      error: body.error,
      statusCode: body.statusCode,
      reason,
      ...classOf(error),
      retry_after_seconds: retryAfterSeconds,
    };
  }
}
