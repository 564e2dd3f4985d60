import type { ItemFailure, ItemKey } from "../../db/queries/failed-items.ts";
import type { RunUpdate } from "../../db/queries/run-update.ts";
import { CHUNK_ITEMS } from "../domain/call-limits.ts";
import { type FailureReason, nextAttemptDelaySeconds } from "../domain/failed-item.ts";
import { platformFacts } from "../domain/platform.ts";
import type { RequestPurpose } from "../domain/request-purpose.ts";
import { REPAIR_PHASE } from "../domain/sync-phase.ts";
import type { CallContext } from "../stores/connector.ts";
import type { ItemLookup } from "../stores/records.ts";
import { evenChunks } from "./even-chunks.ts";
import { fewOf, leaveItemsInTurn, nextBatch, type PendingItems, requestsFor } from "./next-batch.ts";
import { callContext, type PhaseDependencies, type PhaseOutcome, pauseBefore, type SyncRun } from "./phase.ts";
import { type ItemResponse, progressIn, type RequestedItem, type SyncItem } from "./plan.ts";
import { proveAbsences } from "./prove-absences.ts";
import { createStorefrontAvailability, type StorefrontAvailability } from "./storefront-availability.ts";

/** The responses to one batch of requests, sorted by what is written for them. */
export type ItemBatch<Found> = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly responses: readonly ItemResponse<Found>[];
  readonly found: readonly Found[];
  /** Items that none of their storefronts has. */
  readonly notInStorefront: readonly SyncItem[];
  /** Failed items that are no longer failed, or failed in another storefront now. */
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** What distinguishes one kind of item from another: how it is requested and how responses are stored. */
export type ItemKind<Found> = {
  /** Returns a lookup for each item, in their order. All of them are whole, or each is for the part that is left. */
  fetch(
    deps: PhaseDependencies,
    run: SyncRun,
    items: readonly RequestedItem[],
    context: CallContext,
  ): Promise<readonly { readonly lookup: ItemLookup<Found> }[]>;
  /** Returns false when another invocation holds the run. */
  store(deps: PhaseDependencies, run: SyncRun, batch: ItemBatch<Found>): Promise<boolean>;
};

type ItemLoop<Found> = {
  readonly kind: ItemKind<Found>;
  readonly items: readonly SyncItem[];
  /** What the write of the last batch completes. */
  readonly completes: "phase" | "none";
  /** What items are for that do not only come round. Default: `page`. */
  readonly purpose?: RequestPurpose;
  /** Shared by the loops of one phase. */
  readonly availability?: StorefrontAvailability;
};

/**
 * Requests and stores the items of a phase, batch by batch, until all are done or the invocation's time is over. It
 * leaves out what this run has stored before, and what a sweep has, so it can be stopped anywhere and started again.
 */
export async function runItems<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
): Promise<PhaseOutcome> {
  const { availability = createStorefrontAvailability(deps, run) } = loop;
  const pending = pendingItems(run, loop.items, availability);
  if (pending.size === 0 && loop.completes === "none") return { kind: "completed" };

  // Each round finishes an item or rules out a storefront for one. An empty plan has a round of its own.
  const roundsMax = 1 + loop.items.reduce((sum, { storefronts }) => sum + storefronts.length, 0);
  for (let round = 0; round <= roundsMax; round += 1) {
    const { pause, requested } = await takeBatch(deps, run, { loop, pending, availability, round });
    if (pause !== undefined) return pause;

    const responses = await proveAbsences(deps, run, await fetchItems(deps, run, loop.kind, requested), {
      isFirst: round === 0,
    });
    availability.learn(responses);
    const { finished, notInStorefront } = removeFinished(pending, responses, availability);

    const doneInPhase = loop.items.length - pending.size;
    const runUpdate = run.update({
      itemsDone: finished.map(({ key }) => key),
      progress: progressIn(run.phase, doneInPhase, deps.countries, run.platform),
      completes: pending.size === 0 ? loop.completes : "none",
    });
    const results = sortResponses(responses, notInStorefront);
    const batch = { runUpdate, observedAt: deps.now(), responses, notInStorefront, ...results };
    if (!(await loop.kind.store(deps, run, batch))) return { kind: "superseded" };
    measureFailures(deps, run, results.failed);
    if (pending.size === 0) return { kind: "completed" };
  }
  throw new Error(`The ${run.phase} phase did not end within ${roundsMax} rounds.`);
}

type Round = {
  readonly loop: Pick<ItemLoop<unknown>, "purpose">;
  readonly pending: PendingItems;
  readonly availability: StorefrontAvailability;
  readonly round: number;
};

/**
 * Takes the tokens of the next batch, or of its first items, or returns why the phase must go on later. What only comes
 * round is then left to the next run, and nothing is requested.
 */
async function takeBatch(
  deps: PhaseDependencies,
  run: SyncRun,
  { loop, pending, availability, round }: Round,
): Promise<{ readonly pause?: PhaseOutcome; readonly requested: readonly RequestedItem[] }> {
  const requested = nextBatch(pending, availability, deps.settings);
  const pauseBeforeItems = (items: readonly RequestedItem[]) =>
    pauseBefore(deps, run, { madeProgress: round > 0, ...requestsFor(run.platform, items, loop.purpose) });
  const pause = await pauseBeforeItems(requested);
  if (pause === undefined) return { requested };
  if (leaveItemsInTurn(pending, requested)) return { requested: [] };

  const few = fewOf(requested);
  if (few !== undefined && (await pauseBeforeItems(few)) === undefined) return { requested: few };
  return { pause, requested: [] };
}

