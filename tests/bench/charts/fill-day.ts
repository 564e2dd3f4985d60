import type postgres from "postgres";

import { planCharts } from "../../../db/queries/charts/chart-fetches.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { APPS, type AppStoreCharts, type GeneratedChart, generateChart, priceOf } from "./generated-charts.ts";

const CHARTS_PER_INSERT = 250;

/** Saves the apps that charts are drawn from: their ids are the numbers from 1 on. */
export async function fillApps(sql: postgres.Sql): Promise<void> {
  await sql`INSERT INTO publishers (platform, external_id, name)
    SELECT platform, 'publisher.' || n, 'Publisher ' || n
    FROM unnest('{ios,android}'::text[]) platform, generate_series(0, 49999) n`;
  await sql`INSERT INTO apps (platform, external_id, name, icon_url, publisher_id, category_id)
    SELECT p.platform, 'app.' || n, 'App ' || n, 'https://images.example/' || n, p.id, (
      SELECT min(c.id) FROM store_categories c WHERE c.platform = p.platform AND c.external_id IS NOT NULL)
    FROM generate_series(1, ${2 * APPS}::int) n JOIN publishers p
      ON p.platform = CASE WHEN n <= ${APPS}::int THEN 'ios' ELSE 'android' END AND p.external_id = 'publisher.' || n % 50000
    ORDER BY n`;
}

/** Plans the charts of a day, all of all storefronts, and returns their keys in the order of their slots. */
export async function planDay(
  db: TestDb,
  sql: postgres.Sql,
  chartDate: string,
  { byPage = false }: { readonly byPage?: boolean } = {},
): Promise<readonly ChartKey[]> {
  await createMissingPartitions(db, new Date(chartDate));
  for (const platform of platforms) {
    const countryCodes = activeStorefronts(countries, platform).map(({ code }) => code);
    await planCharts(db, {
      platform,
      chartDate,
      countryCodes,
      chartsPerMinute: 10,
      byPage: byPage && platform === "ios",
    });
  }
  await sql`UPDATE chart_fetches SET queued_at = next_attempt_at`;
  return sql<ChartKey[]>`
    SELECT platform, collection, country_code AS "countryCode", category_id AS "categoryId",
      chart_date::text AS "chartDate"
    FROM chart_fetches WHERE chart_date = ${chartDate}::text::date ORDER BY next_attempt_at`;
}

/** Saves the charts of a day one after the other, and returns how many ranks they have. */
export async function fillDay(
  sql: postgres.Sql,
  keys: readonly ChartKey[],
  { seed, appStore }: { readonly seed: number; readonly appStore: AppStoreCharts },
): Promise<number> {
  let ranks = 0;
  for (let from = 0; from < keys.length; from += CHARTS_PER_INSERT) {
    const charts = keys.slice(from, from + CHARTS_PER_INSERT).map((key) => generateChart(key, seed, appStore));
    ranks += charts.reduce((sum, { apps }) => sum + apps.length, 0);
    await insertCharts(sql, charts);
  }
  return ranks;
}

export async function insertCharts(sql: postgres.Sql, charts: readonly GeneratedChart[]): Promise<void> {
  const rows = charts.map(({ key, apps }) => {
    const prices = apps.map((app) => priceOf(app, key));
    return { ...key, apps, prices: prices.some((price) => price > 0) ? prices : [0] };
  });
  await sql`
    INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids, prices,
      currencies, rank_window)
    SELECT platform, collection, "countryCode", "categoryId", "chartDate", now(), apps, prices, '{USD}',
      cardinality(apps)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS f(platform text, collection text,
      "countryCode" text, "categoryId" int, "chartDate" date, apps int[], prices numeric(12, 2)[])`;
}

/** Saves the same charts as the release before did: a row for each rank, with the indexes that these had. */
export async function fillDayBefore(sql: postgres.Sql): Promise<void> {
  await sql`ALTER TABLE trending_chart_entries
    ADD CONSTRAINT trending_chart_entries_app_once_unique UNIQUE (chart_id, app_id, chart_date)`;
  await sql`CREATE INDEX ON trending_chart_entries (app_id, chart_date) INCLUDE (chart_id, rank)`;
  await sql`ALTER TABLE trending_chart_entries ADD FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE`;
  await sql`ALTER TABLE trending_chart_entries ADD FOREIGN KEY (chart_id) REFERENCES trending_charts (id) ON DELETE CASCADE`;
  await sql.begin(async (transaction) => {
    // The rows are consistent as they are made: looking up each key once more would take most of the time.
    await transaction`SET LOCAL session_replication_role = replica`;
    await transaction`
      INSERT INTO trending_charts (platform, collection, country_code, category_id, chart_date, fetched_at)
      SELECT platform, collection, country_code, category_id, chart_date, fetched_at FROM chart_days`;
    await transaction`
      INSERT INTO trending_chart_entries (chart_id, rank, chart_date, app_id, price, currency)
      SELECT t.id, u.rank, t.chart_date, u.app_id, coalesce(u.price, d.prices[1]), 'USD'
      FROM chart_days d JOIN trending_charts t USING (platform, collection, country_code, category_id, chart_date)
        CROSS JOIN unnest(d.app_ids, d.prices) WITH ORDINALITY u (app_id, price, rank)`;
  });
}
