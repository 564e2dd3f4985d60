import { returnToAllowance, takeWholeSync } from "../../db/queries/accounts/day-allowances.ts";
import { endWait, insertRun, promoteRun } from "../../db/queries/runs/sync-runs.ts";
import type { Db } from "../../db/statement.ts";
import type { Country } from "../domain/country.ts";
import { WHOLE_SYNCS_PER_DAY } from "../domain/day-allowance.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { countItems } from "../domain/sync-phase.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DispatchSyncs } from "./dispatch-syncs.ts";

export type StartSyncDependencies = {
  readonly db: Db;
  readonly newId: () => string;
  /** Observations use this clock, so the end of the cool-down does too. */
  readonly now: Clock;
  readonly countries: readonly Country[];
  readonly dispatch: DispatchSyncs;
  readonly correlationId: string;
};

type StartSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
  readonly userId: number | null;
  /** True if it counts towards the user's whole syncs of the day. Beyond their limit, only the first read is urgent. */
  readonly isCounted: boolean;
  /** Lets the run begin during the cool-down of the last one. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running";

/**
 * Queues a run for a waiting user unless one is active; it begins after the cool-down of the last run. Returns
 * `promoted` if a scheduled run became the user's, and `running` if nothing changes.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, ignoresCoolDown = false, userId } = input;
  const { correlationId, db } = deps;
  const now = deps.now();
  const countedFor = input.isCounted ? userId : null;
  const isDeferred =
    countedFor !== null && !(await takeWholeSync(db, { userId: countedFor, allowed: WHOLE_SYNCS_PER_DAY }));
  const isStarted = await insertRun(db, {
    appId,
    runId: deps.newId(),
    purpose: "on_demand",
    itemsPlanned: countItems(deps.countries, platform),
    queuedOn: utcDay(now),
    coolsDownAt: ignoresCoolDown ? null : now,
    userId,
    isDeferred,
    correlationId,
  });
  const start = isStarted ? "started" : await hurry(deps, input, isDeferred);
  if (start !== "running") await deps.dispatch({ platform, correlationId });
  else if (countedFor !== null) await returnToAllowance(db, { userId: countedFor, allowance: "whole_syncs" });
  return start;
}

async function hurry(
  { db }: StartSyncDependencies,
  { appId, ignoresCoolDown = false }: StartSyncInput,
  isDeferred: boolean,
): Promise<SyncStart> {
  if (ignoresCoolDown && (await endWait(db, { appId }))) return "started";
  return (await promoteRun(db, { appId, isDeferred })) ? "promoted" : "running";
}
