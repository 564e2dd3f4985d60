import type { Platform } from "../../../lib/domain/platform.ts";
import { type Fleet, IDLE, PROCESSING, QUEUED, rangeOf } from "./fleet.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";

type Sweep = {
  readonly platform: Platform;
  readonly now: number;
  readonly settings: Pick<PipelineSettings, "leaseSeconds" | "spreadSeconds">;
  readonly countMax: number;
};

/** A platform's runs whose message may be lost, the longest unmoved first: takeWaitingRuns in db/queries/swept-runs.ts. */
export function findWaiting(fleet: Fleet, sweep: Sweep): readonly number[] {
  let kept: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  const byAge = (a: number, b: number) => (fleet.updatedAt[a] ?? 0) - (fleet.updatedAt[b] ?? 0) || a - b;
  const [first, count] = rangeOf(fleet, sweep.platform);
  for (let app = first; app < first + count; app += 1) {
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
