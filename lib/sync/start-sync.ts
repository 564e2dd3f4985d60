import type { Db } from "../../db/client.ts";
import { endWait, insertRun, promoteRun, type StartedRun } from "../../db/queries/sync-runs.ts";
import type { Country } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import { countItems, FIRST_PHASE, type SyncPurpose } from "../domain/sync-phase.ts";
import { phaseMessage } from "../queues/messages.ts";
import { leaveToSweeper, type SyncQueueKey, type SyncQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";

export type StartSyncDependencies = SendRunsDependencies & {
  readonly db: Db;
  readonly newId: () => string;
  /** The clock by which the last run completed: a cool-down follows the calendar of what was observed. */
  readonly now: Clock;
  /** All that the run is going to be planned with. */
  readonly countries: readonly Country[];
};

type StartSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
  readonly purpose: SyncPurpose;
  readonly onSendFailure: OnSendFailure;
  /** Lets the run begin at once though the cool-down of the last one lasts. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running";

/**
 * Returns what became of the request for a run: started unless one is active, where it waits for the cool-down of a run
 * that completed recently; or promoted, when one that waits in the scheduled queue was moved to the on-demand one.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, purpose, onSendFailure, ignoresCoolDown = false } = input;
  const coolsDownAt = ignoresCoolDown ? null : deps.now();
  const itemsPlanned = countItems(deps.countries, platform);

  const started =
    (await insertRun(deps.db, { appId, runId: deps.newId(), purpose, itemsPlanned, coolsDownAt })) ??
    (ignoresCoolDown ? await endWait(deps.db, appId) : undefined);
  const promoted = started === undefined && purpose === "on_demand" ? await promoteRun(deps.db, appId) : undefined;

  const run = started ?? promoted;
  if (run === undefined) return "running";
  await sendRuns(deps, { queue: { purpose, platform }, runs: [{ ...run, appId }], onSendFailure });
  return started === undefined ? "promoted" : "started";
}

/** What follows when the message of a run cannot be sent: its row stays queued, from where the sweeper sends it too. */
export type OnSendFailure = "throw" | "leave_to_sweeper";

export type SendRunsDependencies = {
  readonly queues: SyncQueues;
  readonly log: Log;
  readonly correlationId: string;
};

type QueuedRuns = {
  readonly queue: SyncQueueKey;
  readonly runs: readonly (StartedRun & { readonly appId: number })[];
  readonly onSendFailure: OnSendFailure;
};

/** Sends the first message of runs that were queued in the database, each when its wait is over. */
export async function sendRuns(deps: SendRunsDependencies, { queue, runs, onSendFailure }: QueuedRuns): Promise<void> {
  const { platform } = queue;
  const messages = runs.map((run) => phaseMessage({ ...run, platform, phase: FIRST_PHASE }, deps.correlationId));
  const waits = new Map(runs.map(({ runId, waitSeconds }) => [runId, waitSeconds]));
  const sending = deps.queues.send(queue, messages, { delaySeconds: ({ runId }) => waits.get(runId) ?? 0 });
  await (onSendFailure === "throw" ? sending : sending.catch(leaveToSweeper(deps.log, "sync.message.unsent", queue)));
}
