import connect from "postgres";

import type { Postgres } from "./postgres/start-postgres.ts";
import { DATABASE_NAME } from "./prepare-database.ts";

export type StoredRows = {
  readonly listings: number;
  /** Languages whose storefronts do not have the app. */
  readonly absentListings: number;
  readonly storefronts: number;
  readonly unavailableStorefronts: number;
  /** Rows of metrics that hold for all storefronts. */
  readonly globalMetrics: number;
  readonly changes: number;
};

/** Returns the numbers of stored rows of an app. */
export async function countStored(
  server: Postgres,
  app: { readonly platform: string; readonly externalId: string },
): Promise<StoredRows> {
  const { host, port, username, password } = server;
  const sql = connect({ host, port, username, password, database: DATABASE_NAME, max: 1, fetch_types: false });
  try {
    const [row] = await sql<StoredRows[]>`
      SELECT
        (SELECT count(DISTINCT locale)::int FROM app_store_listings l WHERE l.app_id = a.id AND l.is_present) AS listings,
        (SELECT count(DISTINCT locale)::int FROM app_store_listings l WHERE l.app_id = a.id AND NOT l.is_present)
          AS "absentListings",
        count(m.country_code) FILTER (WHERE m.country_code <> 'zz')::int AS storefronts,
        count(m.country_code) FILTER (WHERE m.country_code <> 'zz' AND NOT m.is_available)::int AS "unavailableStorefronts",
        count(m.country_code) FILTER (WHERE m.country_code = 'zz')::int AS "globalMetrics",
        (SELECT count(*)::int FROM app_store_listing_changes c WHERE c.app_id = a.id) AS changes
      FROM apps a LEFT JOIN app_metrics m ON m.app_id = a.id
      WHERE a.platform = ${app.platform} AND a.external_id = ${app.externalId}
      GROUP BY a.id`;
    if (row === undefined) throw new Error(`the database does not know ${app.externalId}`);
    return row;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
