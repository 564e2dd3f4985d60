import { countries } from "../../../db/seeds/countries.ts";
import { FEWEST_ITEMS } from "../../../lib/domain/call-limits.ts";
import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { partCosts } from "../../../lib/domain/request-costs.ts";
import { timesCosts } from "../../../lib/domain/store-hosts.ts";
import { RECHECK_SECONDS } from "../../../lib/domain/storefront-sweep.ts";
import { phaseFacts } from "../../../lib/domain/sync-phase.ts";
import { workOf } from "../../../lib/sync/waiting-line.ts";
import { callStore } from "./deliveries.ts";
import { enterLine, leaveLine } from "./line.ts";
import {
  aheadOf,
  type Consume,
  type Entry,
  type Items,
  isFirstRead,
  isScheduled,
  type Run,
  shownByIdentity,
  waitsForBatch,
} from "./run.ts";
import { dispatchStore, joinExpress } from "./sweeps.ts";
import { leaveOthers, mayLeaveOthers, planItems } from "./sync-items.ts";
import type { Store, World } from "./world.ts";

/** Puts a run back into its row. A scheduled one that has waited for hours may leave its batch to the next run. */
export function wait(world: World, store: Store, run: Run, readyAt: number, hasWaitedLong = false): void {
  const { platform, queues } = store;
  const queue = isScheduled(run) ? queues.tracked : queues.onDemand;
  const ahead = aheadOf(platform, run, hasWaitedLong);
  const isBehind = waitsForBatch(run) && !hasWaitedLong;
  const consume: Consume = (end) => runPhase(world, store, run, () => end(() => dispatchStore(world, store)));
  const state = { placeAt: run.placeAt, isBehind, isSent: false, readySeconds: 0, readyAt };
  const entry: Entry = { ...workOf(ahead, countries, platform), ...state, run: ahead, queue, consume };
  run.entry = entry;
  enterLine(store, entry);
  if (!isBehind || !mayLeaveOthers(platform, run)) return;
  world.events.plan(readyAt + CHANGED_PAGES_WAIT_HOURS * 3_600, () => {
    if (run.entry === entry && !entry.isSent && leaveLine(store, entry)) wait(world, store, run, readyAt, true);
  });
}

/** A consumer receives the message of a run: the rules of lib/sync/run-phase.ts. */
function runPhase(world: World, store: Store, run: Run, end: () => void): void {
  run.entry = undefined;
  if (run.phase === "finalize") {
    completeRun(world, store, run);
    end();
    return;
  }
  run.items ??= planItems(world, store, run);
  leaveOthers(world, store, run);
  requestBatch(world, store, { run, end, isFirst: true });
}

/** `isFirst` is true until a delivery requests something. */
type Delivery = { readonly run: Run; readonly end: () => void; readonly isFirst: boolean };

/** Models lib/sync/item-loop.ts: requests the next batch, or its first items, or lets the run wait again. */
function requestBatch(world: World, store: Store, delivery: Delivery): void {
  const { buckets, counts, events } = world;
  const { isFirst, run } = delivery;
  const next = nextItems(run);
  if (next === undefined) {
    endPhase(world, store, delivery);
    return;
  }
  const batch = next.places.slice(0, store.limits.batchItemsMax);
  const isPeriodic = next.purpose === "rotation";
  const taken = [batch, isPeriodic ? [] : firstThatFit(next, batch)].find(
    ({ length }) => length > 0 && buckets.take(timesCosts(next.costs, length), next.purpose, events.time) === 0,
  );
  if (taken !== undefined) {
    const call = { platform: store.platform, purpose: next.purpose, items: taken.length };
    callStore(world, { ...call, costs: timesCosts(next.costs, taken.length) }, () =>
      endBatch(world, store, delivery, { next, taken }),
    );
  } else if (isPeriodic) {
    run.items = run.items?.filter(({ purpose }) => purpose !== "rotation");
    requestBatch(world, store, delivery);
  } else {
    if (isFirst) counts.denied += 1;
    pause(world, store, delivery, next);
  }
}

function nextItems({ items }: Run): Items | undefined {
  return items?.find(({ places }) => places.length > 0);
}

/** Returns the first items of a batch. App Store pages have none, because their host has neither feeds nor a sweep. */
function firstThatFit({ costs }: Items, batch: readonly number[]): readonly number[] {
  return costs === partCosts.page || batch.length <= FEWEST_ITEMS ? [] : batch.slice(0, FEWEST_ITEMS);
}

type Batch = { readonly next: Items; readonly taken: readonly number[] };

function endBatch(world: World, store: Store, delivery: Delivery, { next, taken }: Batch): void {
  const { activity, events, input, waits } = world;
  const { run } = delivery;
  activity.statements += input.assumed.batchWriteStatements;
  activity.itemsStored += taken.length;
  run.readAt.push(events.time);
  const { hasGlobalMetrics } = platformFacts[store.platform];
  // A whole run reads all pages of the App Store, but beside a sweep only the first stars.
  if (run.phase === "listings" || hasGlobalMetrics) {
    store.pages.record(run.app, run.isWhole && !hasGlobalMetrics ? "all" : taken, events.time);
  } else store.stars.record(run.app, taken, events.time);
  const wasFirstRead = run.phase === "listings" && isFirstRead(run);
  run.itemsDone += taken.length;
  next.places = next.places.slice(taken.length);
  if (wasFirstRead) {
    waits.firstReads.push(events.time - run.queuedAt);
    pause(world, store, delivery, nextItems(run));
  } else requestBatch(world, store, { ...delivery, isFirst: false });
}

function pause(world: World, store: Store, { end, run }: Delivery, next: Items | undefined, waitSeconds = 0): void {
  const items = Math.min(next?.places.length ?? 0, store.limits.batchItemsMax);
  run.nextBatch = next === undefined ? null : { costs: timesCosts(next.costs, items), purpose: next.purpose };
  wait(world, store, run, world.events.time + waitSeconds);
  end();
}

function endPhase(world: World, store: Store, delivery: Delivery): void {
  const { run } = delivery;
  const waitsForShard = run.phase === "metrics" && run.sharesShard;
  const waitSeconds = waitsForShard ? RECHECK_SECONDS[isScheduled(run) ? "scheduled" : "awaited"] : 0;
  if (run.phase === "identity") endIdentity(world, store, run);
  if (!waitsForShard) {
    run.phase = phaseFacts[run.phase].next ?? "finalize";
    run.items = undefined;
    run.itemsDone = shownByIdentity(store.platform, run.phase);
  }
  pause(world, store, delivery, undefined, waitSeconds);
}

function endIdentity(world: World, store: Store, run: Run): void {
  const { events, waits } = world;
  const { hasGlobalMetrics } = platformFacts[store.platform];
  // The identity page shows the metrics and a listing.
  if (hasGlobalMetrics) store.apps.lastSwept[run.app] = events.time;
  if (hasGlobalMetrics && run.isFirst) store.pages.forget(run.app);
  if (!run.isRequested) return;
  waits.identified.push(events.time - run.queuedAt);
  if (hasGlobalMetrics) waits.firstReads.push(events.time - run.queuedAt);
  joinExpress(world, store, run);
}

/** The changes of a run are reported when it ends. */
function completeRun(
  { activity, completed, events, input, waits }: World,
  { apps, platform, runs }: Store,
  run: Run,
): void {
  activity.statements += input.assumed.batchWriteStatements;
  activity.syncs[platform] += 1;
  runs.delete(run.app);
  apps.lastSynced[run.app] = events.time;
  completed.push({ at: events.time, platform, run });
  waits.reports.push(...run.readAt.map((at) => events.time - at));
}
