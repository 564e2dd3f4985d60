import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { ChartCollection } from "../../../lib/domain/chart.ts";
import { definitions, type GivenRow, toRecord } from "../../recordset.ts";
import { chartDays, chartFetches, trendingCharts } from "../../schema/charts.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { statement } from "../../statement.ts";
import { releasedLease } from "../fetches/leases.ts";
import { type ChartLease, type FetchedChart, pacedCharts } from "./chart-fetches.ts";
import { packRanks, unpackRanks } from "./chart-ranks.ts";
import { discoveryWrites, pricedApp } from "./discovery.ts";
import { isOfChart } from "./stored-charts.ts";
import { areAppsWaiting, waitForIdentification } from "./unidentified-apps.ts";

export type StoredChartEntry = Omit<GivenRow<typeof pricedApp>, "position"> & { readonly rank: number };

export type ChartToSave = {
  readonly collection: ChartCollection;
  readonly categoryId: number;
  readonly entries: readonly StoredChartEntry[];
  readonly window: number;
};

type ChartsWrite = {
  readonly lease: ChartLease;
  readonly fetchedAt: Date;
  readonly charts: readonly ChartToSave[];
  /** With `known` the response has no prices, so a paid chart takes the newest known ones of the storefront. */
  readonly prices: "listed" | "known";
  /** Charts that the response lacks are fetched by their feeds after this many seconds. */
  readonly missing: readonly Pick<FetchedChart, "collection" | "category_id">[];
  readonly retrySeconds: number;
  /** Null if this fetch starts no identification. */
  readonly identifySeconds: number | null;
};

/**
 * Returns undefined if another worker holds or has finished the fetch. An app that is listed twice keeps its best rank.
 */
export const saveCharts = statement({
  name: "save_charts",
  effect: "writes",
  returns: "first",
  row: () => z.object({ has_newly_waiting: z.boolean() }),
  build: ({ lease, fetchedAt, charts, prices, missing, retrySeconds, identifySeconds }: ChartsWrite) => sql`
    WITH fetched AS MATERIALIZED (
      SELECT *
      FROM jsonb_to_recordset(${JSON.stringify([...charts.map(chartRecord), ...missing.map(toMissing)])}::jsonb)
        AS c(collection text, category_id int, outcome text, rank_window smallint, entries jsonb)
    ),
    ended AS (
      UPDATE ${chartFetches} SET outcome = fetched.outcome, ${releasedLease},
        next_attempt_at = CASE WHEN fetched.outcome IS NULL
          THEN clock_timestamp() + make_interval(secs => ${retrySeconds}::float8) END,
        queued_at = CASE WHEN fetched.outcome IS NOT NULL THEN ${chartFetches.queuedAt} END,
        page_category_id = CASE WHEN fetched.outcome IS NOT NULL THEN ${chartFetches.pageCategoryId} END
      FROM fetched
      WHERE ${pacedCharts.isHeld(lease)} AND ${chartFetches.collection} = fetched.collection
        AND ${chartFetches.categoryId} = fetched.category_id
      RETURNING fetched.*
    ),
    missing AS MATERIALIZED (
      SELECT * FROM ended
      WHERE outcome = 'stored' AND NOT ${isStored(chartDays, lease)} AND NOT ${isStored(trendingCharts, lease)}
    ),
    ranked AS MATERIALIZED (
      SELECT DISTINCT ON (missing.collection, missing.category_id, external_id) missing.collection,
        missing.category_id, f.*
      FROM missing CROSS JOIN LATERAL jsonb_to_recordset(missing.entries)
        AS f(${definitions(pricedApp)})
      ORDER BY missing.collection, missing.category_id, external_id, position
    ),
    found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) * FROM ranked ORDER BY external_id, name IS NULL, position
    ),
    ${discoveryWrites({ ...lease, source: "on_trending", at: fetchedAt, known: "completed" })},
    ${prices === "known" ? knownPrices(lease) : noPrices},
    ${identifySeconds === null ? sql`` : sql`${waitForIdentification(lease, identifySeconds, { isUnpriced })},`}
    chart AS (
      INSERT INTO ${chartDays} (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
        prices, currencies, rank_window)
      SELECT ${lease.platform}, missing.collection, ${lease.countryCode}, missing.category_id,
        ${lease.chartDate}::date, ${fetchedAt.toISOString()}::timestamptz, ranks.*, missing.rank_window
      FROM missing CROSS JOIN LATERAL (${packRanks(entriesOfMissing)}) ranks
    )
    SELECT ${
      identifySeconds === null ? sql`false` : sql`EXISTS (SELECT 1 FROM waiting) AND NOT ${areAppsWaiting(lease)}`
    } AS has_newly_waiting FROM ended LIMIT 1`,
});

