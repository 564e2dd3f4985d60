import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { ChartCollection } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { ifFound, projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import { countries } from "../../schema/stores.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { RANKS_MAX } from "./chart-ranks.ts";
import { chartedApp } from "./charted-apps.ts";
import { appsByRank, newestCharts, type StoredChart, storedChart, windowOfChart } from "./stored-charts.ts";

type Request = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number | null;
  /** If null, the chart before that of `to` is compared. */
  readonly from: string | null;
  readonly to: string;
};

const category = alias(storeCategories, "category");
const country = alias(countries, "country");

const later = storedChart("later");
const earlier = storedChart("earlier");

const movedApp = chartedApp(sql`coalesce(l.app_id, e.app_id)`);
const mover = projection({
  rank: shown(sql`l.rank`, () => z.int().nullable()),
  previous_rank: shown(sql`e.rank`, () => z.int().nullable()),
  ...movedApp.fields,
});

const comparison = projection({
  country_exists: shown(sql`${country.code} IS NOT NULL`, () => z.boolean()),
  category_id: ifFound(category.id),
  snapshot_date: shown(later.chart_date, () => z.string().nullable()),
  fetched_at: unixTimeOrNull(sql`later.fetched_at`),
  compared_with: shown(earlier.chart_date, () => z.string().nullable()),
  /** The ranks that both charts list, or null without two charts. */
  window: shown(sql`reach.last_rank`, () => z.int().nullable()),
  movers: shown(sql`compared.movers`, () => z.array(mover.row())),
  unchanged: shown(sql`compared.unchanged`, () => z.int()),
});
export type Movers = RowOf<typeof comparison>;

export const findChartMovers = statement({
  name: "find_chart_movers",
  effect: "reads",
  returns: "only",
  row: () => comparison.row().extend({ is_storefront: z.boolean() }),
  rows: "trusted",
  sql: ({ platform, collection, countryCode, categoryId, from, to }: Placeholders<Request>) => {
    const chart = { platform, collection, countryCode: country.code, categoryId: category.id };
    const before = sql`least(${from}::date, later.chart_date - 1)`;
    return sql`
    SELECT ${comparison.columns}, ${storefrontLanguages(platform, country)} IS NOT NULL AS is_storefront
    FROM (SELECT 1) one
    LEFT JOIN ${countries} country ON ${country.code} = ${countryCode} AND ${isRealCountry(country)}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) category ON true
    LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`${to}::date`, count: 1 })}) later ON true
    LEFT JOIN LATERAL (${newestCharts(chart, { until: before, count: 1 })}) earlier ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN earlier.chart_date IS NOT NULL
        THEN least(${windowOfChart(later, platform)}, ${windowOfChart(earlier, platform)}) END AS last_rank
    ) reach
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${mover.json} ORDER BY l.rank, e.rank)
          FILTER (WHERE l.rank IS DISTINCT FROM e.rank), '[]') AS movers,
        count(*) FILTER (WHERE l.rank = e.rank)::int AS unchanged
      FROM (${ranksOf(later)}) l FULL JOIN (${ranksOf(earlier)}) e ON e.app_id = l.app_id
      ${movedApp.join}
      WHERE earlier.chart_date IS NOT NULL
    ) compared`;
  },
});

function ranksOf(chart: StoredChart): SQL {
  return sql`
    SELECT rank, app_id FROM (${appsByRank(chart)}) ranks
    WHERE app_id IS NOT NULL AND rank <= least(reach.last_rank, ${RANKS_MAX})`;
}
