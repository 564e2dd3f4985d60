import type { Db } from "../../db/client.ts";
import { countOverdueApps } from "../../db/queries/overdue-apps.ts";
import { failOverdueRuns, takeWaitingRuns } from "../../db/queries/sync-runs.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/metrics.ts";
import { turnMax } from "./active-runs.ts";
import { forEachQueue } from "./for-each-queue.ts";
import { runMessage } from "./run-message.ts";

export type SweepSyncsDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
  readonly now: Clock;
  readonly log: Log;
  readonly measure: Measure;
  readonly settings: {
    /** A run that nobody holds and that did not move for this long has lost its message. */
    readonly quietSeconds: number;
    /** Seconds over which the scheduled runs of one tick are spread. */
    readonly spreadSeconds: number;
    readonly runAgeMaxHours: number;
    readonly refreshHours: number;
  };
};

/** Runs that one sweep sends, and ends, at most; the next sweep takes the rest. */
export const RUNS_PER_SWEEP_MAX = 500;

/** Sends again what may be lost, sends reconciling for failed items that are due, and ends runs that never will. */
export async function sweepSyncs(deps: SweepSyncsDependencies, input: { correlationId: string }) {
  const overdue = await failOverdueRuns(deps.db, {
    ageMaxHours: deps.settings.runAgeMaxHours,
    turnMaxHours: turnMax(deps.settings.runAgeMaxHours),
    at: deps.now(),
    runsMax: RUNS_PER_SWEEP_MAX,
  });
  const waiting = await takeWaitingRuns(deps.db, {
    quietSeconds: deps.settings.quietSeconds,
    spreadSeconds: deps.settings.spreadSeconds,
    runsMax: RUNS_PER_SWEEP_MAX,
  });
  const byQueue = Object.groupBy(waiting, ({ purpose, platform }) => `${purpose} ${platform}`);
  await forEachQueue(Object.values(byQueue), async (runs = []) => {
    const [first] = runs;
    const messages = runs.map((run) => runMessage(run, input.correlationId));
    if (first !== undefined) await deps.queues.send(first, messages);
  });

  const swept = { overdue, sent: waiting.length };
  deps.log.info("sync.sweep.completed", swept);
  await measureFreshness(deps);
  return swept;
}

/** An app counts as overdue when it waits for half as long again as it may be old. */
const OVERDUE_AFTER_REFRESHES = 1.5;
const HOUR_MS = 3_600_000;

async function measureFreshness({ db, now, measure, settings }: SweepSyncsDependencies): Promise<void> {
  const ageMaxMs = settings.refreshHours * OVERDUE_AFTER_REFRESHES * HOUR_MS;
  for (const { platform, followed, overdue } of await countOverdueApps(db, new Date(now().getTime() - ageMaxMs))) {
    measure("OverdueAppsPercent", (100 * overdue) / followed, { platform });
  }
}
