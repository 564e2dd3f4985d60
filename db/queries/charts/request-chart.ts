import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { type ChartKey, chartPages } from "../../../lib/domain/chart.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartFetches, chartRequests, chartSlots } from "../../schema/charts.ts";
import { type Columns, type Db, type Placeholders, statement } from "../../statement.ts";
import { isDue, isPending } from "../fetches/fetch-states.ts";
import { arePagesBlocked, pageOf } from "./chart-pages.ts";
import { isOfChart } from "./stored-charts.ts";

/** A user's request may repeat a failed fetch after this time. */
const FAILURE_RESPITE_MINUTES = 10;

type FetchColumns = Columns<"platform" | "outcome" | "queuedAt" | "leaseUntil" | "attempts" | "timesThrottled">;

function canBeRequested(fetch: FetchColumns): SQL {
  return sql`(${isDue(fetch)} AND ${fetch.attempts} = 0 AND ${fetch.timesThrottled} = 0
    OR ${fetch.outcome} = 'failed' AND coalesce(
      ${fetch.queuedAt} < clock_timestamp() - make_interval(mins => ${FAILURE_RESPITE_MINUTES}::int), true))`;
}

/** Returns the status for clients, or null if a request would queue the fetch. */
export function refreshStatusSql(fetch: FetchColumns): SQL {
  return sql`CASE WHEN ${fetch.platform} IS NULL OR ${canBeRequested(fetch)} THEN NULL
    WHEN ${isPending(fetch)} THEN 'under_way'
    WHEN ${fetch.outcome} IN ('empty', 'failed') THEN ${fetch.outcome}
    ELSE 'none' END`;
}

export type ChartRequest = {
  readonly chart: ChartKey;
  readonly byPage: boolean;
  readonly userId: number;
  readonly chartsPerDay: number;
  readonly plannedPerMinute: number;
  readonly requestedPerMinute: number;
  readonly waitSecondsMax: number;
  readonly resendSeconds: number;
};

export type RequestedChart =
  | { readonly outcome: "queued"; readonly delaySeconds: number }
  | { readonly outcome: "under_way" }
  | { readonly outcome: "limit_reached" };

type RequestValues = ChartKey & {
  readonly byPage: boolean;
  readonly userId: number;
  readonly chartsPerDay: number;
  readonly plannedGap: number;
  readonly requestedGap: number;
  readonly waitSecondsMax: number;
  readonly resendSeconds: number;
};

const pageCollections = sql`${`{${chartPages.collections.join(",")}}`}::text[]`.inlineParams();

function isTheRequested(chart: Placeholders<ChartKey>): SQL {
  return sql`${isOfChart(chartFetches, chart)} AND ${chartFetches.chartDate} = ${chart.chartDate}`;
}

/**
 * Charts of a page count once and take one slot. Requests of a platform wait for each other at the row of chart_slots,
 * so the user's count is read after that lock.
 */
