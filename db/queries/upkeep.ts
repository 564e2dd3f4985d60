import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";

import { accessTokens } from "../schema/access-tokens.ts";
import { chartFetches } from "../schema/chart-fetches.ts";
import { rateLimits } from "../schema/rate-limits.ts";
import { sessions } from "../schema/sessions.ts";
import { syncFailedItems } from "../schema/sync-failed-items.ts";
import { trendingCharts } from "../schema/trending-charts.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";
import { isWindowOver } from "./rate-limits.ts";

/** Rows that one statement looks at, and deletes, at most. Rows that somebody else holds are left to the next upkeep. */
export const BATCH_ROWS = 5_000;

const batch = sql`LIMIT ${BATCH_ROWS}`.inlineParams();

/** Tokens of a session go with it. No index serves clock_timestamp(), which has another value for each row. */
export const deleteExpiredSessions = deletion({
  name: "delete_expired_sessions",
  table: sessions,
  oldestBy: sessions.expiresAt,
  isOver: () => sql`${sessions.expiresAt} <= now()`,
});

export const deleteExpiredTokens = deletion({
  name: "delete_expired_tokens",
  table: accessTokens,
  oldestBy: accessTokens.expiresAt,
  isOver: () => sql`${accessTokens.expiresAt} <= now()`,
});

export const deleteFailedItems = deletion({
  name: "delete_failed_items_before",
  table: syncFailedItems,
  oldestBy: syncFailedItems.lastAttemptedAt,
  isOver: ({ before }: Before) => sql`${syncFailedItems.lastAttemptedAt} < ${before}::timestamptz`,
});

export const deleteChartFetches = deletion({
  name: "delete_chart_fetches_before",
  table: chartFetches,
  oldestBy: chartFetches.chartDate,
  isOver: ({ before }: Before) => sql`${chartFetches.chartDate} < ${before}::date`,
});

/** Deletes charts of months whose ranks were dropped: without ranks a chart would look like an empty one. */
export const deleteRankLessCharts = deletion({
  name: "delete_charts_before_month_of",
  table: trendingCharts,
  oldestBy: trendingCharts.chartDate,
  isOver: ({ before }: Before) => sql`${trendingCharts.chartDate} < date_trunc('month', ${before}::date)::date`,
});

type Before = Placeholders<{ before: string }>;

type Deletion<Input> = {
  readonly name: string;
  readonly table: PgTable;
  readonly oldestBy: PgColumn;
  readonly isOver: (input: Placeholders<Input>) => SQL;
};

/** Makes a function that deletes one batch of what is over, oldest first, and returns how many rows it deleted. */
function deletion<Input extends object>({ name, table, oldestBy, isOver }: Deletion<Input>) {
  const remove = statement({
    name,
    effect: "writes",
    sql: (input: Placeholders<Input>) => sql`
      WITH over AS (
        SELECT ctid FROM ${table} WHERE ${isOver(input)} ORDER BY ${oldestBy} ${batch} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1`,
  });
  return async (db: Db, input: Input): Promise<number> => (await remove(db, input)).length;
}

/**
 * In the order of the key: an index on the start of the window would be written with every window. A window that is
 * opened again meanwhile is over no longer when its row is deleted.
 */
const deleteWindows = statement({
  name: "delete_windows_that_are_over",
  effect: "writes",
  row: () => z.object({ deleted: z.int(), last: z.string().nullable() }),
  sql: ({ bucket }: Placeholders<{ bucket: string }>) => sql`
    WITH looked_at AS MATERIALIZED (
      SELECT bucket, ctid AS place, ${isWindowOver} AS is_over FROM ${rateLimits}
      WHERE ${rateLimits.bucket} > ${bucket} ORDER BY ${rateLimits.bucket} ${batch}
    ),
    deleted AS (
      DELETE FROM ${rateLimits} WHERE ctid = ANY (ARRAY(SELECT place FROM looked_at WHERE is_over)) AND ${isWindowOver}
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT max(bucket) FROM looked_at) AS last`,
});

/** Deletes what nobody counts in any longer among the buckets after `bucket`; `last` is null at the end. */
export async function deleteWindowsThatAreOver(
  db: Db,
  bucket: string,
): Promise<{ readonly deleted: number; readonly last: string | null }> {
  return onlyRow(await deleteWindows(db, { bucket }));
}
