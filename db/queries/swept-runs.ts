import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import { FIRST_PHASE, REPAIR_PHASE } from "../../lib/domain/sync-phase.ts";
import { apps } from "../schema/apps.ts";
import { platformPauses } from "../schema/stores.ts";
import { syncStatuses } from "../schema/syncs.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { isLeaseFree, releasedLease } from "./leases.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { isActive, isRepairDue, isUnfinished, mayResume } from "./run-conditions.ts";
import { runReferenceSchema } from "./sync-runs.ts";

const a = alias(apps, "a");
const p = alias(platformPauses, "p");
const s = alias(syncStatuses, "s");

/** Returns a condition with a scalar subquery rather than a join, so that no plan reads all apps. */
function isOfPlatform(platform: SQLWrapper): SQL {
  return sql`(SELECT ${a.platform} FROM ${apps} a WHERE ${a.id} = ${s.appId}) = ${platform}`;
}

/** Returns the condition that nothing has updated the run for so long. */
function isQuietFor(seconds: SQL): SQL {
  return sql`${s.updatedAt} < now() - make_interval(secs => ${seconds})`;
}

type Sweep = {
  readonly platform: Platform;
  readonly quietSeconds: number;
  readonly spreadSeconds: number;
  readonly runsMax: number;
};

/**
 * Returns runs of a platform whose message may be lost, since no worker holds them and nothing has updated them for
 * `quietSeconds`, and completed runs whose failed items are due. It updates each, so that the next sweep skips it. A
 * scheduled run may also wait in its queue for `spreadSeconds`. While a platform is paused it returns none.
 */
export const takeWaitingRuns = statement({
  name: "take_waiting_runs",
  effect: "writes",
  row: runReferenceSchema,
  sql: ({ platform, quietSeconds, spreadSeconds, runsMax }: Placeholders<Sweep>) => sql`
    WITH waiting AS (
      SELECT ${s.appId} FROM ${syncStatuses} s
      WHERE ${isQuietFor(sql`${quietSeconds}::float8`)}
        AND ((${isActive(s)} AND ${isLeaseFree(s)} AND ${mayResume(s)} AND (${s.purpose} <> 'tracked'
            OR ${isQuietFor(sql`${quietSeconds}::float8 + ${spreadSeconds}::float8`)}))
          OR ${isRepairDue(s)})
        AND ${isOfPlatform(platform)} AND ${isNotPaused(platform)}
      ORDER BY ${s.updatedAt} LIMIT ${runsMax} FOR UPDATE SKIP LOCKED
    )
    UPDATE ${syncStatuses} s SET updated_at = clock_timestamp() FROM waiting w WHERE ${s.appId} = w.app_id
    RETURNING ${s.appId} AS "appId", ${s.runId} AS "runId", ${platform}::text AS platform, ${s.purpose},
      CASE WHEN ${s.status} = 'completed' THEN ${REPAIR_PHASE} ELSE ${s.currentStep} END AS phase`,
});

/** A run that a user requested and that has made no request to the store. */
const waitsForTurn = sql`(${s.purpose} = 'on_demand' AND ${s.currentStep} = ${FIRST_PHASE})`;

type Overdue = {
  readonly platform: Platform;
  readonly ageMaxHours: number;
  /** Hours in which a run that a user requested must begin, since a later one would not end in time. */
  readonly queueMaxHours: number;
  readonly runsMax: number;
};

/** When the run failed, by the clock of observations, and the error of one that did not begin or did not end in time. */
type End = { readonly at: string; readonly notBegun: string; readonly notEnded: string };

const failOverdue = statement({
  name: "fail_overdue_runs",
  effect: "writes",
  sql: (overdue: Placeholders<Overdue & End>) => sql`
    WITH overdue AS (
      SELECT ${s.appId}, ${waitsForTurn} AS waits FROM ${syncStatuses} s CROSS JOIN LATERAL (
        SELECT clock_timestamp() - interval '1 hour'
          * CASE WHEN ${waitsForTurn} THEN ${overdue.queueMaxHours}::float8 ELSE ${overdue.ageMaxHours}::float8 END AS oldest
      ) allowed
      WHERE ${isUnfinished(s)} AND ${isLeaseFree(s)} AND ${s.queuedAt} < allowed.oldest
        AND ${isOfPlatform(overdue.platform)}
        AND NOT EXISTS (SELECT 1 FROM ${platformPauses} p
          WHERE ${p.platform} = ${overdue.platform} AND coalesce(${p.resumedAt} > allowed.oldest, true))
      ORDER BY ${s.updatedAt} LIMIT ${overdue.runsMax} FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE ${syncStatuses} s SET status = 'failed', ${releasedLease},
      updated_at = clock_timestamp(), completed_at = ${overdue.at}::timestamptz,
      error_message = CASE WHEN overdue.waits THEN ${overdue.notBegun}::text ELSE ${overdue.notEnded}::text END
    FROM overdue WHERE ${s.appId} = overdue.app_id
    RETURNING 1`,
});

/**
 * Returns how many runs of a platform it has failed because they were active for too long, not counting a pause. The
 * next sweep fails more.
 */
export async function failOverdueRuns(db: Db, { at, ...overdue }: Overdue & { readonly at: Date }): Promise<number> {
  const queueHours = Number(overdue.queueMaxHours.toFixed(1));
  const rows = await failOverdue(db, {
    ...overdue,
    at: at.toISOString(),
    notBegun: `The sync did not begin within ${queueHours} hours: too many were requested before it.`,
    notEnded: `The sync did not end within ${overdue.ageMaxHours} hours.`,
  });
  return rows.length;
}
