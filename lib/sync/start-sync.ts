import { takeWholeSyncs } from "../../db/queries/accounts/day-allowances.ts";
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
  /** The clock of observations, by which the last run completed and its cool-down ends. */
  readonly now: Clock;
  /** The run is planned with these. */
  readonly countries: readonly Country[];
  /** Sends the messages of runs whose next batch the store's buckets will grant. */
  readonly dispatch: DispatchSyncs;
  readonly correlationId: string;
};

type StartSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
  /** The user who waits for it; null for an operator. */
  readonly userId: number | null;
  /**
   * Says whether it counts towards the whole syncs of the user's day, beyond which all but the first read is scheduled
   * work.
   */
  readonly isCounted: boolean;
  /** Lets the run begin during the cool-down of the last one. Default: false. */
  readonly ignoresCoolDown?: boolean;
};

export type SyncStart = "started" | "promoted" | "running";

/**
 * Queues a run for which a user waits, unless one is active. After a recently completed run it waits for the end of the
 * cool-down. Returns `promoted` when a scheduled run became one for which a user waits, and `running` when nothing was
 * to do.
 */
export async function startSync(deps: StartSyncDependencies, input: StartSyncInput): Promise<SyncStart> {
  const { appId, platform, ignoresCoolDown = false, userId } = input;
  const { correlationId, db } = deps;
  const now = deps.now();
  const isDeferred = input.isCounted && userId !== null && !(await isWholeSync(db, userId));
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

/** Counts an app towards the whole syncs of the user's day, and returns whether it is one of them. */
async function isWholeSync(db: Db, userId: number): Promise<boolean> {
  return (await takeWholeSyncs(db, { userId, wanted: 1, allowed: WHOLE_SYNCS_PER_DAY })) > 0;
}
