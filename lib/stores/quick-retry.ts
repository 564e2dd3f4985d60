import { setTimeout as sleep } from "node:timers/promises";
import type { Deadline } from "./deadline.ts";
import type { ItemLookup, StoreFailure } from "./records.ts";
import type { StoreBudget } from "./store-budget.ts";

const JITTER_MS_MIN = 50;
const JITTER_MS_MAX = 250;
/** A store that asks for a longer wait is asked by the next delivery, not by a paid function that sleeps. */
const WAIT_SECONDS_MAX = 1;
/** Less than this is no time in which a scraper could respond. */
const ATTEMPT_MS_MIN = 50;

type RetryDependencies = {
  readonly random: () => number;
  readonly deadline: Deadline;
  /** Pays for what is asked a second time; the caller has paid for the first. */
  readonly budget: StoreBudget;
  readonly requestsPerItem: number;
};

/**
 * Asks all items, then once more, in one call, those that failed and may be asked again at once, as far as the store's
 * budget pays for them. Returns lookups in the order of the items. `ask` returns one for each item it is given, in order.
 */
export async function askWithQuickRetry<Item, Found>(
  deps: RetryDependencies,
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<readonly ItemLookup<Found>[]>,
): Promise<readonly ItemLookup<Found>[]> {
  const lookups = await ask(items);
  const retryable = items.flatMap((item, index) => {
    const lookup = lookups[index];
    return lookup?.outcome === "failed" && mayRetryNow(lookup.failure)
      ? [{ item, index, failure: lookup.failure }]
      : [];
  });

  const waitMs = jitterMs(deps.random) + 1000 * Math.max(0, ...retryable.map(({ failure }) => waitSeconds(failure)));
  if (retryable.length === 0 || deps.deadline.remainingMs() < waitMs + ATTEMPT_MS_MIN) return lookups;
  if ((await deps.budget(retryable.length * deps.requestsPerItem)) > 0) return lookups;
  await sleep(waitMs);

  const secondLookups = await ask(retryable.map(({ item }) => item));
  const secondByIndex = new Map(retryable.map(({ index }, position) => [index, secondLookups[position]]));
  return lookups.map((lookup, index) => secondByIndex.get(index) ?? lookup);
}

function mayRetryNow(failure: StoreFailure): boolean {
  return waitSeconds(failure) <= WAIT_SECONDS_MAX;
}

function waitSeconds(failure: StoreFailure): number {
  return failure.retryAfterSeconds ?? 0;
}

function jitterMs(random: () => number): number {
  return JITTER_MS_MIN + random() * (JITTER_MS_MAX - JITTER_MS_MIN);
}
