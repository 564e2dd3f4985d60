import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { chartCollectionSchema } from "../../../lib/domain/chart.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { ifFound, objectIfFound, projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { type apps, storeCategories } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { columnsOf } from "../../statement.ts";
import { biggestMoves, newestRanks } from "../charts/app-ranks.ts";
import { ranksOfDays } from "../charts/stored-charts.ts";
import { ratingsGainedSince } from "../metrics/gained-ratings.ts";
import { metricsReadAt, storefrontOfPrice } from "../metrics/last-reads.ts";
import { daysRead, ratingsOfDays } from "../metrics/metric-days.ts";

const metrics = alias(appMetrics, "metrics");
const charted = alias(storeCategories, "charted");
const moving = alias(storeCategories, "moving");

const page = columnsOf("app", ["app_id", "country_code", "metrics_country_code", "read_at"]);
const ranked = {
  platform: sql`ranked.platform`,
  collection: sql`ranked.collection`,
  countryCode: sql`ranked.country_code`,
  categoryId: sql`ranked.category_id`,
};

const rank = projection({
  collection: shown(ranked.collection, chartCollectionSchema),
  category: shown(...jsonOf(charted)),
  chart_date: shown(sql`ranked.chart_date`, () => z.string()),
  rank: shown(sql`ranked.rank`, () => z.int()),
});

const move = projection({
  collection: shown(sql`moved.collection`, chartCollectionSchema),
  category: shown(...jsonOf(moving)),
  chart_date: shown(sql`moved.chart_date`, () => z.string()),
  compared_with: shown(sql`moved.compared_with`, () => z.string()),
  window: shown(sql`moved.last_rank`, () => z.int()),
  rank: shown(sql`moved.rank`, () => z.int().nullable()),
  previous_rank: shown(sql`moved.previous_rank`, () => z.int().nullable()),
  rank_change: shown(sql`moved.rank_change`, () => z.int()),
});

function jsonOf({ id, name }: typeof charted | typeof moving) {
  const { json, row } = projection({ id, name });
  return [json, row] as const;
}

const globalPlatforms = platforms.filter((platform) => platformFacts[platform].hasGlobalMetrics);

/** Returns the columns by which trends find an app. Without a country, each app has its own storefront. */
export function storefrontOf(app: TableColumns<typeof apps>, countryCode: SQLWrapper): SQL {
  const storefront = sql`coalesce(${countryCode}::char(2), ${app.originCountryCode})`;
  const isGlobal = sql`${app.platform} = ANY (${`{${globalPlatforms.join(",")}}`}::text[])`.inlineParams();
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`${app.id} AS app_id, ${app.platform}, ${app.categoryId}, ${storefront} AS country_code,
    CASE WHEN ${isGlobal} THEN ${global} ELSE ${storefront} END AS metrics_country_code,
    ${metricsReadAt(app)} AS read_at`;
}

/** `apps` is a FROM item with a row for each app and its storefront. The others are the days of the points. */
type Trended = { readonly apps: SQL; readonly from: SQLWrapper; readonly today: SQLWrapper; readonly gainedSince: SQL };

function trendOf({ from, today, gainedSince }: Omit<Trended, "apps">) {
  const storefront = { appId: page.app_id, countryCode: page.metrics_country_code };
  const days = { from, to: today };
  const changed = projection({
    day: shown(sql`changed.day`, () => z.string()),
    rating: shown(sql`changed.rating`, () => z.number().nullable()),
    rating_count: shown(sql`changed.rating_count`, () => z.int().nullable()),
  });
  const rankOfDay = projection({
    day: shown(sql`charted_on.chart_date`, () => z.string()),
    rank: shown(sql`charted_on.rank`, () => z.int().nullable()),
  });
  const changes = sql`SELECT json_agg(${changed.json} ORDER BY changed.day)
    FROM (${ratingsOfDays(storefront, days)}) changed`;
  const ranks = sql`SELECT json_agg(${rankOfDay.json})
    FROM (${ranksOfDays(page.app_id, ranked, { from: sql`${from}::date`, to: sql`${today}::date` })}) charted_on
    WHERE ranked.app_id IS NOT NULL`;
  return projection({
    country_code: shown(page.country_code, () => z.string()),
    rating: ifFound(metrics.rating),
    rating_count: ifFound(metrics.ratingCount),
    price: ifFound(metrics.price),
    currency: ifFound(metrics.currency),
    price_country_code: shown(sql`CASE WHEN ${metrics.price} IS NOT NULL THEN ${storefrontOfPrice(metrics)} END`, () =>
      z.string().nullable(),
    ),
    gained_ratings_7d: shown(ratingsGainedSince(gainedSince, metrics, page.read_at), () => z.int().nullable()),
    rank: objectIfFound(sql`ranked.app_id`, rank),
    biggest_move: objectIfFound(sql`moved.app_id`, move),
    changes: shown(sql`coalesce((${changes}), '[]')`, () => z.array(changed.row())),
    read_days: shown(sql`coalesce((SELECT json_agg(read.day) FROM (${daysRead(storefront, days)}) read), '[]')`, () =>
      z.array(z.string()),
    ),
    ranks: shown(sql`coalesce((${ranks}), '[]')`, () => z.array(rankOfDay.row())),
  });
}

export const trendsSchema = () => trendOf({ from: sql``, today: sql``, gainedSince: sql`` }).row();
export type TrendsRow = RowOf<ReturnType<typeof trendOf>>;

/** Returns a query for the app ids and their trends as JSON. */
export function trendsOfApps({ apps, ...days }: Trended): SQL {
  return sql`
    WITH ranked AS MATERIALIZED (${newestRanks({ apps, today: days.today, number: "few" })}),
    moved AS MATERIALIZED (${biggestMoves({ apps, today: days.today, number: "few" })})
    SELECT app.app_id, ${trendOf(days).json} AS trends
    FROM ${apps} app
    LEFT JOIN ${appMetrics} metrics
      ON ${metrics.appId} = app.app_id AND ${metrics.countryCode} = app.metrics_country_code
    LEFT JOIN ranked ON ranked.app_id = app.app_id
    LEFT JOIN ${storeCategories} charted ON ${charted.id} = ranked.category_id
    LEFT JOIN moved ON moved.app_id = app.app_id
    LEFT JOIN ${storeCategories} moving ON ${moving.id} = moved.category_id`;
}
