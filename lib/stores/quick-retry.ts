import { setTimeout as sleep } from "node:timers/promises";

import { type RequestCosts, timesCosts } from "../domain/store-hosts.ts";
import { type CallContext, type Deadline, startDeadline } from "./connector.ts";
import type { ItemLookup } from "./records.ts";
import type { RetryBudget } from "./store-budget.ts";

export type Call = { readonly correlationId: string; readonly deadline: Deadline };

const JITTER_MS = { min: 50, max: 250 };
/** For a longer wait, the next delivery retries, so that no paid function sleeps. */
const WAIT_SECONDS_MAX = 1;
/** No scraper responds in less. */
const ATTEMPT_MS_MIN = 50;

/**
 * Sends all items, then repeats the retryable failures once if the budget pays for them; the caller has paid only for
 * the first request. Returns lookups in the order of the items.
 */
export async function withQuickRetry<Item, Found>(
  client: { readonly random: () => number; readonly budget: RetryBudget },
  context: CallContext,
  { items, costsOfItem }: { readonly items: readonly Item[]; readonly costsOfItem: RequestCosts },
  sendItems: (items: readonly Item[], call: Call) => Promise<readonly ItemLookup<Found>[]>,
): Promise<readonly ItemLookup<Found>[]> {
  const call = { correlationId: context.correlationId, deadline: startDeadline(context.deadlineMs) };
  const lookups = await sendItems(items, call);
  const retryable = items.flatMap((item, index) => {
    const lookup = lookups[index];
    const waitSeconds = lookup?.outcome === "failed" ? (lookup.failure.retryAfterSeconds ?? 0) : Infinity;
    return waitSeconds <= WAIT_SECONDS_MAX ? [{ item, index, waitSeconds }] : [];
  });

  const jitterMs = JITTER_MS.min + client.random() * (JITTER_MS.max - JITTER_MS.min);
  const waitMs = jitterMs + 1000 * Math.max(0, ...retryable.map(({ waitSeconds }) => waitSeconds));
  if (retryable.length === 0 || call.deadline.remainingMs() < waitMs + ATTEMPT_MS_MIN) return lookups;
  const budget = context.budget ?? client.budget;
  if ((await budget(timesCosts(costsOfItem, retryable.length))) > 0) return lookups;
  await sleep(waitMs);

  const secondLookups = await sendItems(
    retryable.map(({ item }) => item),
    call,
  );
  const secondByIndex = new Map(retryable.map(({ index }, position) => [index, secondLookups[position]]));
  return lookups.map((lookup, index) => secondByIndex.get(index) ?? lookup);
}
