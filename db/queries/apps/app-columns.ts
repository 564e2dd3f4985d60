import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import {
  ifFound,
  objectIfFound,
  projection,
  type RowOf,
  shown,
  type TableColumns,
  unixTimeOrNull,
} from "../../projection.ts";
import { type apps, appVersions, publishers, storeCategories } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Columns, columnsOf } from "../../statement.ts";
import { isUnavailableThere, metricsReadAt } from "../metrics/last-reads.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { isActive } from "../runs/run-conditions.ts";
import { publisherOf } from "./publishers.ts";
import { tagsOfApp, tagsSchema } from "./tags.ts";
import { isTrackedBy, shownName } from "./tracked-apps.ts";

const category = alias(storeCategories, "category");
const publisher = alias(publishers, "publisher");
const version = alias(appVersions, "version");
const viewer = columnsOf("viewer", ["is_tracked", "tags"]);
const storefronts = columnsOf("storefronts", ["are_newer", "rating", "rating_count", "is_anywhere", "unavailable"]);

export function summaryOf(app: TableColumns<typeof apps>) {
  const newest = (total: SQLWrapper, stored: SQLWrapper) =>
    sql`CASE WHEN ${storefronts.are_newer} THEN ${total} ELSE ${stored} END`;
  const summary = projection({
    id: app.id,
    platform: app.platform,
    external_id: app.externalId,
    name: shownName(app),
    display_name: app.name,
    icon_url: app.iconUrl,
    is_available: shown(isAvailableSomewhere(app), () => z.boolean()),
    created_at: app.createdAt,
    last_synced_at: app.lastSyncedAt,
    metrics_as_of: unixTimeOrNull(totalsReadAt(app)),
    version: ifFound(version.version),
    rating: shown(sql`${newest(storefronts.rating, app.rating)}::float8`, () => z.number().nullable()),
    rating_count: shown(sql`${newest(storefronts.rating_count, app.ratingCount)}::float8`, () => z.number().nullable()),
    is_tracked: shown(viewer.is_tracked, () => z.boolean()),
    tags: shown(viewer.tags, tagsSchema),
    publisher: objectIfFound(publisher.id, publisherOf(publisher)),
    category: objectIfFound(category.id, projection({ id: category.id, name: category.name, slug: category.slug })),
  });
  return Object.assign(summary, {
    joinsFor: (userId: SQLWrapper) => sql`
      ${joinStorefronts(app)}
      CROSS JOIN LATERAL (
        SELECT ${isTrackedBy(userId, app.id)} AS is_tracked, ${tagsOfApp(userId, app.id)} AS tags
      ) viewer
      LEFT JOIN ${publishers} publisher ON ${publisher.id} = ${app.publisherId}
      LEFT JOIN ${storeCategories} category ON ${category.id} = ${app.categoryId}
      LEFT JOIN ${appVersions} version ON ${version.id} = ${app.currentVersionId}`,
    version,
    unavailableCountries: newest(storefronts.unavailable, sql`${app.unavailableCountries}::text[]`),
  });
}
export type AppSummary = RowOf<ReturnType<typeof summaryOf>>;

const gone = alias(appMetrics, "gone");

/**
 * Returns the time of the last read of an app's totals. Where metrics are global, a check that finds the app nowhere
 * counts as one, because it removes the totals.
 */
export function totalsReadAt(app: Columns<"id" | "isAvailable" | "lastSyncedAt" | "lastSweptAt">): SQL {
  return sql`greatest(${metricsReadAt(app)}, CASE WHEN NOT ${app.isAvailable} THEN (
    SELECT ${gone.observedAt} FROM ${appMetrics} gone WHERE ${gone.appId} = ${app.id}
      AND ${gone.countryCode} = ${sql`${GLOBAL_COUNTRY}`.inlineParams()} AND NOT ${gone.isAvailable}) END)`;
}

const b = alias(sweepBatches, "b");
const r = alias(syncStatuses, "r");
const s = alias(sweepShards, "s");

/** Returns true if rows of storefronts may be newer than the totals in the app's row. */
function isUnderWay(app: Columns<"id">): SQL {
  return sql`(${app.id} IN (
      SELECT unnest(${s.appIds}) FROM ${sweepShards} s
      WHERE (${s.foldedAt} IS NULL OR ${s.countsAgain}) AND EXISTS (
        SELECT 1 FROM ${sweepBatches} b WHERE ${b.day} = ${s.day} AND ${b.platform} = ${s.platform}
          AND ${b.kind} = 'metrics' AND ${b.shard} = ${s.shard} AND ${b.outcome} = 'stored'))
    OR EXISTS (SELECT 1 FROM ${syncStatuses} r
      WHERE ${r.appId} = ${app.id} AND (${isActive(r)} OR ${r.status} = 'failed')))`;
}

const m = alias(appMetrics, "m");

/** Reads no row of an app that is not under way: `are_newer` is then false. */
function joinStorefronts(app: Columns<"id">): SQL {
  return sql`
  CROSS JOIN LATERAL (
    SELECT count(*) > 0 AS are_newer, round(sum(${m.rating} * ${m.ratingCount})
        / nullif(sum(${m.ratingCount}) FILTER (WHERE ${m.rating} IS NOT NULL), 0), 2) AS rating,
      sum(${m.ratingCount}) AS rating_count,
      bool_or(${m.isAvailable} AND ${isRealCountry({ code: m.countryCode })}) AS is_anywhere,
      coalesce(array_agg(${m.countryCode}::text ORDER BY ${m.countryCode})
        FILTER (WHERE ${isUnavailableThere(m)}), '{}') AS unavailable
    FROM ${appMetrics} m WHERE ${m.appId} = ${app.id} AND ${isUnderWay(app)}
  ) storefronts`;
}

const country = alias(countries, "country");

const numbersOfStorefronts = platforms.map((platform) =>
  sql`WHEN ${platform} THEN (SELECT count(*) FROM ${countries} country
    WHERE ${isRealCountry(country)} AND ${storefrontLanguages(sql`${platform}`, country)} IS NOT NULL)`.inlineParams(),
);

/** A storefront that was never read does not count as one without the app. */
function isAvailableSomewhere(app: Columns<"isAvailable" | "platform">): SQL {
  return sql`CASE WHEN ${storefronts.are_newer} THEN ${storefronts.is_anywhere} OR ${app.isAvailable}
    AND cardinality(${storefronts.unavailable}) < CASE ${app.platform} ${sql.join(numbersOfStorefronts, sql` `)} END
    ELSE ${app.isAvailable} END`;
}
