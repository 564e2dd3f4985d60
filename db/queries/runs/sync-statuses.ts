import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { followedApps } from "../../schema/tracking.ts";
import { type Db, type Placeholders, statement, unixTime } from "../../statement.ts";
import { nextTryAt } from "./failed-items.ts";
import { coolDownEnd, isScheduled } from "./run-conditions.ts";

const FAILED_ITEMS_READ_MAX = 500;

const item = alias(syncFailedItems, "item");
const run = alias(syncStatuses, "run");

const bySweep = sql`least(${run.progressDone}, ${run.sweptBefore} + ${run.sweptInPhase})`;
const progress = projection({
  done: run.progressDone,
  total: run.progressTotal,
  by_run: shown(sql`${run.progressDone} - ${bySweep}`, () => z.int()),
  by_sweep: shown(bySweep, () => z.int()),
  pending: shown(sql`${run.progressTotal} - ${run.progressDone}`, () => z.int()),
});

const failedItem = projection({
  phase: item.phase,
  country_code: item.countryCode,
  locale: item.locale,
  reason: item.reason,
  attempts: item.attempts,
  last_attempted_at: item.lastAttemptedAt,
  // Only a completed run is reconciled: items of one that failed are requested again by the next run.
  next_retry_at: unixTimeOrNull(sql`CASE WHEN ${run.status} <> 'failed' THEN ${nextTryAt(item.nextAttemptAt)} END`),
  permanent: item.permanent,
});

const failedItems = sql`coalesce((
  SELECT json_agg(${failedItem.json} ORDER BY ${item.phase}, ${item.countryCode}, ${item.locale}, ${item.id})
  FROM (
    SELECT * FROM ${syncFailedItems} item WHERE ${item.appId} = ${run.appId}
    ORDER BY ${item.id} LIMIT ${FAILED_ITEMS_READ_MAX}) item), '[]')`;

const syncStatus = projection({
  app_id: run.appId,
  run_id: run.runId,
  status: run.status,
  current_step: run.currentStep,
  progress: shown(progress.json, progress.row),
  is_scheduled: shown(sql`coalesce(${isScheduled(run)}, false)`, () => z.boolean()),
  swept_on: shown(
    sql`(SELECT to_char(${followedApps.sweptOn}, 'YYYY-MM-DD') FROM ${followedApps}
      WHERE ${followedApps.appId} = ${run.appId})`,
    () => z.string().nullable(),
  ),
  failed_items: shown(failedItems, () => z.array(failedItem.row())),
  error_message: run.errorMessage,
  started_at: run.startedAt,
  completed_at: run.completedAt,
  next_retry_at: unixTimeOrNull(nextTryAt(run.nextRetryAt)),
});
/** `starts_at` is the end of the cool-down that the run waits for, or null. */
const syncStatusSchema = () => syncStatus.row().extend({ starts_at: z.number().nullable() });
export type SyncStatusRow = Readonly<z.infer<ReturnType<typeof syncStatusSchema>>>;

function selectStatus(appId: SQLWrapper, now: SQLWrapper): SQL {
  const startsAt = unixTime(coolDownEnd(run, sql`${now}::timestamptz`));
  return sql`
    SELECT ${syncStatus.columns}, CASE WHEN ${run.status} = 'queued' THEN ${startsAt} END AS starts_at
    FROM ${syncStatuses} run WHERE ${run.appId} = ${appId}`;
}

const findStatus = statement({
  name: "find_sync_status",
  effect: "reads",
  returns: "first",
  row: syncStatusSchema,
  rows: "trusted",
  sql: ({ appId, now }: Placeholders<{ appId: number; now: string }>) => selectStatus(sql`${appId}::int`, now),
});

export function findSyncStatus(
  db: Db,
  { appId, now }: { readonly appId: number; readonly now: Date },
): Promise<SyncStatusRow | undefined> {
  return findStatus(db, { appId, now: now.toISOString() });
}

const findStatusOfApp = statement({
  name: "find_sync_status_of_app",
  effect: "reads",
  returns: "first",
  row: syncStatusSchema,
  rows: "trusted",
  sql: ({ externalId, now, platform }: Placeholders<StoreApp & { now: string }>) =>
    selectStatus(
      sql`(SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId})`,
      now,
    ),
});

/** Returns undefined for an app that was never synced. */
export function findSyncStatusOfApp(
  db: Db,
  { externalId, now, platform }: StoreApp & { readonly now: Date },
): Promise<SyncStatusRow | undefined> {
  return findStatusOfApp(db, { externalId, platform, now: now.toISOString() });
}
