import { STORE_CALL_DEADLINE_MS, spreadWait, WRITE_RESERVE_MS } from "../../../lib/domain/call-limits.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { itemCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { identityRetryDelaySeconds, turnPollSeconds } from "../../../lib/domain/sync-pace.ts";
import { batchOf } from "../sync-shape.ts";
import { FAILED, IDLE, type Message, phaseNumbers, platformOf } from "./fleet.ts";
import { endReading, isWhole, mayBeLeft, type NextBatch, nextReads } from "./later-run.ts";
import { drawCount } from "./random.ts";
import { endRepair, planRepair } from "./repairs.ts";
import { joinExpress } from "./run-express.ts";
import { claim } from "./run-statements.ts";
import { callStore, deliverAt, endInvocation, queueOf, send } from "./work-queues.ts";
import type { WorkQueue, World } from "./world.ts";

/** An invocation continues with another batch while it has this long. */
const BATCH_SECONDS_MAX = (STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) / 1000;

/** An invocation of a sync consumer, and the run that it works on. */
type Invocation = Message & { readonly queue: WorkQueue; readonly startedAt: number };

/** Sends the message of the phase at which a run stands, to the queue of its purpose. */
export function sendRun(world: World, app: number, at: number): void {
  const { fleet } = world;
  const isRepair = fleet.state[app] === IDLE;
  const phase = isRepair ? phaseNumbers.reconciling : (fleet.phase[app] ?? 0);
  const queue = queueOf(world, fleet.isOnDemand[app] === 1 ? "onDemand" : "tracked", platformOf(fleet, app));
  send(world, queue, { at, begin: (taken) => beginSync(world, taken, { app, phase }) });
}

/** A consumer receives a message: the rules of lib/sync/run-phase.ts. */
function beginSync(world: World, queue: WorkQueue, message: Message): void {
  const { activity, costs, events, fleet, settings } = world;
  const { app, phase } = message;
  const invocation = { ...message, queue, startedAt: events.time };
  activity.statements += 1;
  if (!claim(fleet, message, events.time)) {
    close(world, invocation, costs.statement);
    return;
  }

  // A run that waited for its cool-down takes its place in the line only now.
  if (fleet.isOnDemand[app] === 1 && phase === phaseNumbers.identity) {
    world.onDemand[platformOf(fleet, app)].apps.add(app);
  }
  fleet.attempt[app] = (fleet.attempt[app] ?? 0) + 1;
  if (world.random() < world.input.assumed.crashes) {
    // The message is not deleted, so the queue delivers it again. The sweeper may be earlier.
    fleet.leaseUntil[app] = events.time + settings.leaseSeconds;
    close(world, invocation, costs.statement);
    const begin = (taken: WorkQueue) => beginSync(world, taken, message);
    deliverAt(world, queue, { at: events.time + settings.visibilitySeconds, begin });
    return;
  }
  if (phase === phaseNumbers.finalize) {
    completeRun(world, app);
    close(world, invocation, 2 * costs.statement);
    return;
  }
  requestBatch(world, invocation, { isFirst: true });
}

/** Takes the tokens of the next batch and requests it, or returns the run to the queue until there are some. */
function requestBatch(world: World, invocation: Invocation, { isFirst }: { readonly isFirst: boolean }): void {
  const { activity, costs, events } = world;
  const { app } = invocation;
  const platform = platformOf(world.fleet, app);
  const next = nextBatch(world, app);
  if (next === undefined) {
    // Nothing is due: one write ends the phase.
    activity.statements += 1;
    endPhase(world, invocation, { spent: 2 * costs.statement });
    return;
  }

  if (hasToWait(world, app)) {
    const wait = turnPollSeconds(world.random());
    suspend(world, invocation, { wait, spent: 2 * costs.statement, countsAsAttempt: false });
    return;
  }
  const { batch, purpose } = next;
  const isLimited = world.isLimited[platform];
  if (isLimited) activity.statements += 1;
  const shortest = world.buckets.take(batch.costs, purpose, events.time);
  if (shortest > 0 && mayBeLeft(world, app, purpose)) {
    activity.statements += 1;
    endPhase(world, invocation, { spent: (isFirst ? 3 : 2) * costs.statement });
    return;
  }
  if (shortest > 0) {
    world.counts.denied += 1;
    const wait = spreadWait(shortest, world.random());
    suspend(world, invocation, { wait, spent: (isFirst ? 2 : 0) * costs.statement, countsAsAttempt: false });
    return;
  }
  const statements = (isFirst ? 1 : 0) + (isLimited ? 1 : 0) + 1;
  const then = () => endBatch(world, invocation, batch.items);
  callStore(world, platform, { batch, besides: statements * costs.statement, then });
}

/** Whether others have to end before an on-demand run may begin: the rule of the identity phase. */
function hasToWait({ activity, fleet, onDemand }: World, app: number): boolean {
  const { apps, runsMax } = onDemand[platformOf(fleet, app)];
  if (fleet.phase[app] !== phaseNumbers.identity || fleet.isOnDemand[app] !== 1 || runsMax >= fleet.size) return false;
  activity.statements += 1;
  let ahead = 0;
  for (const other of apps) {
    if (other === app || ahead === runsMax) break;
    ahead += 1;
  }
  return ahead === runsMax;
}

/** Returns what the run requests next; undefined when its phase has nothing to request. */
function nextBatch(world: World, app: number): NextBatch | undefined {
  const { fleet } = world;
  const platform = platformOf(fleet, app);
  const phase = fleet.phase[app] ?? 0;
  if (phase === phaseNumbers.reconciling) {
    return { batch: batchOf(fleet.failedItems[app] ?? 0, itemCosts[platform]), purpose: "page" };
  }
  if (!isWhole(world, app)) return nextReads(world, app);
  const batch = world.batches[platform][phase]?.[fleet.batch[app] ?? 0];
  if (batch === undefined) return undefined;
  return { batch, purpose: fleet.isOnDemand[app] === 1 ? purposeOf(world, platform, phase) : "page" };
}

