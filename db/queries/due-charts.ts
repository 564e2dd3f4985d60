import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { isNotPaused } from "./platform-pauses.ts";

export type DueSelection = {
  readonly platform: Platform;
  /** The days, YYYY-MM-DD, whose charts may be fetched. */
  readonly days: { readonly oldest: string; readonly newest: string };
  readonly chartsPerMinute: number;
  /** How far ahead charts are taken: until the next sweep. */
  readonly horizonSeconds: number;
  /** Seconds after its delivery at which a message counts as lost. */
  readonly resendSeconds: number;
};

const dueChartSchema = z.object({
  chart: z.object({
    platform: platformSchema,
    collection: chartCollectionSchema,
    countryCode: z.string(),
    categoryId: z.int(),
    chartDate: z.string(),
  }),
  /** Until its turn. */
  delaySeconds: z.number(),
});
export type DueChart = z.infer<typeof dueChartSchema>;

/** Takes charts that are due or whose message is lost, and gives each its turn at the pace. */
export async function takeDueCharts(db: Db, selection: DueSelection): Promise<readonly DueChart[]> {
  const rows = await db.execute<{ due: unknown }>(takeDueChartsQuery(selection));
  return rows.map((row) => dueChartSchema.parse(row.due));
}

/**
 * The row of the platform's turns is locked, so nobody else gives one meanwhile, and the first turn comes after the last
 * that was given: sweeps in quick succession are no faster than one, and charts that users asked for count. The newest
 * day goes first; what is overdue goes before what is yet to come.
 */
export function takeDueChartsQuery(selection: DueSelection): SQL {
  const { platform, days, horizonSeconds, resendSeconds } = selection;
  const gap = sql`${60 / selection.chartsPerMinute}::float8`;
  const horizon = sql`${horizonSeconds}::float8`;
  const chartsMax = Math.ceil((horizonSeconds * selection.chartsPerMinute) / 60);
  return sql`
    WITH turns AS MATERIALIZED (
      SELECT greatest(0, extract(epoch FROM next_planned_at - now()))::float8 AS first_turn
      FROM chart_turns WHERE platform = ${platform} FOR UPDATE
    ),
    due AS (
      SELECT collection, country_code, category_id, chart_date,
        greatest(0, extract(epoch FROM next_attempt_at - now()))::float8 AS seconds
      FROM chart_fetches
      WHERE (SELECT count(*) FROM turns) = 1 AND platform = ${platform} AND outcome IS NULL
        AND ${sql.raw(isNotPaused("platform"))}
        AND chart_date BETWEEN ${days.oldest}::date AND ${days.newest}::date
        AND next_attempt_at <= now() + make_interval(secs => ${horizon})
        AND (queued_at IS NULL OR next_attempt_at <= now())
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY chart_date DESC, next_attempt_at LIMIT ${chartsMax} FOR UPDATE SKIP LOCKED
    ),
    numbered AS (
      SELECT *, (row_number() OVER (ORDER BY seconds, chart_date DESC, country_code, category_id, collection) - 1)
        * ${gap} AS shift FROM due
    ),
    given AS (
      SELECT n.*, shift + greatest((SELECT first_turn FROM turns), max(seconds - shift) OVER (ORDER BY shift)) AS turn
      FROM numbered n
    ),
    taken AS (
      UPDATE chart_fetches f SET queued_at = now() + make_interval(secs => given.turn),
        next_attempt_at = now() + make_interval(secs => given.turn + ${resendSeconds}::float8)
      FROM given
      WHERE f.platform = ${platform} AND f.collection = given.collection AND f.country_code = given.country_code
        AND f.category_id = given.category_id AND f.chart_date = given.chart_date AND given.turn < ${horizon}
      RETURNING given.*
    ),
    moved AS (
      UPDATE chart_turns SET next_planned_at = now() + make_interval(secs => last.turn + ${gap})
      FROM (SELECT max(turn) AS turn FROM taken) last WHERE platform = ${platform} AND last.turn IS NOT NULL
    )
    SELECT jsonb_build_object('delaySeconds', turn, 'chart', jsonb_build_object('platform', ${platform}::text,
      'collection', collection, 'countryCode', country_code, 'categoryId', category_id, 'chartDate', chart_date)) AS due
    FROM taken ORDER BY turn`;
}

/** Of a day that is over, the unfinished charts that one call ends; more than a platform has. */
const MISSED_MAX = 20_000;

/** Ends the charts of days that are over, but for those that are being fetched. Answers how many. */
export async function missOverdueCharts(db: Db, input: { platform: Platform; oldestDay: string }): Promise<number> {
  const rows = await db.execute(missOverdueChartsQuery(input));
  return rows.length;
}

export function missOverdueChartsQuery(input: { platform: Platform; oldestDay: string }): SQL {
  return sql`
    UPDATE chart_fetches SET outcome = 'missed', next_attempt_at = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM chart_fetches
      WHERE platform = ${input.platform} AND outcome IS NULL AND chart_date < ${input.oldestDay}::date
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY chart_date DESC LIMIT ${MISSED_MAX} FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
}
