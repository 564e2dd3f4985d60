import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../lib/domain/platform.ts";
import { apps, appVersions } from "../schema/apps.ts";
import { appMetrics } from "../schema/metrics.ts";
import { columns, type Placeholders, statement, unixTime } from "../statement.ts";
import { appColumns, appJoins, appSummarySchema } from "./app-columns.ts";

const detailsSchema = () =>
  appSummarySchema().extend({
    originCountryCode: z.string(),
    supportedLocales: z.array(z.string()).nullable(),
    /** YYYY-MM-DD */
    originalReleaseDate: z.string().nullable(),
    isFree: z.boolean().nullable(),
    fileSizeBytes: z.number().nullable(),
    unavailableCountries: z.array(z.string()),
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
  unavailableCountries: a.unavailableCountries,
});

export const findAppDetails = statement({
  name: "find_app_details",
  effect: "reads",
  returns: "first",
  row: detailsSchema,
  rows: "trusted",
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    SELECT ${appColumns(userId)}, ${detailColumns}
    FROM ${apps} a ${appJoins}
    WHERE ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`,
});

export const VERSIONS_MAX = 50;

const versionSchema = () =>
  z.object({
    id: z.int(),
    version: z.string(),
    /** Unix time. */
    releasedAt: z.number().nullable(),
    whatsNew: z.string().nullable(),
    fileSizeBytes: z.number().nullable(),
    createdAt: z.number(),
  });
export type VersionRow = Readonly<z.infer<ReturnType<typeof versionSchema>>>;

const versionColumns = columns({
  id: sql`${v.id}::float8`,
  version: v.version,
  releasedAt: unixTime(v.releasedAt),
  whatsNew: v.whatsNew,
  fileSizeBytes: sql`${v.fileSizeBytes}::float8`,
  createdAt: unixTime(v.createdAt),
});

/** Returns the newest first. */
export const listVersions = statement({
  name: "list_versions",
  effect: "reads",
  row: versionSchema,
  rows: "trusted",
  sql: ({ appId }: Placeholders<{ appId: number }>) => sql`
    SELECT ${versionColumns} FROM ${appVersions} v WHERE ${v.appId} = ${appId} ORDER BY ${v.id} DESC LIMIT ${VERSIONS_MAX}`,
});
