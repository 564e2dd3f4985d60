import type { Platform } from "../../../lib/domain/platform.ts";
import { maxQueueWait } from "../../../lib/domain/sync-pace.ts";
import { FAILED, type Fleet, IDLE, type Message, PROCESSING, phaseNumbers, QUEUED, rangeOf } from "./fleet.ts";

const DAY_SECONDS = 86_400;

/**
 * What the statements of db/queries do to sync_statuses, on the arrays of a fleet. A conformance test runs both on the
 * same rows.
 */

/** claim_run: takes the lease of the run that a message names, and returns whether it did. */
export function claim(fleet: Fleet, { app, phase }: Message, now: number): boolean {
  const isRepair = phase === phaseNumbers.reconciling;
  const standsHere = (isActive(fleet, app) && fleet.phase[app] === phase) || (isRepair && isRepairDue(fleet, app, now));
  if (!standsHere || isHeld(fleet, app, now) || (fleet.resumeAfter[app] ?? 0) > now) return false;

  fleet.state[app] = PROCESSING;
  fleet.phase[app] = phase;
  fleet.leaseUntil[app] = Number.POSITIVE_INFINITY;
  fleet.resumeAfter[app] = 0;
  fleet.updatedAt[app] = now;
  return true;
}

export type DueRules = {
  readonly platform: Platform;
  readonly now: number;
  readonly refreshSeconds: number;
  readonly failedRetrySeconds: number;
  readonly countMax: number;
  /** Since when the apps must have been swept; null: no sweep. One that has waited a day for it waits no longer. */
  readonly sweptSince: number | null;
};

/** insert_due_runs: returns the apps that are due, the longest untried first. */
export function findDue(fleet: Fleet, rules: DueRules): readonly number[] {
  const isWanted = (app: number) =>
    isStale(fleet, app, rules) &&
    !awaitsSweep(fleet, app, rules) &&
    (fleet.state[app] !== FAILED || (fleet.updatedAt[app] ?? 0) < rules.now - rules.failedRetrySeconds);
  return oldest(fleet, rules, { times: fleet.lastTried, isWanted });
}

/** Whether the app has no run and its data are too old. */
export function isStale(fleet: Fleet, app: number, { now, refreshSeconds }: DueRules): boolean {
  const isAtRest = fleet.state[app] === IDLE || fleet.state[app] === FAILED;
  return isAtRest && (fleet.lastSynced[app] ?? 0) < now - refreshSeconds;
}

function awaitsSweep(fleet: Fleet, app: number, { now, refreshSeconds, sweptSince }: DueRules): boolean {
  if (sweptSince === null || (fleet.lastSwept[app] ?? 0) >= sweptSince) return false;
  return (fleet.lastSynced[app] ?? 0) > now - refreshSeconds - DAY_SECONDS;
}

type Sweep = {
  readonly platform: Platform;
  readonly now: number;
  readonly leaseSeconds: number;
  readonly spreadSeconds: number;
  readonly countMax: number;
};

/** take_waiting_runs: returns the apps whose message may be lost, and touches them. */
export function takeWaiting(fleet: Fleet, sweep: Sweep): readonly number[] {
  const apps = oldest(fleet, sweep, { times: fleet.updatedAt, isWanted: (app) => isWaiting(fleet, app, sweep) });
  for (const app of apps) fleet.updatedAt[app] = sweep.now;
  return apps;
}

function isWaiting(fleet: Fleet, app: number, { now, leaseSeconds, spreadSeconds }: Sweep): boolean {
  const quietFor = now - (fleet.updatedAt[app] ?? 0);
  if (quietFor <= leaseSeconds) return false;
  if (isRepairDue(fleet, app, now)) return true;
  if (!isActive(fleet, app) || isHeld(fleet, app, now) || (fleet.resumeAfter[app] ?? 0) > now) return false;
  return fleet.isOnDemand[app] === 1 || quietFor > leaseSeconds + spreadSeconds;
}

/** fail_overdue_runs: whether a run that nobody holds has not begun, or not ended, in time. */
export function isOverdue(fleet: Fleet, app: number, { now, ageMax }: { now: number; ageMax: number }): boolean {
  const isRepair = fleet.phase[app] === phaseNumbers.reconciling;
  if (!isActive(fleet, app) || isRepair || isHeld(fleet, app, now)) return false;
  const hasNotBegun = fleet.isOnDemand[app] === 1 && fleet.phase[app] === phaseNumbers.identity;
  return (fleet.queuedAt[app] ?? 0) < now - (hasNotBegun ? maxQueueWait(ageMax) : ageMax);
}

/** insert_run: queues a run of an app that has none. */
export function startRun(
  fleet: Fleet,
  app: number,
  run: { readonly now: number; readonly startsAt: number; readonly isOnDemand: boolean },
): void {
  fleet.state[app] = QUEUED;
  fleet.phase[app] = phaseNumbers.identity;
  fleet.batch[app] = 0;
  fleet.attempt[app] = 0;
  fleet.isOnDemand[app] = run.isOnDemand ? 1 : 0;
  fleet.queuedAt[app] = run.startsAt;
  fleet.resumeAfter[app] = run.startsAt;
  fleet.updatedAt[app] = run.now;
  fleet.failedItems[app] = 0;
  fleet.nextRetryAt[app] = Number.POSITIVE_INFINITY;
}

/** Scheduled runs of a platform that are queued or under way. */
export function countActive(fleet: Fleet, platform: Platform): number {
  const [first, count] = rangeOf(fleet, platform);
  let active = 0;
  for (let app = first; app < first + count; app += 1) {
    if (isActive(fleet, app) && fleet.isOnDemand[app] === 0) active += 1;
  }
  return active;
}

function isActive(fleet: Fleet, app: number): boolean {
  return fleet.state[app] === QUEUED || fleet.state[app] === PROCESSING;
}

function isRepairDue(fleet: Fleet, app: number, now: number): boolean {
  return fleet.state[app] === IDLE && (fleet.nextRetryAt[app] ?? 0) <= now;
}

function isHeld(fleet: Fleet, app: number, now: number): boolean {
  return (fleet.leaseUntil[app] ?? 0) > now;
}

/** Returns the wanted apps of a platform with the least times. Sorting all of a million would be slow. */
function oldest(
  fleet: Fleet,
  { platform, countMax }: { readonly platform: Platform; readonly countMax: number },
  { times, isWanted }: { readonly times: Float64Array; readonly isWanted: (app: number) => boolean },
): readonly number[] {
  let kept: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  const byTime = (a: number, b: number) => (times[a] ?? 0) - (times[b] ?? 0) || a - b;
  const [first, count] = rangeOf(fleet, platform);
  for (let app = first; app < first + count && countMax > 0; app += 1) {
    if ((times[app] ?? 0) >= latest || !isWanted(app)) continue;
    kept.push(app);
    if (kept.length < 2 * countMax) continue;
    kept = kept.toSorted(byTime).slice(0, countMax);
    latest = times[kept.at(-1) ?? 0] ?? latest;
  }
  return kept.toSorted(byTime).slice(0, countMax);
}
