import type { ChartKey } from "../../lib/domain/chart.ts";
import type { Db } from "../client.ts";
import { keyOf } from "./claim-chart.ts";
import { runFixedStatement } from "./fixed-statement.ts";

/** After a failure: how soon a user's wish has the store asked again. */
const FAILURE_RESPITE_MINUTES = 10;

/** Whether a wish sends this fetch: it was never sent, or has failed a while ago. Between two attempts it waits its time. */
const isRequestable = (fetch: string) => `(
  ${fetch}.outcome IS NULL AND ${fetch}.queued_at IS NULL AND ${fetch}.attempts = 0
  OR ${fetch}.outcome = 'failed'
    AND coalesce(${fetch}.queued_at < clock_timestamp() - interval '${FAILURE_RESPITE_MINUTES} minutes', true))`;

/** What becomes of a fetch, null for one that a wish would send and for one that nobody has planned. */
export const refreshWord = (fetch: string) => `
  CASE WHEN ${fetch}.platform IS NULL OR ${isRequestable(fetch)} THEN NULL
    WHEN ${fetch}.outcome IS NULL THEN 'under_way'
    WHEN ${fetch}.outcome IN ('empty', 'failed') THEN ${fetch}.outcome
    ELSE 'none' END`;

/**
 * Requests of one platform take turns at the row of chart_turns, so that the user's count, which is read behind that
 * lock, is the newest. The turn of the next planned chart moves on, too: over some minutes the store sees no more charts.
 */
const requestChartStatement = `
WITH turn AS MATERIALIZED (
  SELECT platform, next_planned_at, greatest(next_asked_at, clock_timestamp()) AS at
  FROM chart_turns WHERE platform = $1 FOR UPDATE
),
today AS MATERIALIZED (
  SELECT chart_date, charts FROM chart_requests WHERE user_id = $7 AND (SELECT count(*) FROM turn) = 1 FOR UPDATE
),
allowed AS MATERIALIZED (
  SELECT * FROM turn
  WHERE at <= clock_timestamp() + make_interval(secs => $9::float8)
    AND coalesce((SELECT charts FROM today WHERE chart_date = $5::date), 0) < $10::integer
),
asked AS (
  INSERT INTO chart_fetches AS f
    (platform, collection, country_code, category_id, chart_date, queued_at, next_attempt_at)
  SELECT $1, $2, $3, $4, $5::date, at, at + make_interval(secs => $6::float8) FROM allowed
  ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO UPDATE
  SET queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, outcome = NULL
  WHERE ${isRequestable("f")}
  RETURNING queued_at
),
counted AS (
  INSERT INTO chart_requests AS r (user_id, chart_date, charts) SELECT $7, $5::date, 1 FROM asked
  ON CONFLICT (user_id) DO UPDATE SET chart_date = excluded.chart_date,
    charts = CASE WHEN r.chart_date = excluded.chart_date THEN r.charts + 1 ELSE 1 END
),
moved AS (
  UPDATE chart_turns t SET next_asked_at = turn.at + make_interval(secs => $8::float8),
    next_planned_at = greatest(turn.next_planned_at, clock_timestamp()) + make_interval(secs => $11::float8)
  FROM turn, asked WHERE t.platform = turn.platform
)
SELECT EXISTS (SELECT 1 FROM allowed) AS "isAllowed",
  (SELECT greatest(0, extract(epoch FROM queued_at - clock_timestamp()))::float8 FROM asked) AS "delaySeconds"`;

export type ChartRequest = {
  readonly chart: ChartKey;
  readonly userId: number;
  /** Charts that a user may ask for before their time, a day. */
  readonly chartsPerDay: number;
  /** The pace of planned charts, and of those that users ask for. */
  readonly plannedPerMinute: number;
  readonly askedPerMinute: number;
  /** How far ahead a turn is given at most. */
  readonly waitSecondsMax: number;
  /** Seconds after its delivery at which a message counts as lost. */
  readonly resendSeconds: number;
};

export type RequestedChart =
  | { readonly outcome: "queued"; readonly delaySeconds: number }
  /** Somebody else has queued it, however many ask at once. */
  | { readonly outcome: "under_way" }
  /** The user has asked for too many charts today, or all users have in the last minutes. */
  | { readonly outcome: "limit_reached" };

/** Queues the fetch of a chart at the next turn of those that users ask for, unless it is queued, under way or done. */
export async function requestChart(db: Db, request: ChartRequest): Promise<RequestedChart> {
  const { chart, userId, chartsPerDay, plannedPerMinute, askedPerMinute, waitSecondsMax, resendSeconds } = request;
  const gaps = { asked: 60 / askedPerMinute, planned: 60 / plannedPerMinute };
  const values = [...keyOf(chart), resendSeconds, userId, gaps.asked, waitSecondsMax, chartsPerDay, gaps.planned];
  type Row = { readonly isAllowed: boolean; readonly delaySeconds: number | null };
  const [row] = await runFixedStatement<Row>(db, requestChartStatement, values);
  if (row === undefined) throw new TypeError("The statement returns one row.");
  const { isAllowed, delaySeconds } = row;
  if (delaySeconds !== null) return { outcome: "queued", delaySeconds };
  return { outcome: isAllowed ? "under_way" : "limit_reached" };
}
