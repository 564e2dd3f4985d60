import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { CONTROLS } from "../../../lib/domain/storefront-sweep.ts";
import { projection, type RowOf } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { chartDays } from "../../schema/charts.ts";
import { storefrontControls } from "../../schema/controls.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { followedApps } from "../../schema/tracking.ts";
import { idArray, statement, toInstant } from "../../statement.ts";
import { isReadOn } from "../metrics/last-reads.ts";
import { requestedCategory } from "../reference/requested-category.ts";

type Storefront = {
  readonly platform: Platform;
  readonly countryCode: string;
  readonly except: readonly number[];
  readonly now: Date;
};

const a = alias(apps, "a");
const c = alias(appMetricCoverage, "c");
const d = alias(chartDays, "d");
const f = alias(followedApps, "f");
const k = alias(storefrontControls, "k");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");

const controlApp = projection({ app_id: a.id, external_id: a.externalId });
export type ControlApp = RowOf<typeof controlApp>;

const limit = sql`LIMIT ${CONTROLS.apps}`.inlineParams();

/**
 * Prefers apps that were found as controls, then followed apps, then apps of a chart. An app that was requested as a
 * control after it was last seen in the storefront, and was not found, is left out.
 */
export const findControlApps = statement({
  name: "find_control_apps",
  effect: "reads",
  row: controlApp.row,
  build: (storefront: Storefront) => sql`
    SELECT ${controlApp.columns} FROM (
      SELECT app_id, min(place) AS place FROM (
        (${controlsOf(storefront)}) UNION ALL (${followedOf(storefront)}) UNION ALL (${chartedOf(storefront)})) known
      GROUP BY app_id) known
    JOIN ${apps} a ON ${a.id} = known.app_id
    ORDER BY known.place, known.app_id ${limit}`,
});

const exceptFor = ({ except }: Storefront, appId: SQL) => sql`${appId} <> ALL (${idArray(except)}::int[])`;

const firstDay = ({ now }: Storefront) =>
  sql`((${toInstant(now)} AT TIME ZONE 'UTC')::date - ${CONTROLS.days}::int)`.inlineParams();

const since = (storefront: Storefront) => sql`(${firstDay(storefront)}::timestamp AT TIME ZONE 'UTC')`;

function controlsOf(storefront: Storefront): SQL {
  const { platform, countryCode } = storefront;
  return sql`
    SELECT ${k.appId}, 1 AS place FROM ${storefrontControls} k
    WHERE ${k.platform} = ${platform} AND ${k.countryCode} = ${countryCode} AND ${k.foundAt} >= ${since(storefront)}
      AND coalesce(${k.foundAt} > ${k.missedAt}, true) AND ${exceptFor(storefront, sql`${k.appId}`)}
    ORDER BY ${k.foundAt} DESC, ${k.appId} ${limit}`;
}

const isNotMissed = ({ platform, countryCode }: Storefront, appId: SQL, seenAt: SQL) => sql`NOT EXISTS (
  SELECT 1 FROM ${storefrontControls} k WHERE ${k.platform} = ${platform} AND ${k.countryCode} = ${countryCode}
    AND ${k.appId} = ${appId} AND ${k.missedAt} >= ${seenAt})`;

/**
 * Coverage shows when an unchanged row was read. Where metrics are global, pages show which storefronts have the app.
 */
function followedOf(storefront: Storefront): SQL {
  const { platform, countryCode } = storefront;
  const coveredOn = platformFacts[platform].hasGlobalMetrics
    ? sql`NULL::date`
    : sql`(SELECT max(${c.day}) FROM ${appMetricCoverage} c WHERE ${c.appId} = ${f.appId}
        AND ${c.day} >= ${firstDay(storefront)} AND ${isReadOn(c, sql`${countryCode}`)})`;
  return sql`
    SELECT ${f.appId}, 2 AS place FROM ${followedApps} f
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${f.appId} AND ${m.countryCode} = ${countryCode}
    CROSS JOIN LATERAL (SELECT greatest(${m.observedAt}, (
        SELECT max(${p.readAt}) FROM ${appPageReads} p
        WHERE ${p.appId} = ${f.appId} AND ${p.countryCode} = ${countryCode}),
      CASE WHEN ${m.isAvailable} THEN ${coveredOn}::timestamp AT TIME ZONE 'UTC' END) AS at) seen
    WHERE ${f.platform} = ${platform} AND ${exceptFor(storefront, sql`${f.appId}`)} AND ${m.isAvailable} IS NOT FALSE
      AND seen.at >= ${since(storefront)} AND ${isNotMissed(storefront, sql`${f.appId}`, sql`seen.at`)}
    ORDER BY ${f.appId} ${limit}`;
}

function chartedOf(storefront: Storefront): SQL {
  const { platform, countryCode } = storefront;
  const ofAll = requestedCategory({ platform: sql`${platform}`, categoryId: sql`NULL` });
  return sql`
    SELECT charted.app_id, 3 AS place FROM (
      SELECT ${d.appIds}, ${d.fetchedAt} FROM ${chartDays} d
      WHERE ${d.platform} = ${platform} AND ${d.countryCode} = ${countryCode}
        AND ${d.categoryId} = (${ofAll}) AND ${d.chartDate} >= ${firstDay(storefront)}
      ORDER BY ${d.chartDate} DESC, ${d.collection} = 'top_free' DESC LIMIT 1) chart
    CROSS JOIN unnest(chart.app_ids) WITH ORDINALITY AS charted (app_id, rank)
    WHERE charted.app_id IS NOT NULL AND ${exceptFor(storefront, sql`charted.app_id`)}
      AND ${isNotMissed(storefront, sql`charted.app_id`, sql`chart.fetched_at`)} AND NOT EXISTS (
        SELECT 1 FROM ${appMetrics} m
        WHERE ${m.appId} = charted.app_id AND ${m.countryCode} = ${countryCode} AND NOT ${m.isAvailable})
    ORDER BY rank ${limit}`;
}
