import type { ItemFailure, ItemKey } from "../../db/queries/runs/failed-items.ts";
import type { RunUpdate } from "../../db/queries/runs/run-update.ts";
import { CHUNK_ITEMS } from "../domain/call-limits.ts";
import { type FailureReason, nextAttemptDelaySeconds } from "../domain/failed-item.ts";
import { platformFacts } from "../domain/platform.ts";
import { isAwaited, type RequestPurpose } from "../domain/request-purpose.ts";
import { REPAIR_PHASE } from "../domain/sync-phase.ts";
import type { CallContext } from "../stores/connector.ts";
import type { ItemLookup, ShownFacts } from "../stores/records.ts";
import { evenChunks } from "./even-chunks.ts";
import { firstThatFit, leavePeriodicItems, nextBatch, type PendingItems, requestsFor } from "./next-batch.ts";
import { callContext, type PhaseDependencies, type PhaseOutcome, pauseBefore, type SyncRun } from "./phase.ts";
import { type ItemResponse, progressIn, type RequestedItem, type SyncItem } from "./plan.ts";
import { proveAbsences } from "./prove-absences.ts";
import { createStorefrontAvailability, type StorefrontAvailability } from "./storefront-availability.ts";

export type ItemBatch<Found> = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly responses: readonly ItemResponse<Found>[];
  readonly found: readonly Found[];
  /** Items that none of their storefronts have. */
  readonly notInStorefront: readonly SyncItem[];
  /** Failed items that no longer fail, or that now fail in another storefront. */
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

export type ItemKind<Found> = {
  /** Returns a lookup for each item, in order. The items are all whole, or all lack the same part. */
  fetch(
    deps: PhaseDependencies,
    run: SyncRun,
    items: readonly RequestedItem[],
    context: CallContext,
  ): Promise<readonly (ShownFacts & { readonly lookup: ItemLookup<Found> })[]>;
  save(deps: PhaseDependencies, run: SyncRun, batch: ItemBatch<Found>): Promise<boolean>;
};

type ItemLoop<Found> = {
  readonly kind: ItemKind<Found>;
  readonly items: readonly SyncItem[];
  readonly completes: "phase" | "none";
  /** The item that a user wants to see first. It has a batch of its own before all others. Default: none. */
  readonly firstKey?: string;
  readonly availability?: StorefrontAvailability;
};

/**
 * Requests and saves the items of a phase in batches, until all are done or the invocation's time is over. It skips
 * items that this run has stored, and those that a sweep reads, so it can stop and restart anywhere.
 */
export async function runItems<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
): Promise<PhaseOutcome> {
  const { availability = createStorefrontAvailability(deps, run) } = loop;
  const pending = pendingItems(run, loop, availability);
  if (pending.size === 0 && loop.completes === "none") return { kind: "completed" };

  const firstRead = firstReadIn(run, pending, loop.firstKey);
  if (firstRead !== undefined) {
    const state = { firstRead, pending, availability, round: 0 };
    return (await endRound(deps, run, loop, state)) ?? afterFirstRead(deps, run, state);
  }
  // Each round finishes an item or rules out a storefront for one. An empty plan also needs one round.
  const roundsMax = 1 + loop.items.reduce((sum, { storefronts }) => sum + storefronts.length, 0);
  for (let round = 0; round <= roundsMax; round += 1) {
    const ended = await endRound(deps, run, loop, { firstRead, pending, availability, round });
    if (ended !== undefined) return ended;
  }
  throw new Error(`The ${run.phase} phase did not end within ${roundsMax} rounds.`);
}

async function endRound<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
  state: Round,
): Promise<PhaseOutcome | undefined> {
  const { left = [], pause, requested } = await takeBatch(deps, run, state);
  if (pause !== undefined) return pause;
  if (!(await requestBatch(deps, run, loop, { ...state, left, requested }))) return { kind: "superseded" };
  return state.pending.size === 0 ? { kind: "completed" } : undefined;
}

type Round = {
  readonly firstRead: PendingItems | undefined;
  readonly pending: PendingItems;
  readonly availability: StorefrontAvailability;
  readonly round: number;
};

async function requestBatch<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
  { pending, availability, left, round, requested }: Round & Required<Pick<Taken, "left" | "requested">>,
): Promise<boolean> {
  const found = await fetchItems(deps, run, loop.kind, requested);
  const responses = await proveAbsences(deps, run, found, { isFirst: round === 0 });
  availability.learn(responses);
  const { finished, notInStorefront } = removeFinished(pending, responses, availability);
  const runUpdate = run.update({
    itemsDone: finished.map(({ key }) => key),
    itemsSwept: countSwept(run, loop.items),
    itemsLeftUnread: countUnread(run, loop.items, left),
    progress: progressIn(run.phase, loop.items.length - pending.size, deps.countries, run.platform),
    completes: pending.size === 0 ? loop.completes : "none",
  });
  const results = sortResponses(responses, notInStorefront);
  const batch = { runUpdate, observedAt: deps.now(), responses, notInStorefront, ...results };
  const isStored = await loop.kind.save(deps, run, batch);
  if (isStored) measureFailures(deps, run, results.failed);
  return isStored;
}

type Taken = {
  readonly pause?: PhaseOutcome;
  readonly requested: readonly RequestedItem[];
  /** Items that the run leaves to the next one. */
  readonly left?: readonly SyncItem[];
};

