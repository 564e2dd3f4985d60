import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { ChartCollection } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { storeCategories } from "../../schema/apps.ts";
import { countries } from "../../schema/stores.ts";
import { columns, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { RANKS_MAX } from "./chart-ranks.ts";
import { chartedAppFields, chartedAppSchema, joinChartedApp } from "./charted-apps.ts";
import { appsByRank, newestCharts, type StoredChart, windowOfChart } from "./stored-charts.ts";

const moverSchema = () =>
  chartedAppSchema().extend({
    /** null for an app that has left the chart. */
    rank: z.int().nullable(),
    /** null for one that has entered it. */
    earlierRank: z.int().nullable(),
  });
export type MoverRow = Readonly<z.infer<ReturnType<typeof moverSchema>>>;

const moversSchema = () =>
  z.object({
    countryExists: z.boolean(),
    isStorefront: z.boolean(),
    /** The requested category, or the platform's "All". null when the platform has no such category. */
    categoryId: z.int().nullable(),
    snapshotDate: z.string().nullable(),
    /** Unix time. */
    fetchedAt: z.number().nullable(),
    comparedWith: z.string().nullable(),
    /** The ranks that both charts list; null without two charts. */
    window: z.int().nullable(),
    /**
     * Apps whose ranks in that window differ, ordered by their later rank and then by their earlier one. The list is
     * empty without two charts.
     */
    movers: z.array(moverSchema()),
    /** Apps with the same rank in both charts, in that window. */
    unchanged: z.int(),
  });
export type Movers = Readonly<z.infer<ReturnType<typeof moversSchema>>>;

type Request = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  /** null for the platform's "All". */
  readonly categoryId: number | null;
  /** The charts are the newest until these days, and of different days. null: the one before that of `to`. */
  readonly from: string | null;
  readonly to: string;
};

const c = alias(countries, "c");
const k = alias(storeCategories, "k");

const later = chartNamed("later");
const earlier = chartNamed("earlier");

const mover = jsonObject({ ...chartedAppFields, rank: sql`l.rank`, earlierRank: sql`e.rank` });

/**
 * Returns the differences between two charts of different days within the ranks that both list, with the country and
 * the category, in one round trip.
 */
export const findChartMovers = statement({
  name: "find_chart_movers",
  effect: "reads",
  returns: "only",
  row: moversSchema,
  rows: "trusted",
  sql: ({ platform, collection, countryCode, categoryId, from, to }: Placeholders<Request>) => {
    const chart = { platform, collection, countryCode: c.code, categoryId: k.id };
    const before = sql`least(${from}::date, later.chart_date - 1)`;
    return sql`
    SELECT ${columns({
      countryExists: sql`${c.code} IS NOT NULL`,
      isStorefront: sql`${storefrontLanguages(platform, c)} IS NOT NULL`,
      categoryId: k.id,
      snapshotDate: sql`later.chart_date`,
      fetchedAt: unixTime(sql`later.fetched_at`),
      comparedWith: sql`earlier.chart_date`,
      window: sql`reach.last_rank`,
      movers: sql`compared.movers`,
      unchanged: sql`compared.unchanged`,
    })}
    FROM (SELECT 1) one
    LEFT JOIN ${countries} c ON ${c.code} = ${countryCode} AND ${isRealCountry(c)}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) k ON true
    LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`${to}::date`, count: 1 })}) later ON true
    LEFT JOIN LATERAL (${newestCharts(chart, { until: before, count: 1 })}) earlier ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN earlier.chart_date IS NOT NULL
        THEN least(${windowOfChart(later, platform)}, ${windowOfChart(earlier, platform)}) END AS last_rank
    ) reach
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${mover} ORDER BY l.rank, e.rank) FILTER (WHERE l.rank IS DISTINCT FROM e.rank), '[]')
        AS movers,
        count(*) FILTER (WHERE l.rank = e.rank)::int AS unchanged
      FROM (${ranksOf(later)}) l FULL JOIN (${ranksOf(earlier)}) e ON e.app_id = l.app_id
      ${joinChartedApp(sql`coalesce(l.app_id, e.app_id)`)}
      WHERE earlier.chart_date IS NOT NULL
    ) compared`;
  },
});

function chartNamed(name: "later" | "earlier"): StoredChart {
  const column = (of: string) => sql`${sql.identifier(name)}.${sql.identifier(of)}`;
  return {
    id: column("id"),
    chartDate: column("chart_date"),
    appIds: column("app_ids"),
    rankWindow: column("rank_window"),
  };
}

function ranksOf(chart: StoredChart): SQL {
  return sql`
    SELECT rank, app_id FROM (${appsByRank(chart)}) ranks
    WHERE app_id IS NOT NULL AND rank <= least(reach.last_rank, ${RANKS_MAX})`;
}
