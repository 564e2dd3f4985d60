import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { changeFieldSchema } from "../../../lib/domain/change-field.ts";
import { DASHBOARD_ROWS_MAX, HISTORY_COUNT_MAX } from "../../../lib/domain/dashboard.ts";
import { ifFound, projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement, unixTime } from "../../statement.ts";
import { changesOf, everyChange } from "../listings/newest-changes.ts";
import { isRealCountry } from "../reference/countries.ts";
import { nextTryAt } from "../runs/failed-items.ts";
import { taggedAppIds } from "./tags.ts";
import { shownName } from "./tracked-apps.ts";

const a = alias(apps, "a");
const c = alias(appCompetitors, "c");
const fact = alias(appFactChanges, "fact");
const g = alias(appStoreListingChanges, "g");
const k = alias(countries, "k");
const o = alias(appOfferChanges, "o");
const s = alias(syncStatuses, "s");
const t = alias(trackedApps, "t");
const v = alias(appVersions, "v");

const app = {
  app_id: a.id,
  app_name: shownName(a),
  platform: a.platform,
  external_id: a.externalId,
  icon_url: a.iconUrl,
} as const;

const recentChange = projection({
  ...app,
  id: shown(sql`newest.id`, () => z.int()),
  version_id: ifFound(g.versionId),
  locale: ifFound(g.locale),
  country_code: ifFound(k.code),
  field_changed: shown(sql`coalesce(${g.fieldChanged}, ${o.fieldChanged}, ${fact.key})`, changeFieldSchema),
  detected_at: shown(unixTime(sql`newest.detected_at`), () => z.number()),
});

const failedSync = projection({
  ...app,
  current_step: s.currentStep,
  error_message: s.errorMessage,
  completed_at: s.completedAt,
  next_retry_at: unixTimeOrNull(nextTryAt(s.nextRetryAt)),
});

const competitorVersion = projection({
  ...app,
  version_id: v.id,
  version: v.version,
  release_date: shown(sql`(${v.releasedAt} AT TIME ZONE 'UTC')::date`, () => z.string().nullable()),
  created_at: v.createdAt,
});

const rowsMax = sql`${DASHBOARD_ROWS_MAX}::int`;

const versions = sql`${appVersions} v WHERE ${v.appId} = tracked.app_id`;
const changes = sql`(${changesOf(sql`tracked.app_id`, everyChange, "all")}) every`;

const count = () => z.int();

/** The inner limit lets an index find each app's rows. */
function countUpToMax(rows: SQL) {
  const max = sql`${HISTORY_COUNT_MAX}::int`;
  return shown(
    sql`(
    SELECT count(*)::int FROM (
      SELECT 1 FROM tracked CROSS JOIN LATERAL (SELECT 1 FROM ${rows} LIMIT ${max}) one LIMIT ${max}
    ) counted)`,
    count,
  );
}

function listOf<Row extends z.ZodType>(item: { readonly json: SQL; readonly row: () => Row }, rows: SQL) {
  return shown(sql`coalesce((SELECT json_agg(item) FROM (SELECT ${item.json} AS item FROM ${rows}) items), '[]')`, () =>
    z.array(item.row()),
  );
}

const dashboard = projection({
  total_apps: shown(sql`(SELECT count(*)::int FROM tracked)`, count),
  total_competitors: shown(sql`(SELECT count(*)::int FROM rivals)`, count),
  total_versions: countUpToMax(versions),
  total_changes: countUpToMax(changes),
  total_failed_syncs: shown(sql`(SELECT count(*)::int FROM failed)`, count),
  // Each app contributes as many rows as the list has, so that its index is read only so far.
  recent_changes: listOf(
    recentChange,
    sql`(
    SELECT tracked.app_id, one.id, one.detected_at
    FROM tracked CROSS JOIN LATERAL (${changesOf(sql`tracked.app_id`, everyChange, { max: rowsMax })}) one
    ORDER BY one.detected_at DESC, one.id DESC LIMIT ${rowsMax}
  ) newest
  JOIN ${apps} a ON ${a.id} = newest.app_id
  LEFT JOIN LATERAL (SELECT * FROM ${appStoreListingChanges} g WHERE ${g.id} = newest.id LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT * FROM ${appOfferChanges} o WHERE ${o.id} = newest.id LIMIT 1) o ON true
  LEFT JOIN LATERAL (SELECT * FROM ${appFactChanges} fact WHERE ${fact.id} = newest.id LIMIT 1) fact ON true
  LEFT JOIN ${countries} k ON ${k.code} = coalesce(${o.countryCode}, ${fact.countryCode}) AND ${isRealCountry(k)}
  ORDER BY newest.detected_at DESC, newest.id DESC`,
  ),
  failed_syncs: listOf(
    failedSync,
    sql`failed s JOIN ${apps} a ON ${a.id} = ${s.appId}
  ORDER BY ${s.completedAt} DESC NULLS LAST, ${s.appId} DESC LIMIT ${rowsMax}`,
  ),
  competitor_versions: listOf(
    competitorVersion,
    sql`rivals JOIN ${apps} a ON ${a.id} = rivals.app_id JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
  ORDER BY coalesce(${v.releasedAt}, ${v.createdAt}) DESC, ${v.id} DESC LIMIT ${rowsMax}`,
  ),
});

export const readDashboard = statement({
  name: "read_dashboard",
  effect: "reads",
  returns: "only",
  row: dashboard.row,
  rows: "trusted",
  sql: ({ userId, tagIds }: Placeholders<{ userId: number; tagIds: string | null }>) => sql`
    WITH tracked AS MATERIALIZED (
      SELECT ${t.appId} FROM ${trackedApps} t
      WHERE ${t.userId} = ${userId}
        AND (${tagIds}::integer[] IS NULL OR ${t.appId} IN (${taggedAppIds(userId, tagIds)}))
    ),
    rivals AS MATERIALIZED (
      SELECT DISTINCT ${c.competitorAppId} AS app_id FROM tracked
      JOIN ${appCompetitors} c ON ${c.userId} = ${userId} AND ${c.appId} = tracked.app_id
    ),
    failed AS MATERIALIZED (
      SELECT s.* FROM (SELECT app_id FROM tracked UNION SELECT app_id FROM rivals) followed
      CROSS JOIN LATERAL (SELECT * FROM ${syncStatuses} s WHERE ${s.appId} = followed.app_id LIMIT 1) s
      WHERE ${s.status} = 'failed'
    )
    SELECT ${dashboard.columns}`,
});