/** Takes the tokens of the next batch or its first items, or returns why to pause. Leaves refreshes to the next run. */
async function takeBatch(
  deps: PhaseDependencies,
  run: SyncRun,
  { firstRead, pending, availability, round }: Round,
): Promise<Taken> {
  const requested = nextBatch(firstRead ?? pending, availability, deps.settings);
  const purpose = firstRead === undefined ? purposeOf(run) : "first_read";
  const pauseBeforeItems = (items: readonly RequestedItem[]) =>
    pauseBefore(deps, run, { madeProgress: round > 0, ...requestsFor(run.platform, items, purpose) });
  const pause = await pauseBeforeItems(requested);
  if (pause === undefined) return { requested };
  const left = leavePeriodicItems(pending, requested);
  if (left.length > 0) return { requested: [], left };

  const fitting = isAwaited(purpose) ? undefined : firstThatFit(requested);
  if (fitting === undefined) return { pause, requested: [] };
  const pauseBeforeFitting = await pauseBeforeItems(fitting);
  return pauseBeforeFitting === undefined ? { requested: fitting } : { pause: pauseBeforeFitting, requested: [] };
}

function countSwept({ completed_items, covered_items }: SyncRun, items: readonly SyncItem[]): number {
  const own = new Set(completed_items);
  const covered = new Set(covered_items);
  return items.filter(({ key }) => covered.has(key) && !own.has(key)).length;
}

/** Counts the left items that are not periodic refreshes, so they were never read. */
function countUnread({ periodic_items }: SyncRun, items: readonly SyncItem[], left: readonly SyncItem[]): number {
  const keys = new Set(left.map(({ key }) => key));
  return items.filter(({ key, isPeriodic }) => keys.has(key) && !isPeriodic && !periodic_items.includes(key)).length;
}

function firstReadIn(run: SyncRun, pending: PendingItems, firstKey: string | undefined): PendingItems | undefined {
  if (run.purpose !== "on_demand" || run.completed_items.length > 0) return undefined;
  const first = [...pending].filter(([{ key }]) => key === firstKey);
  return first.length === 0 ? undefined : new Map(first);
}

/** Returns the outcome after the first read. The run then waits again, since other work may go before the rest. */
function afterFirstRead(
  { settings }: PhaseDependencies,
  run: SyncRun,
  { pending, availability }: Pick<Round, "pending" | "availability">,
): PhaseOutcome {
  const rest = requestsFor(run.platform, nextBatch(pending, availability, settings), purposeOf(run));
  return { kind: "continue", waitSeconds: 0, madeProgress: true, countsAsAttempt: false, nextBatch: rest };
}

/** A user waits for the whole run unless its rest is deferred. Nobody waits for the repair of a completed run. */
function purposeOf({ is_deferred, phase, purpose }: SyncRun): RequestPurpose {
  return purpose === "on_demand" && !is_deferred && phase !== REPAIR_PHASE ? "requested" : "page";
}

/** Skips what the run has stored, and what a sweep has read or will read. Periodic refreshes come last. */
function pendingItems(
  run: SyncRun,
  { firstKey, items }: Pick<ItemLoop<never>, "firstKey" | "items">,
  availability: StorefrontAvailability,
): PendingItems {
  const done = new Set([...run.completed_items, ...run.covered_items]);
  const parts = new Map(run.covered_in_part.map((part) => [part.key, part]));
  const pending: PendingItems = new Map();
  for (const item of items.filter((one) => !isLeftToSweep(run, one, availability))) {
    if (done.has(item.key)) {
      const country = item.storefronts.find((code) => !availability.isUnavailable(code));
      if (country !== undefined) availability.learnRequested(country);
      continue;
    }
    const coveredInPart = parts.get(item.key) ?? null;
    const first = coveredInPart === null ? [] : [coveredInPart.country];
    const mayBeLeft = leavesToNext(run, { ...item, firstKey }, availability);
    const isPeriodic = mayBeLeft || isPeriodicPage(run, { ...item, coveredInPart });
    pending.set({ ...item, coveredInPart, isPeriodic }, [...new Set([...first, ...item.storefronts])]);
    for (const country of first) availability.learnRequested(country);
  }
  return new Map([...pending].toSorted(([a], [b]) => Number(a.isPeriodic) - Number(b.isPeriodic)));
}

/** Returns whether the day's sweep failed to read the item's storefront. The next sweep may read it. */
function isLeftToSweep(run: SyncRun, { key, storefronts }: SyncItem, availability: StorefrontAvailability): boolean {
  if (run.phase === REPAIR_PHASE || run.covered_in_part.some((part) => part.key === key)) return false;
  const country = storefronts.find((code) => !availability.isUnavailable(code));
  return country !== undefined && run.unread_storefronts.includes(country);
}

/** A run that leaves other storefronts to the next one still reads its own storefront and its primary listing. */
function leavesToNext(
  { identity_country, leaves_others }: SyncRun,
  { firstKey, isPeriodic, key, storefronts }: SyncItem & { readonly firstKey: string | undefined },
  availability: StorefrontAvailability,
): boolean {
  if (isPeriodic || !leaves_others || key === firstKey) return isPeriodic;
  const country = storefronts.find((code) => !availability.isUnavailable(code));
  return country !== undefined && country !== identity_country;
}

/** If a sweep should have read the item and did not, the item needs more than a periodic refresh. */
function isPeriodicPage({ platform, periodic_items }: SyncRun, { key, coveredInPart }: SyncItem): boolean {
  return periodic_items.includes(key) && (coveredInPart !== null || !platformFacts[platform].hasStorefrontApps);
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
      return { ...found, ...requested };
    });
  };
  return (await Promise.all(evenChunks(items, CHUNK_ITEMS).map(fetchChunk))).flat();
}

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
