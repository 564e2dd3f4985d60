import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import type { ChartKey } from "../../lib/domain/chart.ts";
import { chartFetches, chartRequests, chartTurns } from "../schema/charts.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";
import { isDue, isOpen } from "./fetch-states.ts";

/** Cool-down after a failed fetch before a user's request may queue it again. */
const FAILURE_RESPITE_MINUTES = 10;

type FetchColumns = Readonly<
  Record<"platform" | "outcome" | "queuedAt" | "leaseUntil" | "attempts" | "timesThrottled", SQLWrapper>
>;

/** Whether a user's request may queue this fetch: it was never tried, or has failed longer than the cool-down ago. */
function canBeRequested(fetch: FetchColumns): SQL {
  return sql`(${isDue(fetch)} AND ${fetch.attempts} = 0 AND ${fetch.timesThrottled} = 0
    OR ${fetch.outcome} = 'failed' AND coalesce(
      ${fetch.queuedAt} < clock_timestamp() - make_interval(mins => ${FAILURE_RESPITE_MINUTES}::int), true))`;
}

/** Returns the status that a client is shown. It is null for a fetch that a request would queue, planned or not. */
export function refreshStatusSql(fetch: FetchColumns): SQL {
  return sql`CASE WHEN ${fetch.platform} IS NULL OR ${canBeRequested(fetch)} THEN NULL
    WHEN ${isOpen(fetch)} THEN 'under_way'
    WHEN ${fetch.outcome} IN ('empty', 'failed') THEN ${fetch.outcome}
    ELSE 'none' END`;
}

export type ChartRequest = {
  readonly chart: ChartKey;
  readonly userId: number;
  /** Charts that a user may request before their planned time, per day. */
  readonly chartsPerDay: number;
  /** The pace of planned charts, and of requested ones. */
  readonly plannedPerMinute: number;
  readonly requestedPerMinute: number;
  /** The furthest ahead that a turn is given. */
  readonly waitSecondsMax: number;
  /** Seconds after its delivery at which a message counts as lost. */
  readonly resendSeconds: number;
};

export type RequestedChart =
  | { readonly outcome: "queued"; readonly delaySeconds: number }
  /** Another request has queued it. */
  | { readonly outcome: "under_way" }
  /** The user has requested too many charts today, or all users have in the last minutes. */
  | { readonly outcome: "limit_reached" };

type RequestValues = ChartKey & {
  readonly userId: number;
  readonly chartsPerDay: number;
  /** Seconds between two turns. */
  readonly plannedGap: number;
  readonly requestedGap: number;
  readonly waitSecondsMax: number;
  readonly resendSeconds: number;
};

/**
 * Requests of one platform wait for each other at the row of chart_turns, so that the user's count, read after that lock,
 * is current. The turn of the next planned chart moves on, too, so that the store gets no more requests in all.
 */
const request = statement({
  name: "request_chart",
  effect: "writes",
  row: () => z.object({ isAllowed: z.boolean(), delaySeconds: z.number().nullable() }),
  sql: (input: Placeholders<RequestValues>) => sql`
    WITH turn AS MATERIALIZED (
      SELECT ${chartTurns.platform}, ${chartTurns.nextPlannedAt},
        greatest(${chartTurns.nextRequestedAt}, clock_timestamp()) AS at
      FROM ${chartTurns} WHERE ${chartTurns.platform} = ${input.platform} FOR UPDATE
    ),
    today AS MATERIALIZED (
      SELECT ${chartRequests.chartDate}, ${chartRequests.charts} FROM ${chartRequests}
      WHERE ${chartRequests.userId} = ${input.userId} AND (SELECT count(*) FROM turn) = 1 FOR UPDATE
    ),
    allowed AS MATERIALIZED (
      SELECT * FROM turn
      WHERE at <= clock_timestamp() + make_interval(secs => ${input.waitSecondsMax}::float8)
        AND coalesce((SELECT charts FROM today WHERE chart_date = ${input.chartDate}::date), 0)
          < ${input.chartsPerDay}::integer
    ),
    queued AS (
      INSERT INTO ${chartFetches}
        (platform, collection, country_code, category_id, chart_date, queued_at, next_attempt_at)
      SELECT ${input.platform}, ${input.collection}, ${input.countryCode}, ${input.categoryId}, ${input.chartDate}::date,
        at, at + make_interval(secs => ${input.resendSeconds}::float8) FROM allowed
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO UPDATE
      SET queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, times_throttled = 0,
        outcome = NULL
      WHERE ${canBeRequested(chartFetches)}
      RETURNING queued_at
    ),
    counted AS (
      INSERT INTO ${chartRequests} (user_id, chart_date, charts)
      SELECT ${input.userId}::integer, ${input.chartDate}::date, 1 FROM queued
      ON CONFLICT (user_id) DO UPDATE SET chart_date = excluded.chart_date,
        charts = CASE WHEN ${chartRequests.chartDate} = excluded.chart_date THEN ${chartRequests.charts} + 1 ELSE 1 END
    ),
    moved AS (
      UPDATE ${chartTurns} SET next_asked_at = turn.at + make_interval(secs => ${input.requestedGap}::float8),
        next_planned_at = greatest(turn.next_planned_at, clock_timestamp())
          + make_interval(secs => ${input.plannedGap}::float8)
      FROM turn, queued WHERE ${chartTurns.platform} = turn.platform
    )
    SELECT EXISTS (SELECT 1 FROM allowed) AS "isAllowed",
      (SELECT greatest(0, extract(epoch FROM queued_at - clock_timestamp()))::float8 FROM queued) AS "delaySeconds"`,
});

/** Queues the fetch of a chart at the next turn of requested charts, unless it is queued, under way or done. */
export async function requestChart(db: Db, input: ChartRequest): Promise<RequestedChart> {
  const { chart, userId, chartsPerDay, plannedPerMinute, requestedPerMinute, waitSecondsMax, resendSeconds } = input;
  const gaps = { requestedGap: 60 / requestedPerMinute, plannedGap: 60 / plannedPerMinute };
  const rows = await request(db, { ...chart, ...gaps, userId, chartsPerDay, waitSecondsMax, resendSeconds });
  const { isAllowed, delaySeconds } = onlyRow(rows);
  if (delaySeconds !== null) return { outcome: "queued", delaySeconds };
  return { outcome: isAllowed ? "under_way" : "limit_reached" };
}
