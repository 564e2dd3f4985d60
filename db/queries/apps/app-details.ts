import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DETAIL_CHANGES_MAX, VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { changeRows, changeSchema } from "../listings/change-rows.ts";
import { currentListings, listingSchema, readLanguageSchema } from "../listings/current-listings.ts";
import { areCut, beginningOf } from "../listings/listings.ts";
import { changesOf, everyChange } from "../listings/newest-changes.ts";
import { summaryOf } from "./app-columns.ts";
import { competitorsOf, competitorsSchema } from "./competitors.ts";
import { refreshOf } from "./refresh-days.ts";

const app = alias(apps, "app");
const metrics = alias(appMetrics, "metrics");
const version = alias(appVersions, "version");

const summary = summaryOf(app);

const detail = projection({
  ...summary.fields,
  origin_country_code: app.originCountryCode,
  supported_locales: app.supportedLocales,
  original_release_date: app.originalReleaseDate,
  is_free: app.isFree,
  file_size_bytes: shown(
    sql`coalesce(${summary.version.fileSizeBytes},
      (SELECT max(${metrics.fileSizeBytes}) FROM ${appMetrics} metrics WHERE ${metrics.appId} = ${app.id}))::float8`,
    () => z.number().nullable(),
  ),
  unavailable_countries: shown(sql`to_json(${summary.unavailableCountries})`, () => z.array(z.string())),
  discovered_from: app.discoveredFrom,
  refresh: refreshOf(app),
});

const detailSchema = () =>
  detail.row().extend({
    competitors: competitorsSchema(),
    changes: z.array(changeSchema()),
  });
export type AppDetails = RowOf<{ readonly row: typeof detailSchema }>;

const changes = changeRows(sql`
  SELECT one.id, found.id AS app_id, one.detected_at
  FROM (${changesOf(sql`found.id`, everyChange, { max: sql`${DETAIL_CHANGES_MAX}::int` })}) one
  ORDER BY one.detected_at DESC, one.id DESC LIMIT ${DETAIL_CHANGES_MAX}`);

export const findAppDetails = statement({
  name: "find_app_details",
  effect: "reads",
  returns: "first",
  row: detailSchema,
  rows: "trusted",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    WITH found AS MATERIALIZED (
      SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    )
    SELECT ${detail.columns}, (${changes}) AS changes, (${competitorsOf(userId, sql`found.id`)}) AS competitors
    FROM found JOIN ${apps} app ON ${app.id} = found.id ${summary.joinsFor(userId)}`,
});

const shownVersion = projection({
  id: version.id,
  version: version.version,
  release_date: shown(sql`(${version.releasedAt} AT TIME ZONE 'UTC')::date`, () => z.string().nullable()),
  whats_new: shown(beginningOf(version.whatsNew), () => z.string().nullable()),
  is_cut: shown(areCut(version.whatsNew), () => z.boolean()),
  file_size_bytes: version.fileSizeBytes,
  created_at: version.createdAt,
});
export type VersionRow = RowOf<typeof shownVersion>;

export const findAppTexts = statement({
  name: "find_app_texts",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      versions: z.array(shownVersion.row()),
      listings: z.array(listingSchema()),
      languages: z.array(readLanguageSchema()),
    }),
  rows: "trusted",
  sql: ({ appId, hasGlobalMetrics }: Placeholders<{ appId: number; hasGlobalMetrics: boolean }>) => sql`
    SELECT (
        SELECT coalesce(json_agg(${shownVersion.json} ORDER BY ${version.id} DESC), '[]') FROM (
          SELECT version.* FROM ${appVersions} version
          WHERE ${version.appId} = ${appId} ORDER BY ${version.id} DESC LIMIT ${VERSIONS_MAX}
        ) version
      ) AS versions,
      coalesce(json_agg(current.listing ORDER BY current.locale) FILTER (WHERE current.listing IS NOT NULL), '[]')
        AS listings,
      coalesce(json_agg(current.language ORDER BY current.locale), '[]') AS languages
    FROM (${currentListings({ appId, hasGlobalMetrics })}) current`,
});
