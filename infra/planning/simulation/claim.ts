import { appOf, type Fleet, IDLE, PROCESSING, phaseNumbers, phaseOf, QUEUED } from "./fleet.ts";

/** Takes the lease of the run that a message names, by the rule of db/queries/claim-run.ts. */
export function claim(fleet: Fleet, message: number, now: number): boolean {
  const app = appOf(message);
  const phase = phaseOf(message);
  const state = fleet.state[app];
  const isRepair = phase === phaseNumbers.reconciling;
  const standsHere =
    ((state === QUEUED || state === PROCESSING) && fleet.phase[app] === phase) ||
    (isRepair && state === IDLE && (fleet.nextRetryAt[app] ?? 0) <= now);
  if (!standsHere || (fleet.leaseUntil[app] ?? 0) > now || (fleet.resumeAfter[app] ?? 0) > now) return false;

  fleet.state[app] = PROCESSING;
  fleet.phase[app] = phase;
  fleet.leaseUntil[app] = Number.POSITIVE_INFINITY;
  fleet.resumeAfter[app] = 0;
  fleet.updatedAt[app] = now;
  return true;
}
