import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";
import type { StoreApp } from "./app-details.ts";
import { runFixedStatement } from "./fixed-statement.ts";

export type AppReference = {
  readonly id: number;
  /** Unix time. */
  readonly lastSyncedAt: number | null;
};

const findReferenceStatement = `
SELECT id, extract(epoch FROM last_synced_at)::float8 AS "lastSyncedAt" FROM apps
WHERE platform = $1 AND external_id = $2`;

export async function findAppReference(db: Db, app: StoreApp): Promise<AppReference | undefined> {
  const [row] = await runFixedStatement<AppReference>(db, findReferenceStatement, [app.platform, app.externalId]);
  return row;
}

/** Makes a user track an app that the database knows, once; undefined when it does not know it. */
export async function trackApp(
  db: Db,
  input: StoreApp & { readonly userId: number },
): Promise<AppReference | undefined> {
  const [row] = await db.execute<AppReference>(sql`
    WITH app AS (
      SELECT id, last_synced_at FROM apps WHERE platform = ${input.platform} AND external_id = ${input.externalId}
    ),
    tracked AS (
      INSERT INTO tracked_apps (user_id, app_id) SELECT ${input.userId}, id FROM app
      ON CONFLICT (user_id, app_id) DO NOTHING
    )
    SELECT id, extract(epoch FROM last_synced_at)::float8 AS "lastSyncedAt" FROM app`);
  return row;
}
