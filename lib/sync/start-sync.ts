import type { Db } from "../../db/client.ts";
import { insertRun, promoteRun } from "../../db/queries/sync-runs.ts";
import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import { runMessage } from "./run-message.ts";

type StartSyncDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
  readonly newId: () => string;
  /** The clock by which the last run completed: a cool-down follows the calendar of what was observed. */
  readonly now: Clock;
};

type StartSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
  readonly purpose: SyncPurpose;
  readonly correlationId: string;
  /** Starts a run though the cool-down of the last one lasts. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running" | "cooling_down";

/**
 * Starts a run for an app, or says why none was needed: one is running, or the last completed one is recent. A user's
 * wish moves a run that still waits in the scheduled queue to the on-demand one.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, purpose, correlationId } = input;
  const send = (runId: string) =>
    deps.queues.send({ purpose, platform }, [runMessage({ runId, appId, platform, phase: "identity" }, correlationId)]);

  const runId = deps.newId();
  const cooledDownAt = input.ignoresCoolDown ? null : deps.now();
  if (await insertRun(deps.db, { appId, runId, purpose, cooledDownAt })) {
    await send(runId);
    return "started";
  }

  const promoted = purpose === "on_demand" ? await promoteRun(deps.db, appId) : undefined;
  if (promoted !== undefined) {
    await send(promoted);
    return "promoted";
  }

  const status = await findSyncStatus(deps.db, appId);
  return status?.status === "completed" ? "cooling_down" : "running";
}
