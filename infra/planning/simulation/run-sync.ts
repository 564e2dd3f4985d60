import { STORE_CALL_DEADLINE_MS, SYNC_FLOOR, spreadWait, WRITE_RESERVE_MS } from "../../../lib/domain/store-call.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/queues/work-queues.ts";
import { turnPollSeconds } from "../../../lib/sync/active-runs.ts";
import { RETRY_JITTER } from "../../../lib/sync/phases/identity.ts";
import type { Batch } from "../sync-shape.ts";
import { askStore, endCalls, repairBatch } from "./ask-store.ts";
import { claim } from "./claim.ts";
import { endInvocation, eventKinds } from "./environments.ts";
import { appOf, phaseNumbers, phaseOf, platformOf } from "./fleet.ts";
import { drawCount } from "./random.ts";
import { completeRun, failRun, repairItems, sendRun } from "./settle-run.ts";
import type { World } from "./world.ts";

/** An invocation goes on with another batch while it has this long. */
const BATCH_SECONDS_MAX = (STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) / 1000;

/** A message of a sync queue is received: the rules of lib/sync/run-phase.ts. */
export function beginSync(world: World, queueIndex: number, message: number): void {
  const { activity, costs, fleet, settings } = world;
  const app = appOf(message);
  activity.statements += 1;
  if (!claim(fleet, message, world.events.time)) {
    endInvocation(world, queueIndex, { startedAt: world.events.time, seconds: costs.statement });
    return;
  }

  // A run that waited for its cool-down takes its place in the line only now.
  if (fleet.isOnDemand[app] === 1 && phaseOf(message) === phaseNumbers.identity) {
    world.onDemand[platformOf(fleet, app)].apps.add(app);
  }
  fleet.attempt[app] = (fleet.attempt[app] ?? 0) + 1;
  if (world.random() < world.input.assumed.crashes) {
    // Nobody deletes the message: the queue delivers it again. The sweeper may be earlier.
    fleet.leaseUntil[app] = world.events.time + settings.leaseSeconds;
    endInvocation(world, queueIndex, { startedAt: world.events.time, seconds: costs.statement });
    world.events.push(world.events.time + settings.visibilitySeconds, eventKinds.message + queueIndex, message);
    return;
  }
  if (phaseOf(message) === phaseNumbers.finalize) {
    completeRun(world, app);
    endInvocation(world, queueIndex, { startedAt: world.events.time, seconds: 2 * costs.statement });
    return;
  }
  askBatch(world, world.invocations.open(queueIndex, message, world.events.time), true);
}

/** Takes the tokens of the next batch and asks for it, or comes back when there are some. */
function askBatch(world: World, id: number, isFirst: boolean): void {
  const { activity, costs, invocations, settings } = world;
  const app = appOf(invocations.message[id] ?? 0);
  const platform = platformOf(world.fleet, app);
  const batch = nextBatch(world, app);

  if (hasToWait(world, app)) {
    suspend(world, id, { wait: turnPollSeconds(world.random()), spent: 2 * costs.statement, countsAsAttempt: false });
    return;
  }
  const isLimited = settings.storeBudgets[platform].rate !== "unlimited";
  if (isLimited) activity.statements += 1;
  const shortest = world.buckets[platform].take(batch.tokens, world.events.time, SYNC_FLOOR);
  if (shortest > 0) {
    world.counts.denied += 1;
    const wait = spreadWait(shortest, world.random());
    const spent = (isFirst ? 2 : 0) * costs.statement;
    suspend(world, id, { wait, spent, countsAsAttempt: false });
    return;
  }
  const statements = (isFirst ? 1 : 0) + (isLimited ? 1 : 0) + 1;
  const seconds = askStore(world, platform, id, batch) + statements * costs.statement;
  world.events.push(world.events.time + seconds, eventKinds.asked, id);
}

/** Whether others have to end before a run that a user asked for may begin: the rule of the identity phase. */
function hasToWait({ activity, fleet, onDemand }: World, app: number): boolean {
  const { apps, runsMax } = onDemand[platformOf(fleet, app)];
  if (fleet.phase[app] !== phaseNumbers.identity || fleet.isOnDemand[app] !== 1 || runsMax >= fleet.size) return false;
  activity.statements += 1;
  let before = 0;
  for (const other of apps) {
    if (other === app || before === runsMax) break;
    before += 1;
  }
  return before === runsMax;
}

