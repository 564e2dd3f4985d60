import { desc, eq, sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { appVersions } from "../schema/app-versions.ts";
import { type AppSummary, appColumns, appJoins } from "./app-columns.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { preparedOnce } from "./prepared-once.ts";

export type AppDetails = AppSummary & {
  readonly originCountryCode: string;
  readonly supportedLocales: string[] | null;
  /** YYYY-MM-DD */
  readonly originalReleaseDate: string | null;
  readonly isFree: boolean | null;
  readonly fileSizeBytes: number | null;
  readonly unavailableCountries: string[];
};
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export const VERSIONS_MAX = 50;

export type StoreApp = { readonly platform: Platform; readonly externalId: string };

const detailsStatement = `
SELECT ${appColumns}, a.origin_country_code AS "originCountryCode", to_json(a.supported_locales) AS "supportedLocales",
  a.original_release_date AS "originalReleaseDate", a.is_free AS "isFree",
  coalesce(v.file_size_bytes::float8, rated.file_size_bytes) AS "fileSizeBytes",
  to_json(a.unavailable_countries) AS "unavailableCountries"
FROM apps a${appJoins}
WHERE a.platform = $2 AND a.external_id = $3`;

export async function findAppDetails(
  db: Db,
  input: StoreApp & { readonly userId: number },
): Promise<AppDetails | undefined> {
  const values = [input.userId, input.platform, input.externalId];
  const [row] = await runFixedStatement<AppDetails>(db, detailsStatement, values);
  return row;
}

/** Newest first. */
export function listVersions(db: Db, appId: number) {
  return versionsPrepared(db).execute({ appId });
}

export function versionsQuery(db: Db) {
  return db
    .select({
      id: appVersions.id,
      version: appVersions.version,
      releasedAt: appVersions.releasedAt,
      whatsNew: appVersions.whatsNew,
      fileSizeBytes: appVersions.fileSizeBytes,
      createdAt: appVersions.createdAt,
    })
    .from(appVersions)
    .where(eq(appVersions.appId, sql.placeholder("appId")))
    .orderBy(desc(appVersions.id))
    .limit(VERSIONS_MAX);
}

const versionsPrepared = preparedOnce((db) => versionsQuery(db).prepare("list_versions"));
