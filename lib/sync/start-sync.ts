import type { Db } from "../../db/client.ts";
import { endWait, insertRun, promoteRun, type StartedRun } from "../../db/queries/sync-runs.ts";
import type { Country } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { countItems, FIRST_PHASE, type SyncPurpose } from "../domain/sync-phase.ts";
import { phaseMessage } from "../queues/messages.ts";
import { leaveToSweeper, type SyncQueueKey, type SyncQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type StartSyncDependencies = SendRunsDependencies & {
  readonly db: Db;
  readonly newId: () => string;
  /** The clock of observations, by which the last run completed and its cool-down ends. */
  readonly now: Clock;
  /** The run is planned with these. */
  readonly countries: readonly Country[];
};

type StartSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
  readonly purpose: SyncPurpose;
  readonly onSendFailure: OnSendFailure;
  /** Lets the run begin during the cool-down of the last one. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running";

/**
 * Queues a run unless one is active. After a recently completed run it waits for the end of the cool-down. Returns
 * `promoted` when a run was moved from the scheduled queue to the on-demand one, and `running` when nothing was to do.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, purpose, onSendFailure, ignoresCoolDown = false } = input;
  const now = deps.now();
  const run = { appId, runId: deps.newId(), purpose, itemsPlanned: countItems(deps.countries, platform) };

  const started =
    (await insertRun(deps.db, { ...run, queuedOn: utcDay(now), coolsDownAt: ignoresCoolDown ? null : now })) ??
    (ignoresCoolDown ? await endWait(deps.db, appId) : undefined);
  const promoted = started === undefined && purpose === "on_demand" ? await promoteRun(deps.db, appId) : undefined;

  const queued = started ?? promoted;
  if (queued === undefined) return "running";
  await sendRuns(deps, { queue: { purpose, platform }, runs: [{ ...queued, appId }], onSendFailure });
  return started === undefined ? "promoted" : "started";
}

/** Either way the row stays queued, and the sweeper sends the message. */
export type OnSendFailure = "throw" | "leave_to_sweeper";

export type SendRunsDependencies = {
  readonly queues: SyncQueues;
  readonly log: Log;
  readonly measure: Measure;
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
  await (onSendFailure === "throw" ? sending : sending.catch(leaveToSweeper(deps, "sync.message.unsent", queue)));
}
