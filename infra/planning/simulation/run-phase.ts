import { CHUNK_ITEMS, FEWEST_ITEMS, hasTimeForCall } from "../../../lib/domain/call-limits.ts";
import { nextAttemptDelaySeconds } from "../../../lib/domain/failed-item.ts";
import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { partCosts } from "../../../lib/domain/request-costs.ts";
import { timesCosts } from "../../../lib/domain/store-hosts.ts";
import { RECHECK_SECONDS } from "../../../lib/domain/storefront-sweep.ts";
import { identityRetryDelaySeconds } from "../../../lib/domain/sync-pace.ts";
import { phaseFacts, REPAIR_PHASE } from "../../../lib/domain/sync-phase.ts";
import { evenChunks } from "../../../lib/sync/even-chunks.ts";
import { callStore, countDelivery, endInvocation } from "./consumers.ts";
import { dispatchStore, joinExpress } from "./dispatch-store.ts";
import type { Invocation } from "./queues.ts";
import { drawCount } from "./random.ts";
import { mayBeLeft, planItems, recordReads } from "./run-items.ts";
import {
  type Items,
  isFirstLook,
  isScheduled,
  type Run,
  shownByIdentity,
  waitsFor,
  waitsForBatch,
} from "./run-state.ts";
import type { World } from "./world.ts";

/** Has a run wait in its row. */
export function wait(world: World, run: Run, readyAt: number): void {
  enterLine(world, run, { readyAt, hasWaitedLong: false });
  if (!waitsForBatch(run) || run.phase === REPAIR_PHASE) return;
  const { entry } = run;
  world.events.plan(readyAt + CHANGED_PAGES_WAIT_HOURS * 3_600, () => {
    if (entry === undefined || run.entry !== entry || entry.isSent) return;
    world.stores[run.platform].line.leave(entry);
    enterLine(world, run, { readyAt, hasWaitedLong: true });
  });
}

type Wait = { readonly readyAt: number; readonly hasWaitedLong: boolean };

function enterLine(world: World, run: Run, { readyAt, hasWaitedLong }: Wait): void {
  run.entry = world.stores[run.platform].line.enter(
    {
      ...waitsFor(run, hasWaitedLong),
      waitsForBatch: waitsForBatch(run) && !hasWaitedLong,
      placeAt: run.placeAt,
      queue: isScheduled(run) ? "tracked" : "onDemand",
      ...(run.phase === REPAIR_PHASE && { isRepair: true }),
      consume: (invocation) => runPhase(world, run, invocation),
    },
    readyAt,
  );
}

/** A consumer receives the message of a run: the rules of lib/sync/run-phase.ts. */
function runPhase(world: World, run: Run, invocation: Invocation): void {
  const { activity, costs, events } = world;
  activity.statements += 1;
  run.entry = undefined;
  run.attempt += 1;
  if (run.isOnDemand && isScheduled(run)) run.isOnDemand = false;
  if (run.phase === "finalize") {
    completeRun(world, run);
    close(world, run, invocation, 2 * costs.statement);
    return;
  }
  run.items ??= planItems(world, run);
  requestBatch(world, run, { invocation, startedAt: events.time, isFirst: true });
}

type Delivery = { readonly invocation: Invocation; readonly startedAt: number; readonly isFirst: boolean };

/** lib/sync/item-loop.ts: requests the next batch, or its first items, or returns the run to its row. */
function requestBatch(world: World, run: Run, delivery: Delivery): void {
  const { buckets, costs, events, limits, settings } = world;
  const { invocation, isFirst, startedAt } = delivery;
  const spent = (isFirst ? 3 : 2) * costs.statement;
  const next = run.items?.find(({ places }) => places.length > 0);
  if (next === undefined) {
    endPhase(world, run, invocation, spent);
    return;
  }

  const remainingSeconds = startedAt + settings.workerTimeoutSeconds - events.time;
  if (!isFirst && !hasTimeForCall(1_000 * remainingSeconds)) {
    pause(world, run, invocation, { next: null, spent: 0 });
    return;
  }
  const batch = next.places.slice(0, limits[run.platform].batchItemsMax);
  const taken = [batch, fewOf(next, batch)].find(
    (places) =>
      places.length > 0 && buckets.take(timesCosts(next.costs, places.length), next.purpose, events.time) === 0,
  );
  world.activity.statements += 1;
  const isLeft = taken === undefined && mayBeLeft(world, run, next.purpose);
  if (isFirst && !isLeft) countDelivery(world, next.purpose, taken === undefined);
  if (taken !== undefined) {
    const request = { platform: run.platform, costs: timesCosts(next.costs, taken.length), besides: spent };
    const then = () => endBatch(world, run, delivery, { next, taken });
    callStore(world, { ...request, chunks: evenChunks(taken, CHUNK_ITEMS).map(({ length }) => length), then });
    return;
  }
  if (isLeft) {
    run.items = run.items?.filter(({ purpose }) => !mayBeLeft(world, run, purpose));
    requestBatch(world, run, delivery);
    return;
  }
  pause(world, run, invocation, {
    next: { costs: timesCosts(next.costs, batch.length), purpose: next.purpose },
    spent,
  });
}

/** The first items of a batch; none of pages of the App Store, whose host has neither charts by feeds nor a sweep. */
function fewOf({ costs }: Items, batch: readonly number[]): readonly number[] {
  return costs === partCosts.page || batch.length <= FEWEST_ITEMS ? [] : batch.slice(0, FEWEST_ITEMS);
}

