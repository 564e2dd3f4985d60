import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { columnsByName, type GivenRow, optional, pick, recordset } from "../../recordset.ts";
import { apps, publishers, storeCategories } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { type Db, statement } from "../../statement.ts";

/** A store may name little more than an app's id. A publisher without an id is not stored. */
const discoveredApp = {
  ...pick(columnsByName(apps), ["external_id", "name", "icon_url", "is_free"]),
  publisher_external_id: optional(publishers.externalId),
  publisher_name: optional(publishers.name),
  publisher_url: publishers.url,
  category_external_id: storeCategories.externalId,
};
export type DiscoveredApp = GivenRow<typeof discoveredApp>;

export const foundApp = { position: sql<number>`int`, ...discoveredApp };

export const pricedApp = { ...foundApp, ...pick(columnsByName(appMetrics), ["price", "currency"]) };

export type DiscoveryWrites = {
  readonly platform: Platform;
  readonly source: (typeof apps.discoveredFrom.enumValues)[number];
  readonly countryCode: string;
  readonly at: Date;
  readonly known: Known;
};

/** `refreshed` updates names and icons, of an app until its first sync. `completed` only fills gaps. */
type Known = "refreshed" | "completed";

type Discovery = Omit<DiscoveryWrites, "known"> & { readonly apps: readonly DiscoveredApp[] };

const discover = statement({
  name: "discover_apps",
  effect: "writes",
  row: () => z.object({ id: z.int(), external_id: z.string() }),
  build: (discovery: Discovery) => sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) *
      FROM ${recordset(foundApp, inOrder(discovery.apps))} f ORDER BY external_id, position
    ),
    ${discoveryWrites({ ...discovery, known: "refreshed" })}
    SELECT id, external_id FROM app`,
});

/** A known app keeps its origin and source. Its name and icon follow the store until its first sync. */
export async function discoverApps(db: Db, discovery: Discovery): Promise<ReadonlyMap<string, number>> {
  if (discovery.apps.length === 0) return new Map();
  const rows = await discover(db, discovery);
  return new Map(rows.map(({ id, external_id }) => [external_id, id]));
}

export function inOrder<App extends DiscoveredApp>(
  apps: readonly App[],
): readonly (App & { readonly position: number })[] {
  return apps.map((app, position) => ({ ...app, position }));
}

/**
 * Returns CTEs that save the apps of a CTE `found`. The last one is `app (id, external_id, is_identified)`. Rows are
 * locked in the order of their keys, publishers first. Limits keep a plan without statistics from reading all apps.
 */
export function discoveryWrites(discovery: DiscoveryWrites): SQL {
  return sql`${publisherWrites(discovery)}, ${appWrites(discovery)}`;
}

const a = alias(apps, "a");
const p = alias(publishers, "p");

/** A known publisher keeps its URL, since a list has that of the requested country. */
function publisherWrites({ platform, known }: DiscoveryWrites): SQL {
  return sql`
    publisher_found AS (
      SELECT DISTINCT ON (publisher_external_id) publisher_external_id AS external_id, publisher_name AS name,
        publisher_url AS url
      FROM found WHERE publisher_external_id IS NOT NULL ORDER BY publisher_external_id, position
    ),
    publisher_known AS (
      SELECT ${p.id}, ${p.externalId} FROM publisher_found f CROSS JOIN LATERAL (
        SELECT * FROM ${publishers}
        WHERE ${publishers.platform} = ${platform} AND ${publishers.externalId} = f.external_id LIMIT 1) p
      WHERE (${p.name}, ${p.url})
        IS NOT DISTINCT FROM (${follow(known, p.name, sql`f.name`)}, ${follow("completed", p.url, sql`f.url`)})
    ),
    publisher_row AS (
      INSERT INTO ${publishers} (platform, external_id, name, url)
      SELECT ${platform}, external_id, name, url FROM publisher_found
      WHERE external_id NOT IN (SELECT external_id FROM publisher_known) ORDER BY external_id
      ON CONFLICT (platform, external_id) DO UPDATE SET
        name = ${follow(known, publishers.name, sql`excluded.name`)},
        url = ${follow("completed", publishers.url, sql`excluded.url`)}
      RETURNING id, external_id
    ),
    publisher AS (SELECT id, external_id FROM publisher_known UNION ALL SELECT id, external_id FROM publisher_row)`;
}

function appWrites({ platform, source, countryCode, at, known }: DiscoveryWrites): SQL {
  return sql`
    app_found AS (
      SELECT f.external_id, f.name, f.icon_url, f.is_free, publisher.id AS publisher_id,
        CASE WHEN f.category_external_id IS NOT NULL THEN (
          SELECT ${storeCategories.id} FROM ${storeCategories}
          WHERE ${storeCategories.platform} = ${platform} AND ${storeCategories.externalId} = f.category_external_id
          ORDER BY ${storeCategories.id} LIMIT 1) END AS category_id
      FROM found f LEFT JOIN publisher ON publisher.external_id = f.publisher_external_id
    ),
    app_known AS (
      SELECT ${a.id}, ${a.externalId}, ${a.categoryId} IS NOT NULL AS is_identified
      FROM app_found f CROSS JOIN LATERAL (
        SELECT * FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = f.external_id LIMIT 1) a
      WHERE (${a.name}, ${a.iconUrl}, ${a.publisherId}, ${a.categoryId})
        IS NOT DISTINCT FROM (${followUntilSynced(known, a, "name", sql`f.name`)},
          ${followUntilSynced(known, a, "iconUrl", sql`f.icon_url`)},
          ${follow("completed", a.publisherId, sql`f.publisher_id`)},
          ${follow("completed", a.categoryId, sql`f.category_id`)})
    ),
    app_row AS (
      INSERT INTO ${apps} (platform, external_id, name, icon_url, is_free, publisher_id, category_id,
        origin_country_code, discovered_from, discovered_at)
      SELECT ${platform}, external_id, name, icon_url, is_free, publisher_id, category_id,
        ${countryCode}, ${source}, ${at.toISOString()}::timestamptz
      FROM app_found WHERE external_id NOT IN (SELECT external_id FROM app_known) ORDER BY external_id
      ON CONFLICT (platform, external_id) DO UPDATE SET
        name = ${followUntilSynced(known, apps, "name", sql`excluded.name`)},
        icon_url = ${followUntilSynced(known, apps, "iconUrl", sql`excluded.icon_url`)},
        publisher_id = ${follow("completed", apps.publisherId, sql`excluded.publisher_id`)},
        category_id = ${follow("completed", apps.categoryId, sql`excluded.category_id`)}
      RETURNING id, external_id, category_id IS NOT NULL AS is_identified
    ),
    app AS (SELECT * FROM app_known UNION ALL SELECT * FROM app_row)`;
}

function followUntilSynced(known: Known, app: typeof apps | typeof a, column: "name" | "iconUrl", seen: SQL): SQL {
  const completed = follow("completed", app[column], seen);
  if (known === "completed") return completed;
  return sql`CASE WHEN ${app.lastSyncedAt} IS NULL THEN ${follow("refreshed", app[column], seen)}
    ELSE ${completed} END`;
}

/** Returns the value of the list (`refreshed`) or the stored one (`completed`), and the other one where that is null. */
function follow(known: Known, stored: SQLWrapper, seen: SQL): SQL {
  return known === "refreshed" ? sql`coalesce(${seen}, ${stored})` : sql`coalesce(${stored}, ${seen})`;
}
