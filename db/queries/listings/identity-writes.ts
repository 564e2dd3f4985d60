import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import {
  assignments,
  columnsByName,
  type GivenRow,
  nameList,
  namesIn,
  optional,
  pick,
  recordset,
  valueList,
} from "../../recordset.ts";
import { apps, appVersions, publishers, storeCategories } from "../../schema/apps.ts";
import { columns, columnsOf } from "../../statement.ts";
import { factWrites, foundFacts } from "../facts/fact-writes.ts";
import { forgetHeld, holdOlder, IDENTITY, isConfirmed } from "./held-responses.ts";

const a = alias(apps, "a");
const c = alias(storeCategories, "c");
const p = alias(publishers, "p");
const v = alias(appVersions, "v");

const foundIdentity = {
  ...pick(columnsByName(apps), ["name", "icon_url", "supported_locales", "original_release_date", "is_free"]),
  publisher_external_id: optional(publishers.externalId),
  publisher_name: optional(publishers.name),
  publisher_url: publishers.url,
  category_external_id: storeCategories.externalId,
  category_name: optional(storeCategories.name),
  version: optional(appVersions.version),
  version_released_at: appVersions.releasedAt,
  ...foundFacts,
};
const identityOfApp = { app_id: appVersions.appId, ...foundIdentity };

type WithFacts<Row extends { readonly [Name in keyof typeof foundFacts]?: unknown }> = Required<
  Omit<Row, keyof typeof foundFacts>
> &
  Pick<Row, keyof typeof foundFacts>;

export type FoundIdentity = WithFacts<GivenRow<typeof foundIdentity>>;
export type IdentityOfApp = WithFacts<GivenRow<typeof identityOfApp>>;

type IdentitiesWrite = {
  readonly platform: Platform;
  readonly observedAt: Date;
  /** The storefront that the identities were read in. */
  readonly country: string;
  readonly identities: readonly IdentityOfApp[];
};

/** Returns CTEs for apps in the CTE `of`. A response older than the known version changes no field. */
export function identityWrites(of: SQL, { platform, observedAt, country, identities }: IdentitiesWrite): SQL {
  const response = columnsOf("r", ["app_id", "locale", "version_released_at"]);
  return sql`
  identity_responses AS MATERIALIZED (
    SELECT i.*, ${IDENTITY} AS locale, coalesce(i.version_released_at < ${v.releasedAt}, false) AS is_older
    FROM ${of} JOIN ${recordset(identityOfApp, identities)} i USING (app_id)
    JOIN ${apps} a ON ${a.id} = app_id LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
  ),
  identified AS MATERIALIZED (
    SELECT r.*, r.is_older AND NOT ${isConfirmed(response, observedAt)} AS is_stale FROM identity_responses r
  ),
  held_identities AS (${holdOlder("identity_responses", observedAt)}),
  forgotten_identities AS (${forgetHeld("identity_responses")}),
  ${publisherWrites(platform)},
  ${versionWrites},
  ${appWrites(platform)},
  ${factWrites(
    sql`
    SELECT app_id, ${country}::text AS country_code, ${nameList(namesIn(foundFacts))} FROM identified
    WHERE NOT is_stale`,
    { platform, observedAt },
  )}`;
}

function publisherWrites(platform: Platform): SQL {
  return sql`
  publisher_wanted AS (
    SELECT DISTINCT ON (publisher_external_id) publisher_external_id AS external_id, publisher_name AS name,
      publisher_url AS url
    FROM identified WHERE NOT is_stale AND publisher_external_id IS NOT NULL ORDER BY publisher_external_id, app_id
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
      AND ${v.releasedAt} IS NOT DISTINCT FROM coalesce(i.version_released_at, ${v.releasedAt})
  ),
  version_row AS (
    INSERT INTO ${appVersions} (app_id, version, released_at)
    SELECT i.app_id, i.version, i.version_released_at FROM identified i
    WHERE NOT i.is_stale AND i.version IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM version_known k WHERE k.app_id = i.app_id)
    ORDER BY i.app_id
    ON CONFLICT (app_id, version) DO UPDATE SET released_at = coalesce(excluded.released_at, ${appVersions.releasedAt})
    RETURNING id, app_id, version
  ),
  version AS (SELECT id, app_id FROM version_row UNION ALL SELECT id, app_id FROM version_known)`;

const wanted = {
  name: sql`i.name`,
  icon_url: sql`coalesce(i.icon_url, ${a.iconUrl})`,
  publisher_id: sql`coalesce((SELECT id FROM publisher WHERE external_id = i.publisher_external_id), ${a.publisherId})`,
  category_id: sql`coalesce(category.id, ${a.categoryId})`,
  supported_locales: sql`coalesce(i.supported_locales, ${a.supportedLocales})`,
  original_release_date: sql`coalesce(i.original_release_date, ${a.originalReleaseDate})`,
  is_free: sql`i.is_free`,
  current_version_id: sql`coalesce((SELECT id FROM version WHERE app_id = i.app_id), ${a.currentVersionId})`,
};
const stored = pick(columnsByName(a), namesIn(wanted));
const fresh = columnsOf("w", namesIn(wanted));

function appWrites(platform: Platform): SQL {
  return sql`
  app_wanted AS (
    SELECT ${a.id}, ${columns(wanted)} FROM identified i JOIN ${apps} a ON ${a.id} = i.app_id
    LEFT JOIN LATERAL (
      SELECT ${c.id} FROM ${storeCategories} c
      WHERE ${c.platform} = ${platform} AND (${c.externalId} = i.category_external_id
        OR (i.category_external_id IS NULL AND lower(${c.name}) = lower(i.category_name)))
      ORDER BY ${c.id} LIMIT 1
    ) category ON true
    WHERE NOT i.is_stale
  ),
  app_row AS (
    UPDATE ${apps} a SET ${assignments(fresh)}, updated_at = now() FROM app_wanted w
    WHERE ${a.id} = w.id AND (${valueList(stored)}) IS DISTINCT FROM (${valueList(fresh)})
  )`;
}
