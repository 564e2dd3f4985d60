import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { platformSchema, platforms } from "../../../lib/domain/platform.ts";
import { apps, appVersions, publishers, storeCategories } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { columns, jsonObject, unixTime } from "../../statement.ts";
import { metricsReadAt } from "../metrics/last-reads.ts";
import { isUnavailableThere } from "../metrics/storefront-availability.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { isActive } from "../runs/run-conditions.ts";
import { publisherFields, publisherSchema } from "./publishers.ts";
import { isTrackedBy } from "./tracked-apps.ts";

/** An app as responses show it to a user. */
export const appSummarySchema = () =>
  z.object({
    id: z.int(),
    platform: platformSchema(),
    externalId: z.string(),
    displayName: z.string().nullable(),
    iconUrl: z.string().nullable(),
    isAvailable: z.boolean(),
    /** Unix time. */
    createdAt: z.number(),
    lastSyncedAt: z.number().nullable(),
    metricsAsOf: z.number().nullable(),
    version: z.string().nullable(),
    /** Over all storefronts, weighted by their number of ratings. */
    rating: z.number().nullable(),
    ratingCount: z.number().nullable(),
    isTracked: z.boolean(),
    publisher: publisherSchema().nullable(),
    category: z.object({ id: z.int(), name: z.string(), slug: z.string() }).nullable(),
  });
export type AppSummary = Readonly<z.infer<ReturnType<typeof appSummarySchema>>>;

const a = alias(apps, "a");
const co = alias(countries, "co");
const m = alias(appMetrics, "m");
const p = alias(publishers, "p");
const k = alias(storeCategories, "k");
const v = alias(appVersions, "v");

const gone = alias(appMetrics, "gone");

/**
 * When the shown totals of the app `a` were last read. Where metrics are global, the look that finds that no storefront
 * has the app removes its totals.
 */
export const totalsReadAt = sql`greatest(${metricsReadAt(a)}, CASE WHEN NOT ${a.isAvailable} THEN (
  SELECT ${gone.observedAt} FROM ${appMetrics} gone WHERE ${gone.appId} = ${a.id}
    AND ${gone.countryCode} = ${sql`${GLOBAL_COUNTRY}`.inlineParams()} AND NOT ${gone.isAvailable}) END)`;

const b = alias(sweepBatches, "b");
const r = alias(syncStatuses, "r");
const s = alias(sweepShards, "s");

/**
 * Whether rows of the app's storefronts may be newer than the totals in the app's own row. Rows that a batch has stored
 * are newer until its shard is counted, and rows that a run has stored until it completes.
 */
const isUnderWay = sql`(${a.id} IN (
    SELECT unnest(${s.appIds}) FROM ${sweepShards} s
    WHERE (${s.foldedAt} IS NULL OR ${s.countsAgain}) AND EXISTS (
      SELECT 1 FROM ${sweepBatches} b WHERE ${b.day} = ${s.day} AND ${b.platform} = ${s.platform}
        AND ${b.kind} = 'metrics' AND ${b.shard} = ${s.shard} AND ${b.outcome} = 'stored'))
  OR EXISTS (SELECT 1 FROM ${syncStatuses} r
    WHERE ${r.appId} = ${a.id} AND (${isActive(r)} OR ${r.status} = 'failed')))`;

/**
 * The totals over the storefronts of an app that is under way. For any other app no row is read, and `are_newer` is
 * false.
 */
const shownByStorefronts = sql`
  CROSS JOIN LATERAL (
    SELECT count(*) > 0 AS are_newer, round(sum(${m.rating} * ${m.ratingCount})
        / nullif(sum(${m.ratingCount}) FILTER (WHERE ${m.rating} IS NOT NULL), 0), 2) AS rating,
      sum(${m.ratingCount}) AS rating_count,
      bool_or(${m.isAvailable} AND ${isRealCountry({ code: m.countryCode })}) AS is_anywhere,
      coalesce(array_agg(${m.countryCode}::text ORDER BY ${m.countryCode})
        FILTER (WHERE ${isUnavailableThere(m)}), '{}') AS unavailable
    FROM ${appMetrics} m WHERE ${m.appId} = ${a.id} AND ${isUnderWay}
  ) storefronts`;

const numbersOfStorefronts = platforms.map((platform) =>
  sql`WHEN ${platform} THEN (SELECT count(*) FROM ${countries} co
    WHERE ${isRealCountry(co)} AND ${storefrontLanguages(sql`${platform}`, co)} IS NOT NULL)`.inlineParams(),
);

/** A storefront that was never read does not say that it lacks the app. */
const isAvailableSomewhere = sql`CASE WHEN storefronts.are_newer THEN storefronts.is_anywhere OR ${a.isAvailable}
  AND cardinality(storefronts.unavailable) < CASE ${a.platform} ${sql.join(numbersOfStorefronts, sql` `)} END
  ELSE ${a.isAvailable} END`;

/** The storefronts that do not have the app \`a\`, where \`appJoins\` are joined. */
export const unavailableStorefronts = sql`
  CASE WHEN storefronts.are_newer THEN storefronts.unavailable ELSE ${a.unavailableCountries}::text[] END`;

/** Returns the columns of the app `a` for a user. */
export function appColumns(userId: SQLWrapper): SQL {
  return columns({
    id: a.id,
    platform: a.platform,
    externalId: a.externalId,
    displayName: a.name,
    iconUrl: a.iconUrl,
    isAvailable: isAvailableSomewhere,
    createdAt: unixTime(a.createdAt),
    lastSyncedAt: unixTime(a.lastSyncedAt),
    metricsAsOf: unixTime(totalsReadAt),
    version: v.version,
    rating: sql`CASE WHEN storefronts.are_newer THEN storefronts.rating ELSE ${a.rating} END::float8`,
    ratingCount: sql`CASE WHEN storefronts.are_newer THEN storefronts.rating_count ELSE ${a.ratingCount} END::float8`,
    isTracked: isTrackedBy(userId, a.id),
    publisher: sql`CASE WHEN ${p.id} IS NOT NULL THEN ${jsonObject(publisherFields(p))} END`,
    category: sql`CASE WHEN ${k.id} IS NOT NULL THEN ${jsonObject({ id: k.id, name: k.name, slug: k.slug })} END`,
  });
}

export const appJoins = sql`
  ${shownByStorefronts}
  LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
  LEFT JOIN ${storeCategories} k ON ${k.id} = ${a.categoryId}
  LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}`;
