import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { createTestDatabase, type TestDb } from "../support/database.ts";

const MIGRATION = "find_due_apps_by_an_index.sql";
const now = () => new Date();

it("a database in use gets a row for each app that is followed, as triggers write it from then on", async () => {
  const { db, connection, drop } = await createTestDatabase({ template: null });
  const earlier = await earlierMigrations();
  try {
    await migrate({ connection, now, folder: pathToFileURL(`${earlier}/`) });
    await fillAsBefore(db);

    await migrate({ connection, now, outside: "now" });

    const rowsOf = async (): Promise<readonly unknown[]> =>
      db.execute(sql`SELECT a.external_id AS app, tried_at::date::text AS tried_on, failure, swept_on = current_date AS is_swept
        FROM followed_apps JOIN apps a ON a.id = app_id ORDER BY 1`);
    const rows = await rowsOf();
    expect(rows).toEqual([
      { app: "competitor", tried_on: "2026-03-02", failure: "gone", is_swept: null },
      { app: "new", tried_on: "-infinity", failure: null, is_swept: null },
      { app: "tracked", tried_on: "2026-03-01", failure: null, is_swept: true },
    ]);

    await db.execute(sql`UPDATE apps SET last_synced_at = last_synced_at + interval '1 day'`);
    expect(await rowsOf()).toContainEqual({ ...Object(rows[2]), tried_on: "2026-03-02" });
  } finally {
    await rm(earlier, { recursive: true });
    await drop();
  }
});

/** Returns a folder with the migrations before this one. */
async function earlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "earlier-migrations-"));
  const names = (await readdir(migrationsFolder)).toSorted();
  const place = names.findIndex((name) => name.endsWith(MIGRATION));
  for (const name of names.slice(0, place)) await cp(new URL(name, migrationsFolder), join(folder, name));
  return folder;
}

/** A tracked app that was synced and swept, a competitor that no storefront has, a tracked one without a run, and another. */
async function fillAsBefore(db: TestDb): Promise<void> {
  await db.execute(sql`INSERT INTO users (name, email, password) VALUES ('u', 'u@example.com', '!')`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, last_synced_at, is_available) VALUES ('ios', 'tracked', '2026-03-01', true),
      ('ios', 'competitor', NULL, false), ('ios', 'new', NULL, true), ('ios', 'other', NULL, true)`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id)
    SELECT users.id, apps.id FROM users, apps WHERE external_id IN ('tracked', 'new')`);
  await db.execute(sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT users.id, a.id, c.id FROM users, apps a, apps c WHERE a.external_id = 'tracked' AND c.external_id = 'competitor'`);
  await db.execute(sql`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at)
    SELECT id, gen_random_uuid(), 'tracked', CASE external_id WHEN 'tracked' THEN 'completed' ELSE 'failed' END, now(),
      CASE external_id WHEN 'tracked' THEN '2026-03-01' ELSE '2026-03-02' END::timestamptz
    FROM apps WHERE external_id IN ('tracked', 'competitor')`);
  await db.execute(sql`INSERT INTO sweep_shards (platform, day, shard, app_ids, folded_at)
    SELECT 'ios', current_date, 0, array_agg(id), now() FROM apps WHERE external_id = 'tracked'`);
}
