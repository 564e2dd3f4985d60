import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { chartCollectionSchema, chartCollections } from "../../../lib/domain/chart.ts";
import { OVERVIEW_CHARTS_MAX } from "../../../lib/domain/overview.ts";
import { RANKED_DAYS } from "../../../lib/domain/ranking.ts";
import { objectIfFound, projection, type RowOf, shown } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import type { Columns } from "../../statement.ts";
import { newestCharts, rankOfApp, ranksOfDays, storedChart, windowOfChart } from "../charts/stored-charts.ts";

const category = alias(storeCategories, "category");
const k = alias(storeCategories, "k");

const newest = storedChart("newest");
const chart = {
  platform: sql`wanted.platform`,
  collection: sql`wanted.collection`,
  countryCode: sql`wanted.country_code`,
  categoryId: sql`wanted.category_id`,
};

const ofCategory = projection({ id: category.id, name: category.name });
const rankOfDay = projection({
  date: shown(sql`ranked.chart_date`, () => z.string()),
  rank: shown(sql`ranked.rank`, () => z.int().nullable()),
});

function chartOf(days: Columns<"from" | "to">) {
  const { from, to } = { from: sql`${days.from}::date`, to: sql`${days.to}::date` };
  return projection({
    country_code: shown(chart.countryCode, () => z.string()),
    collection: shown(chart.collection, chartCollectionSchema),
    /** Null if the platform has no such category. */
    category: objectIfFound(category.id, ofCategory),
    /** The newest chart of the last days. */
    chart_date: shown(sql`wanted.chart_date`, () => z.string().nullable()),
    window: shown(sql`wanted.rank_window`, () => z.int().nullable()),
    rank: shown(sql`wanted.rank`, () => z.int().nullable()),
    /** The rank of each day on which the chart was read. Null if the chart did not list the app. */
    ranks: shown(
      sql`(SELECT coalesce(json_agg(${rankOfDay.json}), '[]')
        FROM (${ranksOfDays(sql`wanted.app_id`, chart, { from, to })}) ranked)`,
      () => z.array(rankOfDay.row()),
    ),
  });
}
export type OverviewChart = RowOf<ReturnType<typeof chartOf>>;

const collections = sql`unnest(${`{${chartCollections.join(",")}}`}::text[])`.inlineParams();
const rankedDays = sql`${RANKED_DAYS}`.inlineParams();
const chartsMax = sql`${OVERVIEW_CHARTS_MAX}`.inlineParams();

/** The requested charts, or those in which the app ranks best, of its own category and of all categories together. */
function wantedCharts({ platform, charts, to }: Columns<"platform" | "charts" | "to">): SQL {
  const isAll = sql`${k.externalId} IS NULL AND ${k.type} = 'app'`;
  return sql`
    SELECT charted.* FROM (
      SELECT wanted.*, newest.chart_date, ${windowOfChart(newest, chart.platform)} AS rank_window,
        ${rankOfApp(sql`wanted.app_id`, newest)} AS rank
      FROM (
        SELECT found.app_id, found.platform, found.country_code, named.collection, named.place, (
            SELECT ${k.id} FROM ${storeCategories} k WHERE ${k.platform} = ${platform}
              AND CASE WHEN named.category_id IS NULL THEN ${isAll} ELSE ${k.id} = named.category_id END
          ) AS category_id
        FROM found CROSS JOIN (
          SELECT *
          FROM json_to_recordset(${charts}::json) AS of_list(place integer, collection text, category_id integer)
          LIMIT ${chartsMax}
        ) named
        UNION ALL
        SELECT found.app_id, found.platform, found.country_code, c.collection, c.place, ${k.id}
        FROM found CROSS JOIN ${collections} WITH ORDINALITY AS c (collection, place)
        CROSS JOIN LATERAL (
          SELECT ${k.id} FROM ${storeCategories} k
          WHERE ${k.platform} = found.platform AND (${k.id} = found.category_id OR ${isAll}) LIMIT 2
        ) k
        WHERE ${charts}::json IS NULL
      ) wanted
      LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`${to}::date`, count: 1 })}) newest
        ON newest.chart_date >= ${to}::date - ${rankedDays}
    ) charted
    WHERE ${charts}::json IS NOT NULL OR charted.rank IS NOT NULL
    ORDER BY CASE WHEN ${charts}::json IS NULL THEN charted.rank END, charted.place, charted.category_id
    LIMIT ${chartsMax}`;
}

/** Returns the charts with their ranks of the period. The CTE `found` is the app. */
export function chartsOf(input: Columns<"platform" | "charts" | "from" | "to">) {
  const series = chartOf(input);
  return shown(
    sql`(SELECT coalesce(json_agg(${series.json} ORDER BY wanted.position), '[]')
        FROM (SELECT charted.*, row_number() OVER () AS position FROM (${wantedCharts(input)}) charted) wanted
        LEFT JOIN ${storeCategories} category ON ${category.id} = wanted.category_id)`,
    () => z.array(series.row()),
  );
}
