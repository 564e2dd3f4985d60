import { type Fleet, IDLE, PROCESSING, QUEUED } from "./fleet.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";

type Sweep = {
  readonly now: number;
  readonly settings: Pick<PipelineSettings, "leaseSeconds" | "spreadSeconds">;
  readonly countMax: number;
};

/** The runs whose message may be lost, those that moved longest ago first: takeWaitingRuns in db/queries/sync-runs.ts. */
export function findWaiting(fleet: Fleet, sweep: Sweep): readonly number[] {
  let kept: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  const byAge = (a: number, b: number) => (fleet.updatedAt[a] ?? 0) - (fleet.updatedAt[b] ?? 0) || a - b;
  for (let app = 0; app < fleet.size; app += 1) {
    if (!isWaiting(fleet, app, sweep) || (fleet.updatedAt[app] ?? 0) >= latest) continue;
    kept.push(app);
    if (kept.length < 2 * sweep.countMax) continue;
    kept = kept.toSorted(byAge).slice(0, sweep.countMax);
    latest = fleet.updatedAt[kept.at(-1) ?? 0] ?? latest;
  }
  return kept.toSorted(byAge).slice(0, sweep.countMax);
}

function isWaiting(fleet: Fleet, app: number, { now, settings }: Sweep): boolean {
  const { leaseSeconds, spreadSeconds } = settings;
  const quietFor = now - (fleet.updatedAt[app] ?? 0);
  if (quietFor <= leaseSeconds) return false;
  const state = fleet.state[app];
  if (state === IDLE) return (fleet.nextRetryAt[app] ?? 0) <= now;
  if (state !== QUEUED && state !== PROCESSING) return false;
  if ((fleet.leaseUntil[app] ?? 0) > now || (fleet.resumeAfter[app] ?? 0) > now) return false;
  return fleet.isOnDemand[app] === 1 || quietFor > leaseSeconds + spreadSeconds;
}
