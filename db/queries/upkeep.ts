import type { Db } from "../client.ts";
import { runFixedStatement, type StatementValue } from "./fixed-statement.ts";
import { WINDOW_SECONDS } from "./rate-limits.ts";

/** Rows that one statement looks at, and deletes, at most. Rows that somebody else holds are left to the next upkeep. */
export const BATCH_ROWS = 5_000;

const deleteOldest = (table: string, column: string, isOver: string) => `
WITH over AS (
  SELECT ctid FROM ${table} WHERE ${isOver} ORDER BY ${column} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED
)
DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1`;

/** Tokens of a session go with it. No index answers for clock_timestamp(), which has another value for each row. */
export const expiredSessionsStatement = deleteOldest("sessions", "expires_at", "expires_at <= now()");
export const expiredTokensStatement = deleteOldest("access_tokens", "expires_at", "expires_at <= now()");
export const oldFailedItemsStatement = deleteOldest(
  "sync_failed_items",
  "last_attempted_at",
  "last_attempted_at < $1::timestamptz",
);
export const oldChartFetchesStatement = deleteOldest("chart_fetches", "chart_date", "chart_date < $1::date");
/** Of months whose ranks were dropped: without ranks a chart would look like an empty one. */
export const rankLessChartsStatement = deleteOldest(
  "trending_charts",
  "chart_date",
  "chart_date < date_trunc('month', $1::date)::date",
);

/** Deletes one batch of what is over; answers how many rows. */
export async function deleteBatch(db: Db, statement: string, values: readonly StatementValue[]): Promise<number> {
  return (await runFixedStatement(db, statement, values)).length;
}

const isDead = `window_started_at <= clock_timestamp() - interval '${WINDOW_SECONDS} seconds'`;

/**
 * In the order of the key: an index on the start of the window would be written with every window. A window that is
 * opened again meanwhile is dead no longer when its row is deleted.
 */
export const deadWindowsStatement = `
WITH looked_at AS MATERIALIZED (
  SELECT bucket, ctid AS place, ${isDead} AS is_dead FROM rate_limits WHERE bucket > $1 ORDER BY bucket LIMIT ${BATCH_ROWS}
),
deleted AS (
  DELETE FROM rate_limits WHERE ctid = ANY (ARRAY(SELECT place FROM looked_at WHERE is_dead)) AND ${isDead} RETURNING 1
)
SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT max(bucket) FROM looked_at) AS last`;

/** Deletes what nobody counts in any longer among the buckets after `bucket`; `last` is null at the end. */
export async function deleteDeadWindows(
  db: Db,
  bucket: string,
): Promise<{ readonly deleted: number; readonly last: string | null }> {
  type Row = { deleted: number; last: string | null };
  const [row] = await runFixedStatement<Row>(db, deadWindowsStatement, [bucket]);
  if (row === undefined) throw new TypeError("The statement answers one row.");
  return row;
}
