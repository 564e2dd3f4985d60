import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { apps, appVersions, publishers, storeCategories } from "../../schema/apps.ts";
import { heldResponseWrites, IDENTITY, isConfirmed } from "./held-responses.ts";

export type FoundIdentity = {
  readonly name: string;
  readonly publisher: { readonly externalId: string; readonly name: string; readonly url: string | null } | null;
  readonly category: { readonly externalId: string | null; readonly name: string | null };
  readonly supportedLocales: readonly string[] | null;
  readonly originalReleaseDate: string | null;
  readonly isFree: boolean;
  readonly version: string | null;
  readonly versionReleasedAt: string | null;
  readonly iconUrl: string | null;
};

const a = alias(apps, "a");
const c = alias(storeCategories, "c");
const p = alias(publishers, "p");
const v = alias(appVersions, "v");

export type IdentityOfApp = FoundIdentity & { readonly app_id: number };

type IdentitiesWrite = {
  readonly platform: Platform;
  readonly observedAt: Date;
  readonly identities: readonly IdentityOfApp[];
};

/**
 * Returns CTEs that store identities of the apps of the CTE `of`: the apps, their publishers and their versions. A
 * response older than the known version is held back, and changes no field of its app. `version_row` has the new
 * versions.
 */
export function identityWrites(of: SQL, { platform, observedAt, identities }: IdentitiesWrite): SQL {
  const response = { appId: sql`r.app_id`, locale: IDENTITY, versionReleasedAt: sql`r."versionReleasedAt"` };
  return sql`
  identity_responses AS MATERIALIZED (
    SELECT i.*, coalesce(i."versionReleasedAt" < ${v.releasedAt}, false) AS is_older
    FROM ${of} JOIN jsonb_to_recordset(${JSON.stringify(identities.map(rowOf))}::jsonb) AS i(app_id int, name text,
      "publisherId" text, "publisherName" text, "publisherUrl" text, "categoryId" text, "categoryName" text,
      "supportedLocales" text[], "originalReleaseDate" date, "isFree" boolean, version text,
      "versionReleasedAt" timestamptz, "iconUrl" text) USING (app_id)
    JOIN ${apps} a ON ${a.id} = app_id LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
  ),
  identified AS MATERIALIZED (
    SELECT r.*, r.is_older AND NOT ${isConfirmed(response, observedAt)} AS is_stale FROM identity_responses r
  ),
  ${heldResponseWrites("identity_responses", response, observedAt)},
  ${publisherWrites(platform)},
  ${versionWrites},
  ${appWrites(platform)}`;
}

function rowOf({ publisher, category, ...identity }: IdentityOfApp) {
  return {
    ...identity,
    publisherId: publisher?.externalId ?? null,
    publisherName: publisher?.name ?? null,
    publisherUrl: publisher?.url ?? null,
    categoryId: category.externalId,
    categoryName: category.name,
  };
}

/** Several apps may have one publisher; all write it in the same order. */
function publisherWrites(platform: Platform): SQL {
  return sql`
  publisher_wanted AS (
    SELECT DISTINCT ON ("publisherId") "publisherId" AS external_id, "publisherName" AS name, "publisherUrl" AS url
    FROM identified WHERE NOT is_stale AND "publisherId" IS NOT NULL ORDER BY "publisherId", app_id
  ),
  publisher_known AS (
    SELECT ${p.id}, ${p.externalId}, ${p.name}, ${p.url} FROM ${publishers} p
    JOIN publisher_wanted w ON ${p.platform} = ${platform} AND ${p.externalId} = w.external_id
  ),
  publisher_row AS (
    INSERT INTO ${publishers} (platform, external_id, name, url)
    SELECT ${platform}, w.external_id, w.name, w.url FROM publisher_wanted w
    WHERE NOT EXISTS (SELECT 1 FROM publisher_known k
      WHERE k.external_id = w.external_id AND k.name = w.name AND k.url IS NOT DISTINCT FROM w.url)
    ORDER BY w.external_id
    ON CONFLICT (platform, external_id) DO UPDATE SET name = excluded.name, url = excluded.url, updated_at = now()
    RETURNING id, external_id
  ),
  publisher AS (
    SELECT external_id, min(id) AS id FROM (
      SELECT id, external_id FROM publisher_row UNION ALL SELECT id, external_id FROM publisher_known) either
    GROUP BY external_id
  )`;
}

const versionWrites = sql`
  version_known AS (
    SELECT ${v.id}, ${v.appId} FROM ${appVersions} v JOIN identified i ON ${v.appId} = i.app_id
    WHERE ${v.version} = i.version
      AND ${v.releasedAt} IS NOT DISTINCT FROM coalesce(i."versionReleasedAt", ${v.releasedAt})
  ),
  version_row AS (
    INSERT INTO ${appVersions} (app_id, version, released_at)
    SELECT i.app_id, i.version, i."versionReleasedAt" FROM identified i
    WHERE NOT i.is_stale AND i.version IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM version_known k WHERE k.app_id = i.app_id)
    ORDER BY i.app_id
    ON CONFLICT (app_id, version) DO UPDATE SET released_at = coalesce(excluded.released_at, ${appVersions.releasedAt})
    RETURNING id, app_id, version
  ),
  version AS (SELECT id, app_id FROM version_row UNION ALL SELECT id, app_id FROM version_known)`;

/** Returns the new value of a field: the stored one where the store returns none. */
function appWrites(platform: Platform): SQL {
  return sql`
  app_wanted AS (
    SELECT ${a.id}, i.name, coalesce(i."iconUrl", ${a.iconUrl}) AS icon_url,
      coalesce((SELECT id FROM publisher WHERE external_id = i."publisherId"), ${a.publisherId}) AS publisher_id,
      coalesce(category.id, ${a.categoryId}) AS category_id,
      coalesce(i."supportedLocales", ${a.supportedLocales}) AS supported_locales,
      coalesce(i."originalReleaseDate", ${a.originalReleaseDate}) AS original_release_date, i."isFree" AS is_free,
      coalesce((SELECT id FROM version WHERE app_id = i.app_id), ${a.currentVersionId}) AS current_version_id
    FROM identified i JOIN ${apps} a ON ${a.id} = i.app_id
    LEFT JOIN LATERAL (
      SELECT ${c.id} FROM ${storeCategories} c
      WHERE ${c.platform} = ${platform} AND (${c.externalId} = i."categoryId"
        OR (i."categoryId" IS NULL AND lower(${c.name}) = lower(i."categoryName")))
      ORDER BY ${c.id} LIMIT 1
    ) category ON true
    WHERE NOT i.is_stale
  ),
  app_row AS (
    UPDATE ${apps} a SET name = w.name, icon_url = w.icon_url, publisher_id = w.publisher_id,
      category_id = w.category_id,
      supported_locales = w.supported_locales, original_release_date = w.original_release_date, is_free = w.is_free,
      current_version_id = w.current_version_id, updated_at = now()
    FROM app_wanted w
    WHERE ${a.id} = w.id AND (${a.name}, ${a.iconUrl}, ${a.publisherId}, ${a.categoryId}, ${a.supportedLocales},
        ${a.originalReleaseDate}, ${a.isFree}, ${a.currentVersionId})
      IS DISTINCT FROM (w.name, w.icon_url, w.publisher_id, w.category_id, w.supported_locales,
        w.original_release_date, w.is_free, w.current_version_id)
  )`;
}
