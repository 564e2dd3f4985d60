import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { changeFieldSchema } from "../../../lib/domain/change-field.ts";
import { platformSchema } from "../../../lib/domain/platform.ts";
import { syncPhaseSchema } from "../../../lib/domain/sync-phase.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { columns, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { changesOf, everyChange } from "../listings/newest-changes.ts";
import { isRealCountry } from "../reference/countries.ts";
import { nextTryAt } from "../runs/failed-items.ts";

const appSchema = () =>
  z.object({
    id: z.int(),
    /** The store's id while no name is known. */
    name: z.string(),
    platform: platformSchema(),
    externalId: z.string(),
    iconUrl: z.string().nullable(),
  });
export type DashboardApp = Readonly<z.infer<ReturnType<typeof appSchema>>>;

/** Times are unix times. */
const dashboardSchema = () =>
  z.object({
    totalApps: z.int(),
    totalCompetitors: z.int(),
    totalVersions: z.int(),
    totalChanges: z.int(),
    totalFailedSyncs: z.int(),
    recentChanges: z.array(
      z.object({
        app: appSchema(),
        id: z.int(),
        versionId: z.int().nullable(),
        /** Of a listing. */
        locale: z.string().nullable(),
        /** Of price and availability; null where the price is the same in all storefronts. */
        countryCode: z.string().nullable(),
        fieldChanged: changeFieldSchema(),
        detectedAt: z.number(),
      }),
    ),
    failedSyncs: z.array(
      z.object({
        app: appSchema(),
        currentStep: syncPhaseSchema().nullable(),
        errorMessage: z.string().nullable(),
        completedAt: z.number().nullable(),
        nextRetryAt: z.number().nullable(),
      }),
    ),
    competitorVersions: z.array(
      z.object({
        app: appSchema(),
        versionId: z.int(),
        version: z.string(),
        releasedAt: z.number().nullable(),
        createdAt: z.number(),
      }),
    ),
  });
export type DashboardRow = Readonly<z.infer<ReturnType<typeof dashboardSchema>>>;

type DashboardLimits = {
  readonly userId: number;
  /** Of each list. */
  readonly rowsMax: number;
  /** Versions or changes after which counting ends. */
  readonly countMax: number;
};

const a = alias(apps, "a");
const c = alias(appCompetitors, "c");
const g = alias(appStoreListingChanges, "g");
const k = alias(countries, "k");
const o = alias(appOfferChanges, "o");
const s = alias(syncStatuses, "s");
const t = alias(trackedApps, "t");
const v = alias(appVersions, "v");

const app = jsonObject({
  id: a.id,
  name: sql`coalesce(${a.name}, ${a.externalId})`,
  platform: a.platform,
  externalId: a.externalId,
  iconUrl: a.iconUrl,
});

const versions = sql`${appVersions} v WHERE ${v.appId} = tracked.app_id`;
const changes = sql`(${changesOf(sql`tracked.app_id`, everyChange, "all")}) every`;

/** Counts rows of each tracked app up to a maximum. The inner limit makes each app's be found by their index. */
function countUpTo(countMax: SQL, rows: SQL): SQL {
  return sql`(
    SELECT count(*)::int FROM (
      SELECT 1 FROM tracked CROSS JOIN LATERAL (SELECT 1 FROM ${rows} LIMIT ${countMax}) one LIMIT ${countMax}
    ) counted)`;
}

function listOf(rows: SQL): SQL {
  return sql`coalesce((SELECT json_agg(item) FROM (${rows}) items), '[]')`;
}

/**
 * The newest changes of all tracked apps. The query takes as many of each app as the list has rows, and finds them by
 * their ids.
 */
