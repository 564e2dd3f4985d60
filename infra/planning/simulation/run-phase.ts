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
import type { Process } from "./events.ts";
import { enterLine, leaveLine } from "./line.ts";
import { aheadOf, type Items, isFirstRead, isScheduled, type Run, waitsForBatch } from "./run.ts";
import { dispatchStore, joinExpress } from "./sweeps.ts";
import { leaveOthers, mayLeaveOthers, planItems } from "./sync-items.ts";
import type { Store } from "./world.ts";

/** Puts a run back into its row. A scheduled one that has waited for hours may leave its batch to the next run. */
export function wait(store: Store, run: Run, readyAt: number, hasWaitedLong = false): void {
  const { events, platform, queues } = store;
  const ahead = aheadOf(platform, run, hasWaitedLong);
  const isBehind = waitsForBatch(run) && !hasWaitedLong;
  const entry = enterLine(store, {
    ...workOf(ahead, countries, platform),
    placeAt: run.placeAt,
    isBehind,
    readyAt,
    run: ahead,
    queue: isScheduled(run) ? queues.tracked : queues.onDemand,
    *consume() {
      run.entry = undefined;
      if (run.phase === "finalize") completeRun(store, run);
      else yield* runPhase(store, run);
      return () => dispatchStore(store);
    },
  });
  run.entry = entry;
  if (!isBehind || !mayLeaveOthers(platform, run)) return;
  events.plan(readyAt + CHANGED_PAGES_WAIT_HOURS * 3_600, () => {
    if (run.entry === entry && !entry.isSent && leaveLine(store, entry)) wait(store, run, readyAt, true);
  });
}

/** Models lib/sync/run-phase.ts and item-loop.ts: requests batches, or their first items, while it finds tokens. */
function* runPhase(store: Store, run: Run): Process {
  run.items ??= planItems(store, run);
  leaveOthers(store, run);
  let hasRequested = false;
  for (let next = nextItems(run); next !== undefined; next = nextItems(run)) {
    const { costs, purpose } = next;
    const count = takeTokens(store, next);
    if (count > 0) {
      yield* callStore(store, { purpose, items: count, costs: timesCosts(costs, count) });
      hasRequested = true;
      if (saveBatch(store, run, next, count)) return pause(store, run);
    } else if (purpose === "rotation") {
      run.items = run.items.filter((items) => items.purpose !== "rotation");
    } else {
      if (!hasRequested) store.counts.denied += 1;
      return pause(store, run);
    }
  }
  endPhase(store, run);
}

function nextItems({ items }: Run): Items | undefined {
  return items?.find(({ places }) => places.length > 0);
}

/**
 * Takes tokens for the next batch, or for its first items, and returns the number of items. App Store pages are taken
 * by whole batches, because their host has neither feeds nor a sweep.
 */
function takeTokens({ buckets, events, limits }: Store, { costs, places, purpose }: Items): number {
  const most = Math.min(places.length, limits.batchItemsMax);
  const isWhole = purpose === "rotation" || costs === partCosts.page || most <= FEWEST_ITEMS;
  const isTaken = (items: number) => buckets.take(timesCosts(costs, items), purpose, events.time) === 0;
  return (isWhole ? [most] : [most, FEWEST_ITEMS]).find(isTaken) ?? 0;
}

/** Returns whether these items were the first read, after which other first reads come first. */
function saveBatch(store: Store, run: Run, next: Items, count: number): boolean {
  const { activity, assumed, events, pages, platform, stars, waits } = store;
  const taken = next.places.slice(0, count);
  activity.statements += assumed.batchWriteStatements;
  activity.itemsStored += count;
  run.readAt.push(events.time);
  const { hasGlobalMetrics } = platformFacts[platform];
  // A whole run reads all pages of an App Store app, but beside a sweep the stars of some storefronts alone.
  if (run.phase === "listings" || hasGlobalMetrics) {
    pages.record(run.app, run.isWhole && !hasGlobalMetrics ? "all" : taken, events.time);
  } else stars.record(run.app, taken, events.time);
  const isFirst = run.phase === "listings" && isFirstRead(run);
  run.itemsDone += count;
  next.places = next.places.slice(count);
  if (isFirst) waits.firstReads.push(events.time - run.queuedAt);
  return isFirst;
}

function pause(store: Store, run: Run, waitSeconds = 0): void {
  const next = nextItems(run);
  const items = Math.min(next?.places.length ?? 0, store.limits.batchItemsMax);
  run.nextBatch = next === undefined ? null : { costs: timesCosts(next.costs, items), purpose: next.purpose };
  wait(store, run, store.events.time + waitSeconds);
}

function endPhase(store: Store, run: Run): void {
  const waitsForShard = run.phase === "metrics" && run.sharesShard;
  const waitSeconds = waitsForShard ? RECHECK_SECONDS[isScheduled(run) ? "scheduled" : "awaited"] : 0;
  if (run.phase === "identity") endIdentity(store, run);
  if (!waitsForShard) {
    run.phase = phaseFacts[run.phase].next ?? "finalize";
    run.items = undefined;
    // With global metrics, the page of identity shows an item of listings and of metrics.
    run.itemsDone = run.phase !== "finalize" && platformFacts[store.platform].hasGlobalMetrics ? 1 : 0;
  }
  pause(store, run, waitSeconds);
}

function endIdentity(store: Store, run: Run): void {
  const { apps, events, pages, platform, waits } = store;
  const { hasGlobalMetrics } = platformFacts[platform];
  // The identity page shows the metrics and a listing.
  if (hasGlobalMetrics) apps.lastSwept[run.app] = events.time;
  if (hasGlobalMetrics && run.isFirst) pages.forget(run.app);
  if (!run.isRequested) return;
  waits.identified.push(events.time - run.queuedAt);
  if (hasGlobalMetrics) waits.firstReads.push(events.time - run.queuedAt);
  joinExpress(store, run);
}

/** The changes of a run are reported when it ends. */
function completeRun({ activity, apps, assumed, completed, events, platform, runs, waits }: Store, run: Run): void {
  activity.statements += assumed.batchWriteStatements;
  activity.syncs[platform] += 1;
  runs.delete(run.app);
  // With global metrics, the next run is due a day after the page of identity was read.
  const { hasGlobalMetrics } = platformFacts[platform];
  apps.lastSynced[run.app] = hasGlobalMetrics ? (apps.lastSwept[run.app] ?? events.time) : events.time;
  completed.push({ at: events.time, platform, run });
  waits.reports.push(...run.readAt.map((at) => events.time - at));
}
