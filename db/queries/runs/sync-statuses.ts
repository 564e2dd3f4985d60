import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { failureReasonSchema } from "../../../lib/domain/failed-item.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { itemPhases, syncPhaseSchema, syncStates } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { followedApps } from "../../schema/tracking.ts";
import { columns, type Db, type Placeholders, statement, unixTime } from "../../statement.ts";
import { nextTryAt } from "./failed-items.ts";
import { coolDownEnd, isScheduled } from "./run-conditions.ts";

/** Instants are unix time. */
const syncStatusSchema = () =>
  z.object({
    appId: z.int(),
    runId: z.uuid(),
    status: z.enum(syncStates),
    currentStep: syncPhaseSchema().nullable(),
    progressDone: z.int(),
    progressTotal: z.int(),
    /** Items that sweeps had read, of those that are done. */
    progressSwept: z.int(),
    /** Whether no user waits for the run any longer. */
    isScheduled: z.boolean(),
    /** YYYY-MM-DD, the last day whose sweep has read the app; null for none. */
    sweptOn: z.string().nullable(),
    errorMessage: z.string().nullable(),
    /** When a run that waits for a cool-down begins; null for any other. */
    startsAt: z.number().nullable(),
    startedAt: z.number().nullable(),
    completedAt: z.number().nullable(),
    nextRetryAt: z.number().nullable(),
    failedItems: z.array(
      z.object({
        phase: z.enum(itemPhases),
        countryCode: z.string(),
        locale: z.string().nullable(),
        reason: failureReasonSchema(),
        attempts: z.int(),
        lastAttemptedAt: z.number(),
        nextRetryAt: z.number().nullable(),
        permanent: z.boolean(),
      }),
    ),
  });
export type SyncStatusRow = Readonly<z.infer<ReturnType<typeof syncStatusSchema>>>;

/** More items than a run can have. */
const FAILED_ITEMS_READ_MAX = 500;

const s = syncStatuses;
const f = alias(syncFailedItems, "f");
const i = alias(syncFailedItems, "i");

/** Only a completed run is reconciled: items of one that failed are requested again by the next run. */
const nextTryOfItem = sql`CASE WHEN ${s.status} <> 'failed' THEN ${nextTryAt(f.nextAttemptAt)} END`;

function selectStatus(appId: SQLWrapper, now: SQLWrapper): SQL {
  return sql`
    SELECT ${columns({
      appId: s.appId,
      runId: s.runId,
      status: s.status,
      currentStep: s.currentStep,
      progressDone: s.progressDone,
      progressTotal: s.progressTotal,
      progressSwept: sql`least(${s.progressDone}, ${s.sweptBefore} + ${s.sweptInPhase})`,
      isScheduled: sql`coalesce(${isScheduled(s)}, false)`,
      sweptOn: sql`(SELECT to_char(${followedApps.sweptOn}, 'YYYY-MM-DD') FROM ${followedApps}
        WHERE ${followedApps.appId} = ${s.appId})`,
      errorMessage: s.errorMessage,
      startsAt: sql`CASE WHEN ${s.status} = 'queued' THEN ${unixTime(coolDownEnd(sql`${now}::timestamptz`))} END`,
      startedAt: unixTime(s.startedAt),
      completedAt: unixTime(s.completedAt),
      nextRetryAt: unixTime(nextTryAt(s.nextRetryAt)),
    })}, coalesce((
      SELECT json_agg(json_build_object('phase', ${f.phase}, 'countryCode', ${f.countryCode}, 'locale', ${f.locale},
        'reason', ${f.reason}, 'attempts', ${f.attempts}, 'lastAttemptedAt', ${unixTime(f.lastAttemptedAt)},
        'nextRetryAt', ${unixTime(nextTryOfItem)}, 'permanent', ${f.permanent})
        ORDER BY ${f.phase}, ${f.countryCode}, ${f.locale}, ${f.id})
      FROM (
        SELECT * FROM ${syncFailedItems} i WHERE ${i.appId} = ${s.appId} ORDER BY ${i.id} LIMIT ${FAILED_ITEMS_READ_MAX}
      ) f), '[]') AS "failedItems"
    FROM ${syncStatuses} WHERE ${s.appId} = ${appId}`;
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

/** Returns undefined for an app that was never synced, and for one that is not known. */
export function findSyncStatusOfApp(
  db: Db,
  { externalId, now, platform }: StoreApp & { readonly now: Date },
): Promise<SyncStatusRow | undefined> {
  return findStatusOfApp(db, { externalId, platform, now: now.toISOString() });
}
