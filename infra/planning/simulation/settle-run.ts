import { nextAttemptDelaySeconds } from "../../../lib/domain/failed-item.ts";
import { send } from "./environments.ts";
import { FAILED, type Fleet, IDLE, messageOf, phaseNumbers, platformOf } from "./fleet.ts";
import { queueNumber, type World } from "./world.ts";

/** Sends the message of the phase at which a run stands, to the queue of its purpose. */
export function sendRun(world: World, app: number, at: number): void {
  const { fleet } = world;
  const kind = fleet.isOnDemand[app] === 1 ? "onDemand" : "tracked";
  const isRepair = fleet.state[app] === IDLE;
  const phase = isRepair ? phaseNumbers.reconciling : (fleet.phase[app] ?? 0);
  send(world, { queue: queueNumber(kind, platformOf(fleet, app)), body: messageOf(app, phase), at });
}

/** Ends a run as completed. */
export function completeRun(world: World, app: number): void {
  const { activity, counts, fleet, input } = world;
  const now = world.events.time;
  activity.statements += input.assumed.batchWriteStatements;
  activity.syncs[platformOf(fleet, app)] += 1;
  rest(world, app, IDLE);
  fleet.lastSynced[app] = now;
  world.due[platformOf(fleet, app)].add(fleet, app);
  fleet.itemAttempts[app] = 1;
  planRepair(fleet, app, now);
  counts.completed.at.push(now);
  counts.completed.app.push(app);
  counts.completed.seconds.push(now - (fleet.queuedAt[app] ?? 0));
  counts.completed.isOnDemand.push(fleet.isOnDemand[app] === 1);
}

/** Ends a run as failed. */
export function failRun(world: World, app: number): void {
  const { fleet } = world;
  world.counts.failedRuns += 1;
  rest(world, app, FAILED);
  world.due[platformOf(fleet, app)].add(fleet, app);
}

function rest({ events, fleet, onDemand }: World, app: number, state: number): void {
  const now = events.time;
  onDemand[platformOf(fleet, app)].apps.delete(app);
  fleet.state[app] = state;
  fleet.leaseUntil[app] = 0;
  fleet.resumeAfter[app] = 0;
  fleet.updatedAt[app] = now;
  fleet.lastTried[app] = now;
}

/** Items that were asked again: those that failed once more wait longer. */
export function repairItems(world: World, app: number, failed: number): void {
  const { fleet } = world;
  fleet.state[app] = IDLE;
  fleet.leaseUntil[app] = 0;
  fleet.failedItems[app] = failed;
  fleet.itemAttempts[app] = (fleet.itemAttempts[app] ?? 0) + 1;
  planRepair(fleet, app, world.events.time);
}

function planRepair(fleet: Fleet, app: number, now: number): void {
  const delay = fleet.failedItems[app] === 0 ? null : nextAttemptDelaySeconds("timeout", fleet.itemAttempts[app] ?? 1);
  fleet.nextRetryAt[app] = delay === null ? Number.POSITIVE_INFINITY : now + delay;
}
