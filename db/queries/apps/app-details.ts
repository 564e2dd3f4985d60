import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DETAIL_CHANGES_MAX, VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import { discoverySources } from "../../../lib/domain/discovery-source.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { columns, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { changeRows, changeSchema } from "../listings/change-rows.ts";
import { currentListings, listingSchema } from "../listings/listings.ts";
import { areCut, beginningOf } from "../listings/long-texts.ts";
import { changesOf, everyChange } from "../listings/newest-changes.ts";
import { appColumns, appJoins, appSummarySchema, unavailableStorefronts } from "./app-columns.ts";
import { competitorsOf, competitorsSchema } from "./competitors.ts";
import { refreshDays, refreshDaysSchema } from "./refresh-days.ts";

const versionSchema = () =>
  z.object({
    id: z.int(),
    version: z.string(),
    /** Unix time. */
    releasedAt: z.number().nullable(),
    whatsNew: z.string().nullable(),
    isCut: z.boolean(),
    fileSizeBytes: z.number().nullable(),
    createdAt: z.number(),
  });
export type VersionRow = Readonly<z.infer<ReturnType<typeof versionSchema>>>;

const detailsSchema = () =>
  appSummarySchema().extend({
    originCountryCode: z.string(),
    supportedLocales: z.array(z.string()).nullable(),
    /** YYYY-MM-DD */
    originalReleaseDate: z.string().nullable(),
    isFree: z.boolean().nullable(),
    fileSizeBytes: z.number().nullable(),
    unavailableCountries: z.array(z.string()),
    /** Those of the user, oldest first. */
    competitors: competitorsSchema(),
    /** Newest first. */
    changes: z.array(changeSchema()),
    discoveredFrom: z.enum(discoverySources).nullable(),
    refreshDays: refreshDaysSchema(),
  });
export type AppDetails = Readonly<z.infer<ReturnType<typeof detailsSchema>>>;

const a = alias(apps, "a");
const m = alias(appMetrics, "m");
const v = alias(appVersions, "v");

const detailColumns = columns({
  originCountryCode: a.originCountryCode,
  supportedLocales: a.supportedLocales,
  originalReleaseDate: a.originalReleaseDate,
  isFree: a.isFree,
  fileSizeBytes: sql`coalesce(${v.fileSizeBytes},
    (SELECT max(${m.fileSizeBytes}) FROM ${appMetrics} m WHERE ${m.appId} = ${a.id}))::float8`,
  unavailableCountries: sql`to_json(${unavailableStorefronts})`,
  discoveredFrom: a.discoveredFrom,
  refreshDays,
});

const version = jsonObject({
  id: v.id,
  version: v.version,
  releasedAt: unixTime(v.releasedAt),
  whatsNew: beginningOf(v.whatsNew),
  isCut: areCut(v.whatsNew),
  fileSizeBytes: v.fileSizeBytes,
  createdAt: unixTime(v.createdAt),
});

const changes = changeRows(sql`
  SELECT one.id, found.id AS app_id, one.detected_at
  FROM (${changesOf(sql`found.id`, everyChange, { max: sql`${DETAIL_CHANGES_MAX}::int` })}) one
  ORDER BY one.detected_at DESC, one.id DESC LIMIT ${DETAIL_CHANGES_MAX}`);

/** Returns an app with its newest changes and the competitors that the user defined. */
export const findAppDetails = statement({
  name: "find_app_details",
  effect: "reads",
  returns: "first",
  row: detailsSchema,
  rows: "trusted",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    WITH found AS MATERIALIZED (
      SELECT ${apps.id} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    )
    SELECT ${appColumns(userId)}, ${detailColumns}, (${changes}) AS changes,
      (${competitorsOf(userId, sql`found.id`)}) AS competitors
    FROM found JOIN ${apps} a ON ${a.id} = found.id ${appJoins}`,
});

/** Returns the newest versions of an app, newest first, and its current listings, by locale. */
export const findAppTexts = statement({
  name: "find_app_texts",
  effect: "reads",
  returns: "only",
  row: () => z.object({ versions: z.array(versionSchema()), listings: z.array(listingSchema()) }),
  rows: "trusted",
  sql: ({ appId, hasGlobalMetrics }: Placeholders<{ appId: number; hasGlobalMetrics: boolean }>) => sql`
    SELECT (
        SELECT coalesce(json_agg(${version} ORDER BY ${v.id} DESC), '[]') FROM (
          SELECT v.* FROM ${appVersions} v WHERE ${v.appId} = ${appId} ORDER BY ${v.id} DESC LIMIT ${VERSIONS_MAX}
        ) v
      ) AS versions, (
        SELECT coalesce(json_agg(current.listing ORDER BY current.locale), '[]')
        FROM (${currentListings({ appId, hasGlobalMetrics })}) current
      ) AS listings`,
});
