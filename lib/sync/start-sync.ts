import type { Db } from "../../db/client.ts";
import { endWait, insertRun, promoteRun, type StartedRun } from "../../db/queries/sync-runs.ts";
import type { Country } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import { plannedTotal } from "./plan.ts";
import { runMessage } from "./run-message.ts";

export type StartSyncDependencies = {
  readonly db: Db;
  readonly queues: SyncQueues;
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
  readonly correlationId: string;
  /** Lets the run begin at once though the cool-down of the last one lasts. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running";

/**
 * Returns what became of the request for a run: started unless one is active, where it waits for the cool-down of a run
 * that completed recently; or promoted, when one that waits in the scheduled queue was moved to the on-demand one.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, purpose, ignoresCoolDown = false } = input;

  const coolsDownAt = ignoresCoolDown ? null : deps.now();
  const itemsPlanned = plannedTotal(deps.countries, platform);
  const started = await insertRun(deps.db, { appId, runId: deps.newId(), purpose, itemsPlanned, coolsDownAt });
  if (started !== undefined) {
    await send(deps, input, started);
    return "started";
  }

  const freed = ignoresCoolDown ? await endWait(deps.db, appId) : undefined;
  if (freed !== undefined) {
    await send(deps, input, freed);
    return "started";
  }

  const promoted = purpose === "on_demand" ? await promoteRun(deps.db, appId) : undefined;
  if (promoted !== undefined) {
    await send(deps, input, promoted);
    return "promoted";
  }
  return "running";
}

async function send(deps: StartSyncDependencies, input: StartSyncInput, run: StartedRun): Promise<void> {
  const { appId, platform, purpose, correlationId } = input;
  const message = runMessage({ runId: run.runId, appId, platform, phase: "identity" }, correlationId);
  await deps.queues.send({ purpose, platform }, [message], { delaySeconds: run.waitSeconds });
}
