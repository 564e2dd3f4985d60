import { sql } from "drizzle-orm";
import * as z from "zod";

import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { chartFetches } from "../schema/chart-fetches.ts";
import { chartTurns } from "../schema/chart-turns.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { isLeaseFree, isUnfinished } from "./chart-conditions.ts";
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

const dueChartSchema = () =>
  z.object({
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
export type DueChart = z.infer<ReturnType<typeof dueChartSchema>>;

type DueValues = Omit<DueSelection, "days" | "chartsPerMinute"> & {
  readonly oldestDay: string;
  readonly newestDay: string;
  /** Seconds between two turns. */
  readonly gapSeconds: number;
  readonly chartsMax: number;
};

/**
 * The row of the platform's turns is locked, so nobody else gives one meanwhile, and the first turn comes after the last
 * that was given: sweeps in quick succession are no faster than one, and charts that users asked for count. The newest
 * day goes first; what is overdue goes before what is yet to come.
 */
const take = statement({
  name: "take_due_charts",
  effect: "writes",
  row: dueChartSchema,
  sql: (due: Placeholders<DueValues>) => sql`
    WITH turns AS MATERIALIZED (
      SELECT greatest(0, extract(epoch FROM ${chartTurns.nextPlannedAt} - now()))::float8 AS first_turn
      FROM ${chartTurns} WHERE ${chartTurns.platform} = ${due.platform} FOR UPDATE
    ),
    due AS (
      SELECT ${chartFetches.collection}, ${chartFetches.countryCode}, ${chartFetches.categoryId}, ${chartFetches.chartDate},
        greatest(0, extract(epoch FROM ${chartFetches.nextAttemptAt} - now()))::float8 AS seconds
      FROM ${chartFetches}
      WHERE (SELECT count(*) FROM turns) = 1 AND ${chartFetches.platform} = ${due.platform} AND ${isUnfinished}
        AND ${isNotPaused(chartFetches.platform)}
        AND ${chartFetches.chartDate} BETWEEN ${due.oldestDay}::date AND ${due.newestDay}::date
        AND ${chartFetches.nextAttemptAt} <= now() + make_interval(secs => ${due.horizonSeconds}::float8)
        AND (${chartFetches.queuedAt} IS NULL OR ${chartFetches.nextAttemptAt} <= now())
        AND ${isLeaseFree}
      ORDER BY ${chartFetches.chartDate} DESC, ${chartFetches.nextAttemptAt}
      LIMIT ${due.chartsMax}::int FOR UPDATE SKIP LOCKED
    ),
    numbered AS (
      SELECT *, (row_number() OVER (ORDER BY seconds, chart_date DESC, country_code, category_id, collection) - 1)
        * ${due.gapSeconds}::float8 AS shift FROM due
    ),
    given AS (
      SELECT n.*, shift + greatest((SELECT first_turn FROM turns), max(seconds - shift) OVER (ORDER BY shift)) AS turn
      FROM numbered n
    ),
    taken AS (
      UPDATE ${chartFetches} SET queued_at = now() + make_interval(secs => given.turn),
        next_attempt_at = now() + make_interval(secs => given.turn + ${due.resendSeconds}::float8)
      FROM given
      WHERE ${chartFetches.platform} = ${due.platform} AND ${chartFetches.collection} = given.collection
        AND ${chartFetches.countryCode} = given.country_code AND ${chartFetches.categoryId} = given.category_id
        AND ${chartFetches.chartDate} = given.chart_date AND given.turn < ${due.horizonSeconds}::float8
      RETURNING given.*
    ),
    moved AS (
      UPDATE ${chartTurns} SET
        next_planned_at = now() + make_interval(secs => last.turn + ${due.gapSeconds}::float8)
      FROM (SELECT max(turn) AS turn FROM taken) last
      WHERE ${chartTurns.platform} = ${due.platform} AND last.turn IS NOT NULL
    )
    SELECT turn AS "delaySeconds", jsonb_build_object('platform', ${due.platform}::text, 'collection', collection,
      'countryCode', country_code, 'categoryId', category_id, 'chartDate', chart_date) AS chart
    FROM taken ORDER BY turn`,
});

/** Takes charts that are due or whose message is lost, and gives each its turn at the pace. */
export async function takeDueCharts(db: Db, selection: DueSelection): Promise<readonly DueChart[]> {
  const { platform, days, chartsPerMinute, horizonSeconds, resendSeconds } = selection;
  return take(db, {
    platform,
    oldestDay: days.oldest,
    newestDay: days.newest,
    horizonSeconds,
    resendSeconds,
    gapSeconds: 60 / chartsPerMinute,
    chartsMax: Math.ceil((horizonSeconds * chartsPerMinute) / 60),
  });
}

/** Of a day that is over, the unfinished charts that one call ends; more than a platform has. */
const MISSED_MAX = 20_000;

type OverdueCharts = { readonly platform: Platform; readonly oldestDay: string };

const miss = statement({
  name: "miss_overdue_charts",
  effect: "writes",
  sql: ({ platform, oldestDay }: Placeholders<OverdueCharts>) => sql`
    UPDATE ${chartFetches} SET outcome = 'missed', next_attempt_at = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${chartFetches}
      WHERE ${chartFetches.platform} = ${platform} AND ${isUnfinished} AND ${chartFetches.chartDate} < ${oldestDay}::date
        AND ${isLeaseFree}
      ORDER BY ${chartFetches.chartDate} DESC LIMIT ${MISSED_MAX} FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
});

/** Ends the charts of days that are over, but for those that are being fetched. Returns how many. */
export async function missOverdueCharts(db: Db, input: OverdueCharts): Promise<number> {
  return (await miss(db, input)).length;
}
