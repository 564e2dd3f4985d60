import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, chartRefreshes } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { ifFound, projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartFetches } from "../../schema/charts.ts";
import { countries } from "../../schema/stores.ts";
import { columnsOf, type Placeholders, statement } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { RANKS_MAX, unpackRanks } from "./chart-ranks.ts";
import { chartedApp } from "./charted-apps.ts";
import { refreshStatusSql } from "./request-chart.ts";
import { appsByRank, type ChartColumns, isOfChart, newestCharts, storedChart, windowOfChart } from "./stored-charts.ts";

type ChartRequest = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number | null;
  readonly date: string | null;
  readonly today: string;
};

const category = alias(storeCategories, "category");
const country = alias(countries, "country");
const today = alias(chartFetches, "today");

function newestChart(chart: ChartColumns, until: SQL): SQL {
  return sql`
      SELECT *, lead(chart_date) OVER newest_first AS earlier_date, lead(app_ids) OVER newest_first AS earlier_app_ids,
        lead(rank_window) OVER newest_first AS earlier_rank_window, lead(id) OVER newest_first AS earlier_id
      FROM (${newestCharts(chart, { until, count: 2 })}) newest
      WINDOW newest_first AS (ORDER BY chart_date DESC, id NULLS FIRST)
      ORDER BY chart_date DESC, id NULLS FIRST LIMIT 1
    `;
}

/** The row of `newestChart`. Its ranks are found by its arrays or by its id, and only one of them has rows. */
const newest = storedChart("chart");
const earlier = {
  id: sql`chart.earlier_id`,
  chart_date: sql`chart.earlier_date`,
  app_ids: sql`chart.earlier_app_ids`,
  rank_window: sql`chart.earlier_rank_window`,
};
const arrays = { appIds: newest.app_ids, prices: sql`chart.prices`, currencies: sql`chart.currencies` };
const ranks = sql`${unpackRanks(arrays)}
        UNION ALL SELECT * FROM ranks_of_trending_chart(chart.id, chart.chart_date)`;

const ranked = columnsOf("ranked", ["app_id", "rank", "price", "currency"]);
const rankedApp = chartedApp(ranked.app_id);

const entry = projection({
  ...rankedApp.fields,
  rank: shown(ranked.rank, () => z.int()),
  previous_rank: shown(sql`before.rank`, () => z.int().nullable()),
  price: shown(ranked.price, () => z.number().nullable()),
  currency: shown(ranked.currency, () => z.string().nullable()),
});
export type ChartEntryRow = RowOf<typeof entry>;

const shownChart = projection({
  country_exists: shown(sql`${country.code} IS NOT NULL`, () => z.boolean()),
  category_id: ifFound(category.id),
  snapshot_date: shown(newest.chart_date, () => z.string().nullable()),
  fetched_at: unixTimeOrNull(sql`chart.fetched_at`),
  compared_with: shown(earlier.chart_date, () => z.string().nullable()),
  /** Null if today's chart must be requested first. */
  refresh: shown(refreshStatusSql(today), () => z.enum(chartRefreshes).nullable()),
  entries: shown(sql`entries.entries`, () => z.array(entry.row())),
});
const windowSchema = () => z.int().nullable();

export const findChart = statement({
  name: "find_chart",
  effect: "reads",
  returns: "only",
  row: () =>
    shownChart.row().extend({ is_storefront: z.boolean(), window: windowSchema(), compared_window: windowSchema() }),
  rows: "trusted",
  sql: (request: Placeholders<ChartRequest>) => {
    const { platform, collection, categoryId, date } = request;
    const chart = { platform, collection, countryCode: country.code, categoryId: category.id };
    return sql`
    SELECT ${shownChart.columns}, ${storefrontLanguages(platform, country)} IS NOT NULL AS is_storefront,
      ${windowOfChart(newest, platform)} AS "window", ${windowOfChart(earlier, platform)} AS compared_window
    FROM (SELECT 1) one
    LEFT JOIN ${countries} country ON ${country.code} = ${request.countryCode} AND ${isRealCountry(country)}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) category ON true
    LEFT JOIN LATERAL (${newestChart(chart, sql`coalesce(${date}::date, ${request.today}::date)`)}) chart
      ON chart.chart_date >= coalesce(${date}::date, '-infinity')
    LEFT JOIN ${chartFetches} today ON ${isOfChart(today, chart)} AND ${today.chartDate} = ${request.today}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${entry.json} ORDER BY ${ranked.rank}), '[]') AS entries
      FROM (SELECT * FROM (${ranks}) ranks ORDER BY ranks.rank LIMIT ${RANKS_MAX}) ranked
      ${rankedApp.join}
      LEFT JOIN (${appsByRank(earlier)}) before ON before.app_id = ${ranked.app_id}
    ) entries`;
  },
});