const request = statement({
  name: "request_chart",
  effect: "writes",
  returns: "only",
  row: () => z.object({ is_allowed: z.boolean(), delay_seconds: z.number().nullable() }),
  sql: (input: Placeholders<RequestValues>) => sql`
    WITH slot AS MATERIALIZED (
      SELECT ${chartSlots.platform}, ${chartSlots.nextPlannedAt},
        greatest(${chartSlots.nextRequestedAt}, clock_timestamp()) AS at
      FROM ${chartSlots} WHERE ${chartSlots.platform} = ${input.platform} FOR UPDATE
    ),
    today AS MATERIALIZED (
      SELECT ${chartRequests.chartDate}, ${chartRequests.charts} FROM ${chartRequests}
      WHERE ${chartRequests.userId} = ${input.userId} AND (SELECT count(*) FROM slot) = 1 FOR UPDATE
    ),
    allowed AS MATERIALIZED (
      SELECT * FROM slot
      WHERE at <= clock_timestamp() + make_interval(secs => ${input.waitSecondsMax}::float8)
        AND coalesce((SELECT charts FROM today WHERE chart_date = ${input.chartDate}::date), 0)
          < ${input.chartsPerDay}::integer
    ),
    page AS MATERIALIZED (
      SELECT CASE WHEN ${input.byPage}::boolean AND NOT ${arePagesBlocked(input.platform)}
        THEN (SELECT ${pageOf(sql`${input.collection}::text`, storeCategories)} FROM ${storeCategories}
          WHERE ${storeCategories.id} = ${input.categoryId}) END AS page_category_id
      FROM allowed
    ),
    wanted AS (
      SELECT ${input.collection}::text AS collection, ${input.categoryId}::integer AS category_id, page_category_id,
        true AS is_requested FROM page
      UNION ALL
      SELECT collection, ${storeCategories.id}, page_category_id, false
      FROM page CROSS JOIN unnest(${pageCollections}) AS collection CROSS JOIN ${storeCategories}
      WHERE ${storeCategories.platform} = ${input.platform} AND ${storeCategories.type} = 'app'
        AND ${pageOf(sql`collection`, storeCategories)} = page_category_id
        AND (collection <> ${input.collection} OR ${storeCategories.id} <> ${input.categoryId})
        AND NOT EXISTS (SELECT 1 FROM ${chartFetches}
          WHERE ${isTheRequested(input)} AND NOT ${canBeRequested(chartFetches)})
    ),
    queued AS (
      INSERT INTO ${chartFetches}
        (platform, collection, country_code, category_id, chart_date, page_category_id, queued_at, next_attempt_at)
      SELECT ${input.platform}, collection, ${input.countryCode}, category_id, ${input.chartDate}::date,
        page_category_id, at, at + make_interval(secs => ${input.resendSeconds}::float8)
      FROM allowed CROSS JOIN wanted ORDER BY is_requested DESC, category_id, collection
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO UPDATE
      SET queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, times_throttled = 0,
        outcome = NULL, page_category_id = excluded.page_category_id
      WHERE ${canBeRequested(chartFetches)}
      RETURNING queued_at, collection, category_id
    ),
    requested AS MATERIALIZED (
      SELECT queued_at FROM queued
      WHERE collection = ${input.collection} AND category_id = ${input.categoryId}::integer
    ),
    counted AS (
      INSERT INTO ${chartRequests} (user_id, chart_date, charts)
      SELECT ${input.userId}::integer, ${input.chartDate}::date, 1 FROM requested
      ON CONFLICT (user_id) DO UPDATE SET chart_date = excluded.chart_date,
        charts = CASE WHEN ${chartRequests.chartDate} = excluded.chart_date THEN ${chartRequests.charts} + 1 ELSE 1 END
    ),
    moved AS (
      UPDATE ${chartSlots} SET next_requested_at = slot.at + make_interval(secs => ${input.requestedGap}::float8),
        next_planned_at = greatest(slot.next_planned_at, clock_timestamp())
          + make_interval(secs => ${input.plannedGap}::float8)
      FROM slot, requested WHERE ${chartSlots.platform} = slot.platform
    )
    SELECT EXISTS (SELECT 1 FROM allowed) AS is_allowed,
      (SELECT greatest(0, extract(epoch FROM queued_at - clock_timestamp()))::float8 FROM requested) AS delay_seconds`,
});

export async function requestChart(db: Db, input: ChartRequest): Promise<RequestedChart> {
  const { byPage, chart, userId, chartsPerDay, plannedPerMinute, requestedPerMinute, waitSecondsMax, resendSeconds } =
    input;
  const gaps = { requestedGap: 60 / requestedPerMinute, plannedGap: 60 / plannedPerMinute };
  const values = { ...chart, ...gaps, byPage, userId, chartsPerDay, waitSecondsMax, resendSeconds };
  const { delay_seconds: delaySeconds, is_allowed: isAllowed } = await request(db, values);
  if (delaySeconds !== null) return { outcome: "queued", delaySeconds };
  return { outcome: isAllowed ? "under_way" : "limit_reached" };
}