/**
 * Leaves out what the run or the day's sweep has done, which also shows which storefronts have the app. Items that only
 * come round are the last.
 */
function pendingItems(run: SyncRun, items: readonly SyncItem[], availability: StorefrontAvailability): PendingItems {
  const done = new Set([...run.completedItems, ...run.coveredItems]);
  const parts = new Map(run.coveredInPart.map((part) => [part.key, part]));
  const pending: PendingItems = new Map();
  for (const item of items.filter((one) => !isLeftToSweep(run, one, availability))) {
    if (done.has(item.key)) {
      const country = item.storefronts.find((code) => !availability.isUnavailable(code));
      if (country !== undefined) availability.learnRequested(country);
      continue;
    }
    const coveredInPart = parts.get(item.key) ?? null;
    const first = coveredInPart === null ? [] : [coveredInPart.country];
    const isInTurn = item.isInTurn || isPageInTurn(run, { ...item, coveredInPart });
    pending.set({ ...item, coveredInPart, isInTurn }, [...new Set([...first, ...item.storefronts])]);
    for (const country of first) availability.learnRequested(country);
  }
  return new Map([...pending].toSorted(([a], [b]) => Number(a.isInTurn) - Number(b.isInTurn)));
}

/** Whether the day's sweep could not read the storefront that the item would request. The next sweep may read it. */
function isLeftToSweep(run: SyncRun, { key, storefronts }: SyncItem, availability: StorefrontAvailability): boolean {
  if (run.phase === REPAIR_PHASE || run.coveredInPart.some((part) => part.key === key)) return false;
  const country = storefronts.find((code) => !availability.isUnavailable(code));
  return country !== undefined && run.unreadStorefronts.includes(country);
}

/** Of an item that a sweep should have read, and has not, more is wanted than what comes round. */
function isPageInTurn({ platform, itemsInTurn }: SyncRun, { key, coveredInPart }: SyncItem): boolean {
  return itemsInTurn.includes(key) && (coveredInPart !== null || !platformFacts[platform].hasStorefrontApps);
}

async function fetchItems<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  kind: ItemKind<Found>,
  items: readonly RequestedItem[],
): Promise<readonly ItemResponse<Found>[]> {
  const fetchChunk = async (chunk: readonly RequestedItem[]) => {
    const lookups = await kind.fetch(deps, run, chunk, callContext(run));
    return chunk.map((requested, index) => {
      const found = lookups[index];
      if (found === undefined) throw new Error("The connector returned fewer items than were requested.");
      return { ...requested, lookup: found.lookup };
    });
  };
  return (await Promise.all(evenChunks(items, CHUNK_ITEMS).map(fetchChunk))).flat();
}

/** Removes items that were found or failed, and those that no storefront is left for. */
function removeFinished(
  pending: PendingItems,
  responses: readonly ItemResponse<unknown>[],
  availability: StorefrontAvailability,
): { readonly finished: readonly SyncItem[]; readonly notInStorefront: readonly SyncItem[] } {
  const finished: SyncItem[] = [];
  for (const { item, country, lookup } of responses) {
    if (lookup.outcome === "empty_response") {
      const left = pending.get(item)?.filter((code) => code !== country) ?? [];
      pending.set(item, left);
    } else {
      pending.delete(item);
      finished.push(item);
    }
  }
  const notInStorefront = [...pending.entries()]
    .filter(([item, storefronts]) => storefronts.every((code) => availability.isUnavailable(code, item)))
    .map(([item]) => item);
  for (const item of notInStorefront) pending.delete(item);
  return { finished: [...finished, ...notInStorefront], notInStorefront };
}

function sortResponses<Found>(responses: readonly ItemResponse<Found>[], notInStorefront: readonly SyncItem[]) {
  const found: Found[] = [];
  const failed: ItemFailure[] = [];
  const resolved: ItemKey[] = notInStorefront.flatMap(repairedKey);

  for (const { item, country, lookup } of responses) {
    if (lookup.outcome === "found") {
      found.push(lookup.record);
      resolved.push(...repairedKey(item));
    } else if (lookup.outcome === "failed") {
      failed.push(failureOf(item, country, lookup.failure.reason));
      if (item.repairs?.country !== country) resolved.push(...repairedKey(item));
    }
  }
  return { found, resolved, failed };
}

function failureOf(item: SyncItem, country: string, reason: FailureReason): ItemFailure {
  const attempts = (item.repairs?.attempts ?? 0) + 1;
  const key = { country_code: country, locale: item.locale };
  return { ...key, reason, attempts, retry_in_seconds: nextAttemptDelaySeconds(reason, attempts) };
}

function repairedKey({ repairs, locale }: SyncItem): readonly ItemKey[] {
  return repairs === null ? [] : [{ country_code: repairs.country, locale }];
}

function measureFailures(deps: PhaseDependencies, { platform, phase }: SyncRun, failed: readonly ItemFailure[]): void {
  for (const [reason, items] of Map.groupBy(failed, (item) => item.reason)) {
    deps.measure("FailedItems", items.length, { platform, phase, reason });
  }
}
