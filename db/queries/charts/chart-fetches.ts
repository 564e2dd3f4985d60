import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import {
  type ChartKey,
  chartCollectionSchema,
  chartCollections,
  chartFetchRules,
  chartPages,
  DAYS_BETWEEN_EMPTY,
  EMPTY_FETCHES,
} from "../../../lib/domain/chart.ts";
import { type Platform, platformSchema } from "../../../lib/domain/platform.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartFetches, chartSlots } from "../../schema/charts.ts";
import { rankReports } from "../../schema/events.ts";
import { spreadOf } from "../../spread.ts";
import { jsonObject, type Placeholders, statement } from "../../statement.ts";
import { type FetchLease, pacedFetches } from "../fetches/paced-fetches.ts";
import { arePagesBlocked, pageOf } from "./chart-pages.ts";

export type ChartLease = FetchLease<ChartKey>;

const category = alias(storeCategories, "category");

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
  group: {
    column: chartFetches.pageCategoryId,
    within: ["platform", "countryCode", "chartDate"],
    rowsMax: chartPages.chartsMax,
  },
  slots: chartSlots,
  work: {
    sql: ({ platform }, pageCategoryId) => sql`json_build_object(
      'charts', (SELECT json_agg(${jsonObject({
        collection: sql`one.collection`,
        category_id: category.id,
        category_external_id: category.externalId,
      })}) FROM claimed one JOIN ${storeCategories} category ON ${category.id} = one.category_id),
      'page', (SELECT ${jsonObject({
        category_external_id: category.externalId,
        is_blocked: arePagesBlocked(platform),
        bad_pages: sql`(SELECT ${chartSlots.badPages} FROM ${chartSlots} WHERE ${chartSlots.platform} = ${platform})`,
      })} FROM ${storeCategories} category WHERE ${category.id} = ${pageCategoryId}))`,
    schema: () =>
      z.object({
        charts: z.tuple([fetchedChartSchema()], fetchedChartSchema()),
        page: chartPageSchema().nullable(),
      }),
  },
});

const fetchedChartSchema = () =>
  z.object({ collection: chartCollectionSchema(), category_id: z.int(), category_external_id: z.string().nullable() });
export type FetchedChart = Readonly<z.infer<ReturnType<typeof fetchedChartSchema>>>;

const chartPageSchema = () =>
  z.object({
    category_external_id: z.string().nullable(),
    is_blocked: z.boolean(),
    bad_pages: z.int(),
  });
export type FetchedPage = Readonly<z.infer<ReturnType<typeof chartPageSchema>>>;

/** Returns 0 for a day without planned charts if earlier days had some. */
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
  readonly chartDate: string;
  readonly countryCodes: readonly string[];
  readonly chartsPerMinute: number;
  /** If true, the charts of a page are fetched together. */
  readonly byPage: boolean;
};

const wasEmpty = (chartDate: string) => sql`(
  SELECT count(*) = ${EMPTY_FETCHES} AND bool_and(last.outcome = 'empty') FROM (
    SELECT ${chartFetches.outcome} FROM ${chartFetches}
    WHERE ${chartFetches.platform} = ${storeCategories.platform} AND ${chartFetches.collection} = collection.name
      AND ${chartFetches.countryCode} = country.code::char(2) AND ${chartFetches.categoryId} = ${storeCategories.id}
      AND ${chartFetches.chartDate} < ${chartDate}::date AND ${chartFetches.outcome} IN ('stored', 'empty')
    ORDER BY ${chartFetches.chartDate} DESC LIMIT ${EMPTY_FETCHES}) AS last)`;

/** Empty charts are planned on one day of the week only. */
const isItsWeekday = (chartDate: string) => sql`
  floor(${DAYS_BETWEEN_EMPTY}::int * ${spreadOf(
    sql`concat_ws('/', ${storeCategories.platform}, collection.name, country.code, ${storeCategories.id})`,
  )}) = extract(isodow FROM ${chartDate}::date) - 1`;

/**
 * Plans every chart of a day, except charts that were empty for days. Fetches are due at the pace. When they have all
 * ended, the ranks of the day are reported.
 */
export const planCharts = statement({
  name: "plan_charts",
  effect: "writes",
  returns: "count",
  build: ({ platform, chartDate, countryCodes, chartsPerMinute, byPage }: DailyCharts) => sql`
    WITH chart AS (
      SELECT country.code, country.place, collection.name, collection.place AS collection_place,
        ${storeCategories.id} AS category_id, ${storeCategories.externalId} IS NOT NULL AS is_of_some,
        ${isItsWeekday(chartDate)} OR NOT ${wasEmpty(chartDate)} AS is_due,
        CASE WHEN ${byPage} AND NOT ${arePagesBlocked(platform)}
          THEN ${pageOf(sql`collection.name`, storeCategories)} END AS page_category_id
      FROM jsonb_array_elements_text(${JSON.stringify(countryCodes)}::jsonb) WITH ORDINALITY AS country(code, place)
      CROSS JOIN ${storeCategories}
      CROSS JOIN jsonb_array_elements_text(${JSON.stringify(chartCollections)}::jsonb)
        WITH ORDINALITY AS collection(name, place)
      WHERE ${storeCategories.platform} = ${platform} AND ${storeCategories.type} = 'app'
    ),
    together AS (
      SELECT *, bool_or(is_due) OVER one_fetch AS is_planned,
        min(collection_place) OVER one_fetch AS fetch_place, bool_and(is_of_some) OVER one_fetch AS fetch_is_of_some
      FROM chart
      WINDOW one_fetch AS (PARTITION BY code, coalesce(page_category_id, category_id),
        CASE WHEN page_category_id IS NULL THEN name END)
    ),
    rank_report AS (
      INSERT INTO ${rankReports} (platform, chart_date) VALUES (${platform}, ${chartDate}::date) ON CONFLICT DO NOTHING
    )
    INSERT INTO ${chartFetches}
      (platform, collection, country_code, category_id, chart_date, page_category_id, next_attempt_at)
    SELECT ${platform}, name, code, category_id, ${chartDate}::date, page_category_id,
      now() + make_interval(secs => ${60 / chartsPerMinute}::float8 * (dense_rank() OVER (
        ORDER BY place, fetch_is_of_some, coalesce(page_category_id, category_id), fetch_place) - 1))
    FROM together WHERE is_planned
    ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
    RETURNING 1`,
});
