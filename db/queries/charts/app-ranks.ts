import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { COMPARED_DAYS } from "../../../lib/domain/app-trends.ts";
import { chartCollections } from "../../../lib/domain/chart.ts";
import { RANKED_DAYS } from "../../../lib/domain/ranking.ts";
import { storeCategories } from "../../schema/apps.ts";
import { arrayOfApps, newestCharts, storedChart, windowOfChart } from "./stored-charts.ts";

// MATERIALIZED has PostgreSQL make the array of a chart once, and not again for each rank. The few apps of a page are
// searched in the arrays of their charts. For thousands of apps, that takes several times as long as joining all ranks
// with the apps.

const whole = alias(storeCategories, "whole");

const collections = sql`unnest(${`{${chartCollections.join(",")}}`}::text[])`.inlineParams();
const rankedDays = sql`${RANKED_DAYS}`.inlineParams();
const comparedDays = sql`${COMPARED_DAYS}`.inlineParams();

const chart = {
  platform: sql`k.platform`,
  collection: sql`c.collection`,
  countryCode: sql`k.country_code`,
  categoryId: sql`k.category_id`,
};
const later = storedChart("later");
const earlier = storedChart("earlier");

/** A FROM item with the columns app_id, platform, category_id, country_code, and a day until which charts are read. */
type RankedApps = { readonly apps: SQL; readonly today: SQLWrapper; readonly number: "few" | "many" };

/**
 * Returns a query for the newest rank of each app in a chart of its own category: the free one if it lists the app,
 * else the paid one, else the one by revenue.
 */
export function newestRanks({ apps, today, number }: RankedApps): SQL {
  const ofCharts = sql`newest.platform, newest.country_code, newest.category_id, collection, place, chart_date`;
  const listed =
    number === "few"
      ? sql`
      SELECT ${ofCharts}, app.app_id, array_position(app_ids, app.app_id) AS rank
      FROM newest JOIN ${apps} app USING (country_code, category_id)`
      : sql`
      SELECT * FROM (
        SELECT ${ofCharts}, unnest(app_ids) AS app_id, generate_subscripts(app_ids, 1) AS rank FROM newest
      ) ranked WHERE ${isOfOwnChart(apps)}`;
  return sql`
    WITH newest AS MATERIALIZED (
      SELECT k.platform, k.country_code, k.category_id, c.collection, c.place, later.chart_date,
        ${arrayOfApps(later)} AS app_ids
      FROM (${ownCharts(apps)}) k CROSS JOIN ${collections} WITH ORDINALITY AS c (collection, place)
      CROSS JOIN LATERAL (${newestCharts(chart, { until: sql`${today}::date`, count: 1 })}) later
      WHERE later.chart_date >= ${today}::date - ${rankedDays}
    )
    SELECT DISTINCT ON (app_id) app_id, platform, country_code, category_id, collection, chart_date, rank
    FROM (${listed}) listed WHERE rank IS NOT NULL
    ORDER BY app_id, place`;
}

/**
 * Returns a query for the biggest move of each app among the charts of its own category and of all apps. Both days of a
 * chart are cut to the same number of ranks. An app that is not among these counts as one below the last.
 */
export function biggestMoves({ apps, today, number }: RankedApps): SQL {
  const moved =
    number === "few"
      ? sql`
      SELECT app.app_id, ${ofCut}, array_position(ids, app.app_id) AS rank,
        array_position(ids_before, app.app_id) AS previous_rank
      FROM cut JOIN ${apps} app ON app.country_code = cut.country_code
        AND (cut.is_all OR app.category_id = cut.category_id)`
      : sql`
      SELECT app_id, ${ofCut}, max(rank) AS rank, max(previous_rank) AS previous_rank
      FROM (
        SELECT ${ofCut}, unnest(ids) AS app_id, generate_subscripts(ids, 1) AS rank, NULL::int AS previous_rank FROM cut
        UNION ALL
        SELECT ${ofCut}, unnest(ids_before), NULL, generate_subscripts(ids_before, 1) FROM cut
      ) cut
      WHERE CASE WHEN is_all THEN ${isInStorefront(apps)} ELSE ${isOfOwnChart(apps)} END
      GROUP BY app_id, ${ofCut}`;
  return sql`
    WITH compared AS MATERIALIZED (${comparedCharts(apps, today)}),
    cut AS MATERIALIZED (
      SELECT *, later_ids[:last_rank] AS ids, earlier_ids[:last_rank] AS ids_before FROM compared
    ),
    moved AS (${moved})
    SELECT DISTINCT ON (app_id) *, coalesce(previous_rank, last_rank + 1) - coalesce(rank, last_rank + 1) AS rank_change
    FROM moved WHERE rank IS NOT NULL OR previous_rank IS NOT NULL
    ORDER BY app_id, abs(coalesce(previous_rank, last_rank + 1) - coalesce(rank, last_rank + 1)) DESC, is_all, place`;
}

const ofCut = sql`cut.country_code, cut.category_id, is_all, collection, place, chart_date, compared_with, last_rank`;

// With IS TRUE, the apps are hashed once. A join of them is slow where the planner expects few ranks.

function isOfOwnChart(apps: SQL): SQL {
  return sql`((app_id, country_code, category_id) IN (
    SELECT app.app_id, app.country_code, app.category_id FROM ${apps} app)) IS TRUE`;
}

function isInStorefront(apps: SQL): SQL {
  return sql`((app_id, country_code) IN (SELECT app.app_id, app.country_code FROM ${apps} app)) IS TRUE`;
}

/** Returns a query for charts of two days with the number of ranks that both list. */
function comparedCharts(apps: SQL, today: SQLWrapper): SQL {
  return sql`
    SELECT k.country_code, k.category_id, k.is_all, c.collection, c.place, later.chart_date,
      earlier.chart_date AS compared_with, ${arrayOfApps(later)} AS later_ids,
      ${arrayOfApps(earlier)} AS earlier_ids,
      least(${windowOfChart(later, chart.platform)}, ${windowOfChart(earlier, chart.platform)}) AS last_rank
    FROM (
      SELECT *, false AS is_all FROM (${ownCharts(apps)}) own
      UNION ALL
      SELECT every.platform, every.country_code, ${whole.id}, true
      FROM (SELECT DISTINCT app.platform, app.country_code FROM ${apps} app) every
      JOIN ${storeCategories} whole ON ${whole.platform} = every.platform AND ${whole.type} = 'app'
        AND ${whole.externalId} IS NULL
    ) k CROSS JOIN ${collections} WITH ORDINALITY AS c (collection, place)
    CROSS JOIN LATERAL (${newestCharts(chart, { until: sql`${today}::date`, count: 1 })}) later
    CROSS JOIN LATERAL (${newestCharts(chart, { until: sql`later.chart_date - ${comparedDays}`, count: 1 })}) earlier
    WHERE later.chart_date >= ${today}::date - ${rankedDays}
      AND earlier.chart_date = later.chart_date - ${comparedDays}`;
}

function ownCharts(apps: SQL): SQL {
  return sql`SELECT DISTINCT app.platform, app.country_code, app.category_id FROM ${apps} app
    WHERE app.category_id IS NOT NULL`;
}
