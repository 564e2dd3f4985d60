import type { Db } from "../../db/client.ts";
import { failOverdueRuns, takeWaitingRuns } from "../../db/queries/sync-runs.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { forEachQueue } from "./for-each-queue.ts";
import { runMessage } from "./run-message.ts";

export type SweepSyncsDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
  readonly now: Clock;
  readonly log: Log;
  readonly settings: {
    /** A run that nobody holds and that did not move for this long has lost its message. */
    readonly quietSeconds: number;
    /** Seconds over which the scheduled runs of one tick are spread. */
    readonly spreadSeconds: number;
    readonly runAgeMaxHours: number;
  };
};

/** Runs that one sweep sends at most; the next sweep takes the rest. */
const RUNS_PER_SWEEP_MAX = 500;

/** Sends again what may be lost, sends reconciling for failed items that are due, and ends runs that never will. */
export async function sweepSyncs(deps: SweepSyncsDependencies, input: { correlationId: string }) {
  const overdue = await failOverdueRuns(deps.db, { ageMaxHours: deps.settings.runAgeMaxHours, at: deps.now() });
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
  return swept;
}
