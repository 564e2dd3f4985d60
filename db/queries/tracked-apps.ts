import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";
import type { StoreApp } from "./app-details.ts";
import { runFixedStatement } from "./fixed-statement.ts";

export type AppReference = { readonly id: number; readonly lastSyncedAt: Date | null };

type ReferenceRow = { readonly id: number; readonly synced: number | null };

const findReferenceStatement = `
SELECT id, extract(epoch FROM last_synced_at)::float8 AS synced FROM apps WHERE platform = $1 AND external_id = $2`;

export async function findAppReference(db: Db, app: StoreApp): Promise<AppReference | undefined> {
  const [row] = await runFixedStatement<ReferenceRow>(db, findReferenceStatement, [app.platform, app.externalId]);
  return row && toReference(row);
}

/** Makes a user track an app that the database knows, once; undefined when it does not know it. */
export async function trackApp(
  db: Db,
  input: StoreApp & { readonly userId: number },
): Promise<AppReference | undefined> {
  const [row] = await db.execute<ReferenceRow>(sql`
    WITH app AS (
      SELECT id, last_synced_at FROM apps WHERE platform = ${input.platform} AND external_id = ${input.externalId}
    ),
    tracked AS (
      INSERT INTO tracked_apps (user_id, app_id) SELECT ${input.userId}, id FROM app
      ON CONFLICT (user_id, app_id) DO NOTHING
    )
    SELECT id, extract(epoch FROM last_synced_at)::float8 AS synced FROM app`);
  return row && toReference(row);
}

function toReference(row: ReferenceRow): AppReference {
  return { id: row.id, lastSyncedAt: row.synced === null ? null : new Date(row.synced * 1000) };
}