/** A user waits for identity, and for the metrics of its storefront where a sweep reads the others. */
function purposeOf({ settings }: World, platform: Platform, phase: number): RequestPurpose {
  if (phase === phaseNumbers.identity) return "interactive";
  return phase === phaseNumbers.metrics && isSwept(platform, settings.sweep) ? "express" : "page";
}

/** The store has responded: the batch is stored with its failures, and the run continues or its phase ends. */
function endBatch(world: World, invocation: Invocation, items: number): void {
  const { activity, events, fleet, random, settings } = world;
  const { assumed } = world.input;
  const { app, phase } = invocation;
  const failed = drawCount(random, items, assumed.itemFailures);
  if (phase === phaseNumbers.identity && failed > 0) {
    retryIdentity(world, invocation);
    return;
  }

  activity.statements += assumed.batchWriteStatements;
  activity.itemsStored += items;
  fleet.attempt[app] = 0;
  fleet.updatedAt[app] = events.time;
  if (phase === phaseNumbers.reconciling) {
    endRepair(fleet, app, { failed, now: events.time });
    close(world, invocation, 0);
    return;
  }

  fleet.failedItems[app] = (fleet.failedItems[app] ?? 0) + failed;
  const isLast = endReading(world, app);
  fleet.batch[app] = (fleet.batch[app] ?? 0) + 1;
  if (isLast) endPhase(world, invocation, { spent: 0 });
  else if (events.time - invocation.startedAt > settings.workerTimeoutSeconds - BATCH_SECONDS_MAX) {
    suspend(world, invocation, { wait: 0, spent: 0, countsAsAttempt: false });
  } else requestBatch(world, invocation, { isFirst: false });
}

function endPhase(world: World, invocation: Invocation, { spent }: { readonly spent: number }): void {
  const { costs, counts, events, fleet } = world;
  const { app, phase } = invocation;
  if (phase === phaseNumbers.identity && fleet.isOnDemand[app] === 1) {
    counts.identified.at.push(events.time);
    counts.identified.seconds.push(events.time - (fleet.queuedAt[app] ?? 0));
    joinExpress(world, platformOf(fleet, app));
  }
  // The page of identity shows the metrics.
  const { hasGlobalMetrics } = platformFacts[platformOf(fleet, app)];
  if (phase === phaseNumbers.identity && hasGlobalMetrics) fleet.lastSwept[app] = events.time;
  world.toRead.delete(app);
  fleet.phase[app] = phase + 1;
  fleet.batch[app] = 0;
  fleet.leaseUntil[app] = 0;
  close(world, invocation, spent + costs.send);
  sendRun(world, app, events.time + spent + costs.send);
}

/** Identity is tried again after a delay, until the run fails. */
function retryIdentity(world: World, invocation: Invocation): void {
  const { fleet, random, settings } = world;
  const { app } = invocation;
  const wait = identityRetryDelaySeconds(settings.identityRetryDelaysSeconds, fleet.attempt[app] ?? 0, {
    random,
    retryAfterSeconds: null,
  });
  if (wait !== undefined) {
    suspend(world, invocation, { wait, spent: 0, countsAsAttempt: true });
    return;
  }
  failRun(world, app);
  close(world, invocation, 0);
}

/** Releases the lease and sends the same message for later. */
function suspend(
  world: World,
  invocation: Invocation,
  { wait, spent, countsAsAttempt }: { wait: number; spent: number; countsAsAttempt: boolean },
): void {
  const { costs, events, fleet } = world;
  const { app } = invocation;
  const seconds = spent + costs.statement + costs.send;
  world.activity.statements += 1;
  fleet.leaseUntil[app] = 0;
  fleet.updatedAt[app] = events.time;
  fleet.resumeAfter[app] = events.time + spent + costs.statement + wait;
  if (!countsAsAttempt) fleet.attempt[app] = Math.max(0, (fleet.attempt[app] ?? 0) - 1);
  close(world, invocation, seconds);
  sendRun(world, app, events.time + seconds + messageDelaySeconds(wait));
}

function close(world: World, { queue, startedAt }: Invocation, seconds: number): void {
  endInvocation(world, queue, { startedAt, seconds });
}

function completeRun(world: World, app: number): void {
  const { activity, counts, fleet, input } = world;
  const now = world.events.time;
  activity.statements += input.assumed.batchWriteStatements;
  activity.syncs[platformOf(fleet, app)] += 1;
  endRun(world, app, IDLE);
  fleet.lastSynced[app] = now;
  fleet.itemAttempts[app] = 1;
  planRepair(fleet, app, now);
  counts.completed.at.push(now);
  counts.completed.app.push(app);
  counts.completed.seconds.push(now - (fleet.queuedAt[app] ?? 0));
  counts.completed.isOnDemand.push(fleet.isOnDemand[app] === 1);
}

export function failRun(world: World, app: number): void {
  world.counts.failedRuns += 1;
  endRun(world, app, FAILED);
}

function endRun({ events, fleet, onDemand, toRead }: World, app: number, state: number): void {
  toRead.delete(app);
  onDemand[platformOf(fleet, app)].apps.delete(app);
  fleet.state[app] = state;
  fleet.leaseUntil[app] = 0;
  fleet.resumeAfter[app] = 0;
  fleet.updatedAt[app] = events.time;
  fleet.lastTried[app] = events.time;
}