/** The store has responded: the batch is stored with its failures, and the run goes on. */
function endBatch(
  world: World,
  run: Run,
  delivery: Delivery,
  { next, taken }: { readonly next: Items; readonly taken: readonly number[] },
): void {
  const { activity, random } = world;
  const { assumed } = world.input;
  const failed = drawCount(random, taken.length, assumed.itemFailures);
  if (run.phase === "identity" && failed > 0) {
    retryIdentity(world, run, delivery.invocation);
    return;
  }

  activity.statements += assumed.batchWriteStatements;
  activity.itemsStored += taken.length;
  run.attempt = 0;
  run.failedItems += run.phase === REPAIR_PHASE ? failed - taken.length : failed;
  recordReads(world, run, taken);
  const wasFirstLook = run.phase === "listings" && isFirstLook(run);
  run.itemsDone += taken.length;
  next.places = next.places.slice(taken.length);
  if (!wasFirstLook) {
    requestBatch(world, run, { ...delivery, isFirst: false });
    return;
  }

  countFirstLook(world, run);
  const rest = run.items?.find(({ places }) => places.length > 0);
  pause(world, run, delivery.invocation, { next: rest === undefined ? null : batchOf(world, run, rest), spent: 0 });
}

function batchOf({ limits }: World, { platform }: Run, { costs, places, purpose }: Items) {
  return { costs: timesCosts(costs, Math.min(places.length, limits[platform].batchItemsMax)), purpose };
}

type Pause = { readonly next: Run["nextBatch"]; readonly spent: number; readonly waitSeconds?: number };

/** Returns a run to its row, where it waits with its next batch. */
function pause(world: World, run: Run, invocation: Invocation, { next, spent, waitSeconds = 0 }: Pause): void {
  run.nextBatch = next;
  if (waitSeconds === 0) run.attempt = Math.max(0, run.attempt - 1);
  world.activity.statements += 1;
  wait(world, run, world.events.time + waitSeconds);
  close(world, run, invocation, spent);
}

function endPhase(world: World, run: Run, invocation: Invocation, spent: number): void {
  const { activity, events } = world;
  if (run.phase === REPAIR_PHASE) {
    endRepair(world, run);
    close(world, run, invocation, spent);
    return;
  }
  if (run.phase === "metrics" && run.express !== "none") {
    const waitSeconds = RECHECK_SECONDS[isScheduled(run) ? "scheduled" : "awaited"];
    pause(world, run, invocation, { next: null, spent, waitSeconds });
    return;
  }
  activity.statements += 1;
  if (run.phase === "identity") endIdentity(world, run);
  run.phase = phaseFacts[run.phase].next ?? "finalize";
  run.items = undefined;
  run.itemsDone = shownByIdentity(run.platform, run.phase);
  run.nextBatch = null;
  wait(world, run, events.time);
  close(world, run, invocation, spent);
}

function endIdentity(world: World, run: Run): void {
  const { events, fleet } = world;
  const { hasGlobalMetrics } = platformFacts[run.platform];
  // The page of identity shows the metrics, and a listing.
  if (hasGlobalMetrics) fleet.lastSwept[run.app] = events.time;
  if (run.isRequested) world.counts.identified.seconds.push(events.time - run.queuedAt);
  if (run.isRequested && hasGlobalMetrics) countFirstLook(world, run);
  if (run.isRequested || run.isFirst) joinExpress(world, run);
}

function countFirstLook({ counts, events }: World, { queuedAt }: Run): void {
  counts.firstLooks.seconds.push(events.time - queuedAt);
}

/** Identity is tried again after a delay, until the run fails. */
function retryIdentity(world: World, run: Run, invocation: Invocation): void {
  const { random, settings } = world;
  const delays = settings.identityRetryDelaysSeconds;
  const waitSeconds = identityRetryDelaySeconds(delays, run.attempt, { random, retryAfterSeconds: null });
  if (waitSeconds !== undefined) {
    pause(world, run, invocation, { next: null, spent: 0, waitSeconds });
    return;
  }
  world.counts.failedRuns += 1;
  world.fleet.failedAt[run.app] = world.events.time;
  endRun(world, run);
  close(world, run, invocation, 0);
}

function close(world: World, { platform }: Run, invocation: Invocation, seconds: number): void {
  endInvocation(world, invocation, { seconds, last: () => dispatchStore(world, platform) });
}

function completeRun(world: World, run: Run): void {
  const { activity, counts, events, fleet, input } = world;
  activity.statements += input.assumed.batchWriteStatements;
  activity.syncs[run.platform] += 1;
  endRun(world, run);
  fleet.lastSynced[run.app] = events.time;
  fleet.failedAt[run.app] = Number.NEGATIVE_INFINITY;
  counts.completed.push({ at: events.time, seconds: events.time - run.queuedAt, run });
  planRepair(world, run);
}

function endRun({ events, fleet, runs }: World, run: Run): void {
  runs.delete(run.app);
  fleet.lastTried[run.app] = events.time;
}

/** A completed run requests its failed items again, unless another run has begun meanwhile. */
function planRepair(world: World, run: Run): void {
  run.repairs += 1;
  const delay = run.failedItems === 0 ? null : nextAttemptDelaySeconds("timeout", run.repairs);
  if (delay === null) return;
  world.repaired.set(run.app, run);
  world.events.plan(world.events.time + delay, () => {
    if (world.repaired.get(run.app) !== run) return;
    run.phase = REPAIR_PHASE;
    run.items = undefined;
    wait(world, run, world.events.time);
  });
}

function endRepair(world: World, run: Run): void {
  if (world.repaired.get(run.app) !== run) return;
  world.repaired.delete(run.app);
  planRepair(world, run);
}