function nextBatch(world: World, app: number): Batch {
  const { fleet } = world;
  const platform = platformOf(fleet, app);
  const { requestsPerItem } = world.shapes[platform];
  if (fleet.phase[app] === phaseNumbers.reconciling) return repairBatch(fleet.failedItems[app] ?? 0, requestsPerItem);
  const batch = world.batches[platform][fleet.phase[app] ?? 0]?.[fleet.batch[app] ?? 0];
  if (batch === undefined) throw new Error(`App ${app} has no batch left in phase ${fleet.phase[app]}.`);
  return batch;
}

/** The store has responded: what failed is noted, the batch is stored, and the run goes on or its phase ends. */
export function endBatch(world: World, id: number): void {
  const { activity, fleet, invocations, random } = world;
  const { assumed } = world.input;
  const message = invocations.message[id] ?? 0;
  const app = appOf(message);
  const items = endCalls(world, id);
  const failed = drawCount(random, items, assumed.itemFailures);
  const phase = phaseOf(message);
  if (phase === phaseNumbers.identity && failed > 0) {
    retryIdentity(world, id, app);
    return;
  }

  activity.statements += assumed.batchWriteStatements;
  activity.itemsStored += items;
  fleet.attempt[app] = 0;
  fleet.updatedAt[app] = world.events.time;
  if (phase === phaseNumbers.reconciling) {
    repairItems(world, app, failed);
    close(world, id, 0);
    return;
  }

  fleet.failedItems[app] = (fleet.failedItems[app] ?? 0) + failed;
  fleet.batch[app] = (fleet.batch[app] ?? 0) + 1;
  const batchesOfPhase = world.batches[platformOf(fleet, app)][phase]?.length ?? 0;
  if (fleet.batch[app] === batchesOfPhase) endPhase(world, id);
  else if (
    world.events.time - (invocations.startedAt[id] ?? 0) >
    world.settings.workerTimeoutSeconds - BATCH_SECONDS_MAX
  ) {
    suspend(world, id, { wait: 0, spent: 0, countsAsAttempt: false });
  } else askBatch(world, id, false);
}

function endPhase(world: World, id: number): void {
  const { costs, fleet, invocations } = world;
  const app = appOf(invocations.message[id] ?? 0);
  fleet.phase[app] = phaseOf(invocations.message[id] ?? 0) + 1;
  fleet.batch[app] = 0;
  fleet.leaseUntil[app] = 0;
  close(world, id, costs.send);
  sendRun(world, app, world.events.time + costs.send);
}

/** A store that does not respond is asked again later, then the run ends. */
function retryIdentity(world: World, id: number, app: number): void {
  const { fleet, random, settings } = world;
  const delay = settings.identityRetryDelaysSeconds[(fleet.attempt[app] ?? 0) - 1];
  if (delay !== undefined) {
    suspend(world, id, { wait: delay * (1 + RETRY_JITTER * random()), spent: 0, countsAsAttempt: true });
    return;
  }
  failRun(world, app);
  close(world, id, 0);
}

/** Gives the lease back and sends the same message for later. */
function suspend(world: World, id: number, pause: { wait: number; spent: number; countsAsAttempt: boolean }): void {
  const { costs, fleet, invocations } = world;
  const app = appOf(invocations.message[id] ?? 0);
  const seconds = pause.spent + costs.statement + costs.send;
  const at = world.events.time + seconds;
  world.activity.statements += 1;
  fleet.leaseUntil[app] = 0;
  fleet.updatedAt[app] = world.events.time;
  fleet.resumeAfter[app] = world.events.time + pause.spent + costs.statement + pause.wait;
  if (!pause.countsAsAttempt) fleet.attempt[app] = Math.max(0, (fleet.attempt[app] ?? 0) - 1);
  close(world, id, seconds);
  sendRun(world, app, at + (pause.wait === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(pause.wait) + 1)));
}

function close(world: World, id: number, seconds: number): void {
  const { invocations } = world;
  invocations.close(id);
  const startedAt = invocations.startedAt[id] ?? 0;
  endInvocation(world, invocations.queue[id] ?? 0, { startedAt, seconds });
}
