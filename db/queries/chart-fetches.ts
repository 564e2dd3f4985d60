import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import {
  type ChartKey,
  chartCollectionSchema,
  chartCollections,
  chartFetchRules,
  DAYS_BETWEEN_EMPTY,
  EMPTY_FETCHES,
} from "../../lib/domain/chart.ts";
import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { storeCategories } from "../schema/apps.ts";
import { chartFetches, chartTurns } from "../schema/charts.ts";
import { type Placeholders, statement } from "../statement.ts";
import { type FetchLease, pacedFetches } from "./paced-fetches.ts";

export type ChartLease = FetchLease<ChartKey>;

const c = alias(storeCategories, "c");

/** The statements of the fetches of charts. */
export const pacedCharts = pacedFetches({
  name: { one: "chart", many: "charts" },
  rules: chartFetchRules,
  table: chartFetches,
  key: {
    platform: chartFetches.platform,
    countryCode: chartFetches.countryCode,
    categoryId: chartFetches.categoryId,
    collection: chartFetches.collection,
    chartDate: chartFetches.chartDate,
  },
  keySchema: () =>
    z.object({
      platform: platformSchema(),
      collection: chartCollectionSchema(),
      countryCode: z.string(),
      categoryId: z.int(),
      chartDate: z.string(),
    }),
  day: "chartDate",
  turns: chartTurns,
  work: {
    sql: sql`(SELECT json_build_object('categoryExternalId', ${c.externalId}) FROM ${storeCategories} c
      WHERE ${c.id} = claimed.category_id AND ${c.platform} = claimed.platform)`,
    /** null for the platform's "All". */
    schema: () => z.object({ categoryExternalId: z.string().nullable() }),
  },
});

/** Returns the percentage of a day's charts that have ended well: 0 when none was planned, though earlier ones were. */
export const storedChartsPercent = statement({
  name: "stored_charts_percent",
  effect: "reads",
  returns: "only",
  row: () => z.object({ percent: z.number() }),
  sql: ({ platform, chartDate }: Placeholders<{ platform: Platform; chartDate: string }>) => sql`
    SELECT coalesce(
      100 * count(*) FILTER (WHERE ${chartFetches.outcome} IN ('stored', 'empty')) / nullif(count(*), 0)::float8,
      CASE WHEN EXISTS (
        SELECT FROM ${chartFetches}
        WHERE ${chartFetches.chartDate} < ${chartDate}::date AND ${chartFetches.platform} = ${platform}
      ) THEN 0 ELSE 100 END)::float8 AS percent
    FROM ${chartFetches}
    WHERE ${chartFetches.chartDate} = ${chartDate}::date AND ${chartFetches.platform} = ${platform}`,
});

type DailyCharts = {
  readonly platform: Platform;
  /** YYYY-MM-DD */
  readonly chartDate: string;
  /** The most important first. */
  readonly countryCodes: readonly string[];
  readonly chartsPerMinute: number;
};

/** Whether the last fetches of a chart before a day have all found it empty. */
const wasEmpty = (chartDate: string) => sql`(
  SELECT count(*) = ${EMPTY_FETCHES} AND bool_and(last.outcome = 'empty') FROM (
    SELECT ${chartFetches.outcome} FROM ${chartFetches}
    WHERE ${chartFetches.platform} = ${storeCategories.platform} AND ${chartFetches.collection} = collection.name
      AND ${chartFetches.countryCode} = country.code::char(2) AND ${chartFetches.categoryId} = ${storeCategories.id}
      AND ${chartFetches.chartDate} < ${chartDate}::date AND ${chartFetches.outcome} IN ('stored', 'empty')
    ORDER BY ${chartFetches.chartDate} DESC LIMIT ${EMPTY_FETCHES}) AS last)`;

/** Whether a day is the one of the week on which a chart is planned although it was empty. */
const isItsWeekday = (chartDate: string) => sql`(
  hashtext(concat_ws('/', ${storeCategories.platform}, collection.name, country.code, ${storeCategories.id}))
    & 2147483647) % ${DAYS_BETWEEN_EMPTY} = extract(isodow FROM ${chartDate}::date)::integer - 1`;

/**
 * Returns how many of a day's charts it has planned anew: each collection in each country and each category of apps,
 * "All" first, but for those that are empty day after day. They are due one after the other at the pace, countries in
 * the given order.
 */
export const planCharts = statement({
  name: "plan_charts",
  effect: "writes",
  returns: "count",
  build: ({ platform, chartDate, countryCodes, chartsPerMinute }: DailyCharts) => sql`
    INSERT INTO ${chartFetches} (platform, collection, country_code, category_id, chart_date, next_attempt_at)
    SELECT ${storeCategories.platform}, collection.name, country.code, ${storeCategories.id}, ${chartDate}::date,
      now() + make_interval(secs => ${60 / chartsPerMinute}::float8 * (row_number() OVER (
        ORDER BY country.place, ${storeCategories.externalId} IS NOT NULL, ${storeCategories.id}, collection.place) - 1))
    FROM jsonb_array_elements_text(${JSON.stringify(countryCodes)}::jsonb) WITH ORDINALITY AS country(code, place)
    CROSS JOIN ${storeCategories}
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(chartCollections)}::jsonb)
      WITH ORDINALITY AS collection(name, place)
    WHERE ${storeCategories.platform} = ${platform} AND ${storeCategories.type} = 'app'
      AND (${isItsWeekday(chartDate)} OR NOT ${wasEmpty(chartDate)})
    ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
    RETURNING 1`,
});