/** The day is a value, which limits the plan to one partition. */
function isStored(charts: typeof chartDays | typeof trendingCharts, { platform, countryCode, chartDate }: ChartLease) {
  const chart = {
    platform: sql`${platform}`,
    collection: sql`ended.collection`,
    countryCode: sql`${countryCode}`,
    categoryId: sql`ended.category_id`,
  };
  return sql`EXISTS (SELECT 1 FROM ${charts} WHERE ${isOfChart(charts, chart)} AND ${charts.chartDate} = ${chartDate})`;
}

const entriesOfMissing = sql`
  SELECT ranked.position AS rank, app.id AS app_id, coalesce(ranked.price, known.price) AS price,
    CASE WHEN ranked.price IS NULL AND known.price IS NOT NULL THEN known.currency ELSE ranked.currency END AS currency
  FROM ranked JOIN app USING (external_id)
  LEFT JOIN known_price known ON known.app_id = app.id AND ranked.collection = 'top_paid'
  WHERE ranked.collection = missing.collection AND ranked.category_id = missing.category_id`;

const m = alias(appMetrics, "m");
const d = alias(chartDays, "d");

const PRICED_DAYS = 7;

const noPrices = sql`known_price AS (SELECT NULL::int AS app_id, NULL::numeric AS price, NULL::text AS currency)`;

/** Returns the newest known prices. Prices that a chart has taken over are no newer than those before it. */
function knownPrices({ platform, countryCode, chartDate }: ChartLease): SQL {
  const chart = (collection: SQLWrapper) => ({
    platform: sql`${platform}`,
    collection,
    countryCode: sql`${countryCode}`,
    categoryId: sql`missing.category_id`,
  });
  return sql`
    known_price AS (
      SELECT DISTINCT ON (app_id) app_id, price, currency FROM (
        SELECT ${m.appId}, ${m.price}, ${m.currency}, ${m.observedAt} AS at
        FROM ranked JOIN app USING (external_id) JOIN ${appMetrics} m ON ${m.appId} = app.id
        WHERE ranked.collection = 'top_paid' AND ${m.countryCode} = ${countryCode}
        UNION ALL
        SELECT ranks.app_id, ranks.price, ranks.currency, newest.fetched_at
        FROM missing CROSS JOIN unnest('{top_paid,top_grossing}'::text[]) AS priced
        CROSS JOIN LATERAL (
          SELECT ${d.fetchedAt}, ${d.appIds}, ${d.prices}, ${d.currencies} FROM ${chartDays} d
          WHERE ${isOfChart(d, chart(sql`priced`))} AND ${d.chartDate} <= ${chartDate}::date
            AND ${d.chartDate} >= ${chartDate}::date - ${PRICED_DAYS}::int
          ORDER BY ${d.chartDate} DESC LIMIT 1) newest
        CROSS JOIN LATERAL (${unpackRanks({
          appIds: sql`newest.app_ids`,
          prices: sql`newest.prices`,
          currencies: sql`newest.currencies`,
        })}) ranks
        WHERE missing.collection = 'top_paid'
      ) seen
      WHERE price IS NOT NULL ORDER BY app_id, at DESC
    )`;
}

const isUnpriced = sql`(app.external_id IN (SELECT external_id FROM ranked WHERE collection = 'top_paid')
  AND app.id NOT IN (SELECT app_id FROM known_price))`;

function chartRecord({ collection, categoryId, entries, window }: ChartToSave) {
  return {
    collection,
    category_id: categoryId,
    outcome: entries.length === 0 ? "empty" : "stored",
    rank_window: window,
    entries: entries.map((entry) => toRecord(pricedApp, { ...entry, position: entry.rank })),
  };
}

function toMissing({ collection, category_id }: ChartsWrite["missing"][number]) {
  return { collection, category_id, outcome: null };
}
