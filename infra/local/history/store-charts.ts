import type { Sql, TransactionSql } from "postgres";

import { chartCollections } from "../../../lib/domain/chart.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { chartWindow } from "../../../lib/domain/ranking.ts";
import type { Catalogue } from "../../store-simulator/catalogue/catalogue.ts";
import type { AppOnDay } from "../../store-simulator/catalogue/records.ts";
import type { ObservedDay } from "./app-history.ts";
import { copyRows, type Field } from "./copy-rows.ts";
import { knownApp, storeApps } from "./store-apps.ts";

/** Storefronts whose charts of all categories are stored for each day. */
const CHART_COUNTRIES = ["us", "gb", "de", "jp"];

const columns =
  "platform collection country_code category_id chart_date fetched_at app_ids prices currencies rank_window".split(" ");

/** Stores the charts of a day that the database does not have, and their unknown apps. Returns the number of charts. */
export async function storeCharts(sql: Sql, catalogue: Catalogue, { day, at }: ObservedDay): Promise<number> {
  const chartDate = at.toISOString().slice(0, 10);
  return sql.begin(async (transaction) => {
    const stored = await transaction<{ key: string }[]>`
      SELECT concat_ws(' ', platform, collection, country_code) AS key FROM chart_days
        WHERE chart_date = ${chartDate}::date`;
    const known = new Set(stored.map(({ key }) => key));
    const rows: Field[][] = [];
    for (const platform of platforms) {
      const wanted = CHART_COUNTRIES.flatMap((country) =>
        chartCollections.map((collection) => ({ country, collection })),
      );
      const charts = wanted
        .filter(({ country, collection }) => !known.has(`${platform} ${collection} ${country}`))
        .map((chart) => ({ ...chart, apps: shownBy(catalogue, { platform, ...chart, day }) }))
        .filter(({ apps }) => apps.length > 0);
      const categoryId = await allCategory(transaction, platform);
      const ids = await idsOf(
        transaction,
        platform,
        charts.flatMap(({ apps }) => apps),
      );
      for (const { country, collection, apps } of charts) {
        const metrics = apps.map((app) => app.metrics(country));
        const appIds = apps.map(({ externalId }) => ids.get(externalId) ?? 0);
        const prices = metrics.map((found) => found?.price ?? 0);
        const currencies = metrics.map((found) => found?.currency ?? "USD");
        const window = chartWindow(platform, appIds.length);
        rows.push([platform, collection, country, categoryId, chartDate, at, appIds, prices, currencies, window]);
      }
    }
    return copyRows(transaction, "chart_days", columns, rows);
  });
}

type ShownChart = Omit<Parameters<Catalogue["chart"]>[0], "category">;

/** The feed of the App Store, which alone has the chart by revenue, stops at the hundredth rank. */
const FEED_RANKS = 100;

function shownBy(catalogue: Catalogue, chart: ShownChart): readonly AppOnDay[] {
  const isOfFeed = chart.platform === "ios" && chart.collection === "top_grossing";
  return catalogue.chart({ ...chart, category: null }).slice(0, isOfFeed ? FEED_RANKS : undefined);
}

async function allCategory(sql: TransactionSql, platform: Platform): Promise<number> {
  const [category] = await sql<{ id: number }[]>`
    SELECT id FROM store_categories WHERE platform = ${platform} AND external_id IS NULL AND type = 'app'`;
  if (category === undefined) throw new TypeError(`${platform} has no category of all apps.`);
  return category.id;
}

/** Returns the ids of apps by their ids in the store, after adding those that are unknown. */
async function idsOf(
  sql: TransactionSql,
  platform: Platform,
  shown: readonly AppOnDay[],
): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ id: number; external_id: string }[]>`
    SELECT id, external_id FROM apps WHERE platform = ${platform}`;
  const ids = new Map(found.map(({ id, external_id }) => [external_id, id]));
  const unknown = new Map(shown.filter(({ externalId }) => !ids.has(externalId)).map((app) => [app.externalId, app]));
  const added = unknown.size === 0 ? [] : await storeApps(sql, [...unknown.values()].map(knownApp));
  return new Map([...ids, ...added]);
}
