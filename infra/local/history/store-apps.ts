import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

import { DEFAULT_COUNTRY } from "../../../lib/domain/country.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import type { AppOnDay } from "../../store-simulator/catalogue/records.ts";
import type { AppHistory, StoredHistory } from "./app-history.ts";
import { copyRows, type Field } from "./copy-rows.ts";
import { storeListings } from "./store-listings.ts";
import { storeMetrics } from "./store-metrics.ts";

/** Stores the histories of apps in one transaction. An app that the database knows is left as it is. Returns the number of rows. */
export async function storeHistories(sql: Sql, histories: readonly AppHistory[]): Promise<number> {
  return sql.begin(async (transaction) => {
    const ids = await storeApps(transaction, histories.map(appRow));
    const fresh = histories.flatMap((history) => {
      const appId = ids.get(history.app.externalId);
      return appId === undefined ? [] : [{ ...history, appId }];
    });
    const stored = await storeVersions(transaction, fresh);
    return (
      (await storeListings(transaction, stored)) +
      (await storeMetrics(transaction, stored)) +
      (await storeSyncs(transaction, stored))
    );
  });
}

type AppRow = ReturnType<typeof knownApp>;

/** Returns an app as search results and charts show it. */
export function knownApp({ platform, externalId, name, iconUrl, publisher, category }: AppOnDay) {
  return {
    platform,
    externalId,
    name,
    iconUrl,
    publisherId: publisher.externalId,
    publisherName: publisher.name,
    publisherUrl: publisher.website,
    categoryId: category.externalId,
    supportedLocales: null as readonly string[] | null,
    originalReleaseDate: null as string | null,
    isFree: null as boolean | null,
    isAvailable: true,
    unavailableCountries: [] as readonly string[],
    discoveredFrom: "on_trending" as "on_trending" | "on_search",
    syncedAt: null as string | null,
  };
}

function appRow({ app, last, lastSyncedAt, points }: AppHistory): AppRow {
  const [country = DEFAULT_COUNTRY] = last.availableCountries();
  const newest = new Map(points.map((point) => [point.country, point]));
  const isApple = platformFacts[app.platform].hasStorefrontApps;
  return {
    ...knownApp(last),
    supportedLocales: isApple ? [...new Set(app.languages.map((code) => code.slice(0, 2).toUpperCase()))] : null,
    originalReleaseDate: last.originalReleaseDate,
    isFree: last.metrics(country)?.price === 0,
    isAvailable: last.availableCountries().length > 0,
    unavailableCountries: [...newest.values()]
      .flatMap((point) => (point.isAvailable ? [] : [point.country]))
      .toSorted(),
    discoveredFrom: "on_search",
    syncedAt: lastSyncedAt.toISOString(),
  };
}

/** Stores apps that no sync has begun to read, with their publishers. Returns their ids by their ids in the store. */
export async function storeApps(sql: TransactionSql, rows: readonly AppRow[]): Promise<ReadonlyMap<string, number>> {
  const json = JSON.stringify(rows);
  await sql`
    INSERT INTO publishers (platform, external_id, name, url)
    SELECT DISTINCT ON (platform, "publisherId") platform, "publisherId", "publisherName", "publisherUrl"
    FROM jsonb_to_recordset(${json}::text::jsonb) AS r(platform text, "publisherId" text, "publisherName" text, "publisherUrl" text)
    ON CONFLICT (platform, external_id) DO NOTHING`;
  const added = await sql<{ id: number; external_id: string }[]>`
    INSERT INTO apps (platform, external_id, name, icon_url, publisher_id, category_id, supported_locales,
      original_release_date, is_free, is_available, unavailable_countries, discovered_from, discovered_at, last_synced_at)
    SELECT r.platform, r."externalId", r.name, r."iconUrl", p.id, c.id, r."supportedLocales",
      r."originalReleaseDate", r."isFree", r."isAvailable", r."unavailableCountries", r."discoveredFrom", now(), r."syncedAt"
    FROM jsonb_to_recordset(${json}::text::jsonb) AS r(platform text, "externalId" text, name text, "iconUrl" text,
      "publisherId" text, "categoryId" text, "supportedLocales" text[], "originalReleaseDate" date, "isFree" boolean, "isAvailable" boolean,
      "unavailableCountries" text[], "discoveredFrom" text, "syncedAt" timestamptz)
    LEFT JOIN publishers p ON p.platform = r.platform AND p.external_id = r."publisherId"
    LEFT JOIN store_categories c ON c.platform = r.platform AND c.external_id = r."categoryId"
    ON CONFLICT (platform, external_id) DO UPDATE SET
      supported_locales = excluded.supported_locales, original_release_date = excluded.original_release_date, is_free = excluded.is_free,
      is_available = excluded.is_available, unavailable_countries = excluded.unavailable_countries,
      last_synced_at = excluded.last_synced_at
    WHERE NOT EXISTS (SELECT 1 FROM sync_statuses s WHERE s.app_id = apps.id)
    RETURNING id, external_id`;
  return new Map(added.map(({ id, external_id }) => [external_id, id]));
}

async function storeVersions(
  sql: TransactionSql,
  histories: readonly (AppHistory & { readonly appId: number })[],
): Promise<readonly StoredHistory[]> {
  const count = histories.reduce((sum, { versions }) => sum + versions.length, 0);
  const reserved = await sql<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('app_versions', 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
  const ids = reserved.values();
  const rows: Field[][] = [];
  const stored = histories.map((history) => {
    const { appId, versions, revisions, last, app } = history;
    const notes = new Map(revisions.map(({ version, shown }) => [version, shown?.whats_new ?? null]));
    const country = last.availableCountries()[0] ?? DEFAULT_COUNTRY;
    const bytes = platformFacts[app.platform].hasGlobalMetrics ? null : (last.metrics(country)?.fileSizeBytes ?? null);
    const versionIds = new Map(versions.map(({ version }) => [version, ids.next().value?.id ?? 0]));
    for (const { version, releasedAt, seenAt } of versions)
      rows.push([versionIds.get(version) ?? 0, appId, version, releasedAt, notes.get(version) ?? null, bytes, seenAt]);
    return { ...history, versionIds };
  });
  const columns = ["id", "app_id", "version", "released_at", "whats_new", "file_size_bytes", "created_at"];
  await copyRows(sql, "app_versions", columns, rows);
  return stored;
}

const runColumns = "app_id run_id purpose status progress_done progress_total queued_at started_at completed_at".split(
  " ",
);

/** The last run of each app, and what follows from its rows. */
async function storeSyncs(sql: TransactionSql, histories: readonly StoredHistory[]): Promise<number> {
  const ids = histories.map(({ appId }) => appId);
  const runs = histories.map(({ appId, items, lastSyncedAt: at }) =>
    [
      [appId, randomUUID(), "tracked", "completed", items, items],
      [at, at, at],
    ].flat(),
  );
  await sql`
    UPDATE apps a SET current_version_id = (SELECT max(v.id) FROM app_versions v WHERE v.app_id = a.id)
    WHERE a.id = ANY(${`{${ids.join(",")}}`}::int[])`;
  await sql`
    UPDATE apps a SET rating = r.rating, rating_count = r.rating_count FROM apps same, rating_over_storefronts(same.id) r
    WHERE same.id = a.id AND a.id = ANY(${`{${ids.join(",")}}`}::int[])`;
  return copyRows(sql, "sync_statuses", runColumns, runs);
}
