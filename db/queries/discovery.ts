import { sql } from "drizzle-orm";

import type { DiscoverySource } from "../../lib/domain/discovery-source.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";

/** An app as a store's list shows it. */
export type DiscoveredApp = {
  readonly externalId: string;
  readonly name: string;
  readonly iconUrl: string | null;
  readonly isFree: boolean;
  readonly publisher: { readonly externalId: string; readonly name: string } | null;
  readonly categoryExternalId: string | null;
};

type Discovery = {
  readonly platform: Platform;
  readonly source: DiscoverySource;
  /** The storefront in which the apps were seen. */
  readonly countryCode: string;
  readonly at: Date;
  readonly apps: readonly DiscoveredApp[];
};

const DEADLOCK_DETECTED = "40P01";

/**
 * Makes apps and their publishers known, as one statement, and answers the ids of the apps by their store's id. What is
 * known already keeps its origin and source; its name and icon follow the store.
 */
export async function discoverApps(db: Db, discovery: Discovery): Promise<ReadonlyMap<string, number>> {
  if (discovery.apps.length === 0) return new Map();
  try {
    return await writeDiscovery(db, discovery);
  } catch (error) {
    // Rows are locked in order of their keys, but a sync that writes the same publisher may still cross this once.
    if (sqlState(error) !== DEADLOCK_DETECTED) throw error;
    return await writeDiscovery(db, discovery);
  }
}

async function writeDiscovery(db: Db, discovery: Discovery): Promise<ReadonlyMap<string, number>> {
  const { platform, source, countryCode, at } = discovery;
  const found = JSON.stringify(discovery.apps.map(toRecord));
  const rows = await db.execute<{ id: number; external_id: string }>(sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) *
      FROM jsonb_to_recordset(${found}::jsonb) AS f(position int, external_id text, name text, icon_url text,
        is_free boolean, publisher_external_id text, publisher_name text, category_external_id text)
      ORDER BY external_id, position
    ),
    publisher AS (
      INSERT INTO publishers (platform, external_id, name)
      SELECT DISTINCT ON (publisher_external_id) ${platform}, publisher_external_id, publisher_name
      FROM found WHERE publisher_external_id IS NOT NULL ORDER BY publisher_external_id, position
      ON CONFLICT (platform, external_id) DO UPDATE SET name = excluded.name
      RETURNING id, external_id
    ),
    app AS (
      INSERT INTO apps (platform, external_id, name, icon_url, is_free, publisher_id, category_id,
        origin_country_code, discovered_from, discovered_at)
      SELECT ${platform}, f.external_id, f.name, f.icon_url, f.is_free, p.id,
        (SELECT c.id FROM store_categories c
         WHERE c.platform = ${platform} AND c.external_id = f.category_external_id ORDER BY c.id LIMIT 1),
        ${countryCode}, ${source}, ${at.toISOString()}::timestamptz
      FROM found f LEFT JOIN publisher p ON p.external_id = f.publisher_external_id
      ORDER BY f.external_id
      ON CONFLICT (platform, external_id) DO UPDATE SET
        name = excluded.name, icon_url = coalesce(excluded.icon_url, apps.icon_url),
        publisher_id = coalesce(apps.publisher_id, excluded.publisher_id),
        category_id = coalesce(apps.category_id, excluded.category_id)
      RETURNING id, external_id
    )
    SELECT id, external_id FROM app`);
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

function toRecord(app: DiscoveredApp, position: number) {
  return {
    position,
    external_id: app.externalId,
    name: app.name,
    icon_url: app.iconUrl,
    is_free: app.isFree,
    publisher_external_id: app.publisher?.externalId ?? null,
    publisher_name: app.publisher?.name ?? null,
    category_external_id: app.categoryExternalId,
  };
}

function sqlState(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