const recentChanges = (rowsMax: SQL) => sql`
  SELECT ${jsonObject({
    app,
    id: sql`newest.id`,
    versionId: g.versionId,
    locale: g.locale,
    countryCode: k.code,
    fieldChanged: sql`coalesce(${g.fieldChanged}, ${o.fieldChanged})`,
    detectedAt: unixTime(sql`newest.detected_at`),
  })} AS item
  FROM (
    SELECT tracked.app_id, one.id, one.detected_at
    FROM tracked CROSS JOIN LATERAL (${changesOf(sql`tracked.app_id`, everyChange, { max: rowsMax })}) one
    ORDER BY one.detected_at DESC, one.id DESC LIMIT ${rowsMax}
  ) newest
  JOIN ${apps} a ON ${a.id} = newest.app_id
  LEFT JOIN LATERAL (SELECT * FROM ${appStoreListingChanges} g WHERE ${g.id} = newest.id LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT * FROM ${appOfferChanges} o WHERE ${o.id} = newest.id LIMIT 1) o ON true
  LEFT JOIN ${countries} k ON ${k.code} = ${o.countryCode} AND ${isRealCountry(k)}
  ORDER BY newest.detected_at DESC, newest.id DESC`;

const failedSyncs = (rowsMax: SQL) => sql`
  SELECT ${jsonObject({
    app,
    currentStep: s.currentStep,
    errorMessage: s.errorMessage,
    completedAt: unixTime(s.completedAt),
    nextRetryAt: unixTime(nextTryAt(s.nextRetryAt)),
  })} AS item
  FROM failed s JOIN ${apps} a ON ${a.id} = ${s.appId}
  ORDER BY ${s.completedAt} DESC NULLS LAST, ${s.appId} DESC LIMIT ${rowsMax}`;

const competitorVersions = (rowsMax: SQL) => sql`
  SELECT ${jsonObject({
    app,
    versionId: v.id,
    version: v.version,
    releasedAt: unixTime(v.releasedAt),
    createdAt: unixTime(v.createdAt),
  })} AS item
  FROM rivals JOIN ${apps} a ON ${a.id} = rivals.app_id JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
  ORDER BY coalesce(${v.releasedAt}, ${v.createdAt}) DESC, ${v.id} DESC LIMIT ${rowsMax}`;

/** Returns the whole dashboard of a user in one round trip. */
export const readDashboard = statement({
  name: "read_dashboard",
  effect: "reads",
  returns: "only",
  row: dashboardSchema,
  rows: "trusted",
  sql: (input: Placeholders<DashboardLimits>) => {
    const [rowsMax, countMax] = [sql`${input.rowsMax}::int`, sql`${input.countMax}::int`];
    return sql`
    WITH tracked AS MATERIALIZED (SELECT ${t.appId} FROM ${trackedApps} t WHERE ${t.userId} = ${input.userId}),
    rivals AS MATERIALIZED (
      SELECT DISTINCT ${c.competitorAppId} AS app_id FROM tracked
      JOIN ${appCompetitors} c ON ${c.userId} = ${input.userId} AND ${c.appId} = tracked.app_id
    ),
    failed AS MATERIALIZED (
      SELECT s.* FROM (SELECT app_id FROM tracked UNION SELECT app_id FROM rivals) followed
      CROSS JOIN LATERAL (SELECT * FROM ${syncStatuses} s WHERE ${s.appId} = followed.app_id LIMIT 1) s
      WHERE ${s.status} = 'failed'
    )
    SELECT ${columns({
      totalApps: sql`(SELECT count(*)::int FROM tracked)`,
      totalCompetitors: sql`(SELECT count(*)::int FROM rivals)`,
      totalVersions: countUpTo(countMax, versions),
      totalChanges: countUpTo(countMax, changes),
      totalFailedSyncs: sql`(SELECT count(*)::int FROM failed)`,
      recentChanges: listOf(recentChanges(rowsMax)),
      failedSyncs: listOf(failedSyncs(rowsMax)),
      competitorVersions: listOf(competitorVersions(rowsMax)),
    })}`;
  },
});
