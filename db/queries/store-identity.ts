import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { apps, appVersions, publishers, storeCategories } from "../schema/apps.ts";
import { statement } from "../statement.ts";
import { waitingApp } from "./express-apps.ts";
import {
  availabilityObservation,
  type MetricObservation,
  metricObservations,
  recomputedAvailability,
} from "./metric-observations.ts";
import { type RunUpdate, textArray, updatedRun } from "./run-update.ts";

export type FoundIdentity = {
  readonly country: string;
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

type IdentityWrite = {
  readonly runUpdate: RunUpdate;
  readonly platform: Platform;
  readonly observedAt: Date;
  readonly identity: FoundIdentity;
  /** Whether there are express shards, of which the run may expect its metrics. */
  readonly hasExpress: boolean;
};

const a = alias(apps, "a");
const c = alias(storeCategories, "c");
const p = alias(publishers, "p");
const v = alias(appVersions, "v");

/**
 * Stores the identity of the app of a run: the app, its publisher, its version, its availability in the storefront. A
 * response older than the known version changes no field of the app. Returns whether the app now waits for an express
 * shard, and undefined when the lease of the run is lost.
 */
export const storeIdentity = statement({
  name: "store_identity",
  effect: "writes",
  returns: "first",
  row: () => z.object({ awaitsExpress: z.boolean() }),
  build: ({ identity, runUpdate, platform, observedAt, hasExpress }: IdentityWrite) => sql`
    WITH ${updatedRun(runUpdate, [sql`identity_country = ${identity.country}`])},
    ${metricObservations([availabilityObservation(identity.country, true)], observedAt)},
    app AS MATERIALIZED (
      SELECT ${a.id}, coalesce(${identity.versionReleasedAt}::timestamptz < ${v.releasedAt}, false) AS is_stale
      FROM run JOIN ${apps} a ON ${a.id} = run.app_id LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
    ),
    ${publisherWrites(platform, identity.publisher)},
    ${versionWrites(identity)},
    ${appWrites(platform, identity)},
    ${hasExpress ? waitingApp(platform, observedAt) : sql`waiting AS (SELECT 1 FROM run WHERE false)`}
    SELECT EXISTS (SELECT 1 FROM waiting) AS "awaitsExpress" FROM run`,
});

type IdentityAbort = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  /** Codes of all storefronts of the platform. */
  readonly storefronts: readonly string[];
  readonly observations: readonly MetricObservation[];
};

/** Ends a run that found no identity. The app's availability follows from the stored storefronts. */
export const abortIdentity = statement({
  name: "abort_identity",
  effect: "writes",
  returns: "any",
  build: (abort: IdentityAbort) => sql`
    WITH ${updatedRun(abort.runUpdate, [sql`identity_country = NULL`])},
    ${metricObservations(abort.observations, abort.observedAt)},
    ${recomputedAvailability(abort.storefronts)}
    SELECT 1 FROM run`,
});

function publisherWrites(platform: Platform, publisher: FoundIdentity["publisher"]): SQL {
  return sql`
  publisher_wanted AS (
    SELECT ${platform}::text AS platform, ${publisher?.externalId ?? null}::text AS external_id,
           ${publisher?.name ?? null}::text AS name, ${publisher?.url ?? null}::text AS url
    FROM app WHERE NOT is_stale AND ${publisher !== null}
  ),
  publisher_known AS (
    SELECT ${p.id}, ${p.name}, ${p.url} FROM ${publishers} p JOIN publisher_wanted w USING (platform, external_id)
  ),
  publisher_row AS (
    INSERT INTO ${publishers} (platform, external_id, name, url)
    SELECT w.platform, w.external_id, w.name, w.url FROM publisher_wanted w
    WHERE NOT EXISTS (SELECT 1 FROM publisher_known k WHERE k.name = w.name AND k.url IS NOT DISTINCT FROM w.url)
    ON CONFLICT (platform, external_id) DO UPDATE SET name = excluded.name, url = excluded.url, updated_at = now()
    RETURNING id
  ),
  publisher AS (SELECT id FROM publisher_row UNION ALL SELECT id FROM publisher_known LIMIT 1)`;
}

function versionWrites(identity: FoundIdentity): SQL {
  return sql`
  version_known AS (
    SELECT ${v.id} FROM ${appVersions} v JOIN app ON ${v.appId} = app.id
    WHERE ${v.version} = ${identity.version}::text
      AND ${v.releasedAt} IS NOT DISTINCT FROM coalesce(${identity.versionReleasedAt}::timestamptz, ${v.releasedAt})
  ),
  version_row AS (
    INSERT INTO ${appVersions} (app_id, version, released_at)
    SELECT app.id, ${identity.version}::text, ${identity.versionReleasedAt}::timestamptz FROM app
    WHERE NOT app.is_stale AND ${identity.version}::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM version_known)
    ON CONFLICT (app_id, version) DO UPDATE SET released_at = coalesce(excluded.released_at, ${appVersions.releasedAt})
    RETURNING id
  ),
  version AS (SELECT id FROM version_row UNION ALL SELECT id FROM version_known LIMIT 1)`;
}

/** Returns the new value of a field: the stored one where the store returns none. */
function appWrites(platform: Platform, identity: FoundIdentity): SQL {
  const locales = identity.supportedLocales === null ? sql`NULL::text[]` : textArray(identity.supportedLocales);
  return sql`
  category AS (
    SELECT ${c.id} FROM ${storeCategories} c
    WHERE ${c.platform} = ${platform} AND (${c.externalId} = ${identity.category.externalId}::text
      OR (${identity.category.externalId}::text IS NULL AND lower(${c.name}) = lower(${identity.category.name}::text)))
    ORDER BY ${c.id} LIMIT 1
  ),
  app_wanted AS (
    SELECT ${a.id}, ${identity.name}::text AS name, coalesce(${identity.iconUrl}::text, ${a.iconUrl}) AS icon_url,
      coalesce((SELECT id FROM publisher), ${a.publisherId}) AS publisher_id,
      coalesce((SELECT id FROM category), ${a.categoryId}) AS category_id,
      coalesce(${locales}, ${a.supportedLocales}) AS supported_locales,
      coalesce(${identity.originalReleaseDate}::date, ${a.originalReleaseDate}) AS original_release_date,
      ${identity.isFree}::boolean AS is_free,
      coalesce((SELECT id FROM version), ${a.currentVersionId}) AS current_version_id
    FROM app JOIN ${apps} a ON ${a.id} = app.id WHERE NOT app.is_stale
  ),
  app_row AS (
    UPDATE ${apps} a SET name = w.name, icon_url = w.icon_url, publisher_id = w.publisher_id, category_id = w.category_id,
      supported_locales = w.supported_locales, original_release_date = w.original_release_date, is_free = w.is_free,
      current_version_id = w.current_version_id, updated_at = now()
    FROM app_wanted w
    WHERE ${a.id} = w.id AND (${a.name}, ${a.iconUrl}, ${a.publisherId}, ${a.categoryId}, ${a.supportedLocales},
        ${a.originalReleaseDate}, ${a.isFree}, ${a.currentVersionId})
      IS DISTINCT FROM (w.name, w.icon_url, w.publisher_id, w.category_id, w.supported_locales,
        w.original_release_date, w.is_free, w.current_version_id)
  )`;
}
