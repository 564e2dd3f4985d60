import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { createTestDatabase, type TestDb } from "../support/database.ts";

const MIGRATION = "sweep_storefronts.sql";
const now = () => new Date();

it("pages and stars of a database in use count as read when their app was last synced", async () => {
  const { db, connection, drop } = await createTestDatabase({ template: null });
  const earlier = await earlierMigrations();
  try {
    await migrate({ connection, now, folder: pathToFileURL(`${earlier}/`) });
    await fillAsBefore(db);

    await migrate({ connection, now, outside: "now" });

    expect([
      ...(await db.execute(sql`SELECT locale, country_code, read_at::date::text AS read_on, v.version, changed_at
        FROM app_page_reads JOIN app_versions v ON v.id = version_id ORDER BY locale`)),
    ]).toEqual([
      { locale: "de-DE", country_code: "de", read_on: "2026-03-01", version: "2.0", changed_at: null },
      { locale: "en-US", country_code: "us", read_on: "2026-03-01", version: "2.0", changed_at: null },
    ]);
    expect([
      ...(await db.execute(sql`SELECT a.external_id AS app, country_code, stars_observed_at::date::text AS read_on,
          stars_rating_count AS ratings
        FROM app_metrics JOIN apps a ON a.id = app_id ORDER BY 1, 2`)),
    ]).toEqual([
      { app: "new", country_code: "us", read_on: null, ratings: null },
      { app: "synced", country_code: "de", read_on: null, ratings: null },
      { app: "synced", country_code: "us", read_on: "2026-03-01", ratings: 15 },
    ]);
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

/** An app that was synced, with a language that it has no longer and a storefront without stars; and one that never was. */
async function fillAsBefore(db: TestDb): Promise<void> {
  await db.execute(sql`INSERT INTO countries (code, name, emoji, priority)
    VALUES ('us', 'United States', '', 1), ('de', 'Germany', '', 2) ON CONFLICT DO NOTHING`);
  await db.execute(sql`INSERT INTO listing_texts (sha256, body) VALUES (sha256('Text'), 'Text')`);
  await db.execute(sql`INSERT INTO apps (platform, external_id, last_synced_at)
    VALUES ('ios', 'synced', '2026-03-01T12:00Z'), ('ios', 'new', NULL)`);
  await db.execute(sql`INSERT INTO app_versions (app_id, version)
    SELECT id, version FROM apps, unnest(ARRAY['1.0', '2.0']) AS version WHERE external_id = 'synced'`);
  await db.execute(sql`UPDATE apps a SET current_version_id = v.id FROM app_versions v
    WHERE v.app_id = a.id AND v.version = '2.0'`);
  await db.execute(sql`
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256)
    SELECT a.id, l.locale, l.at::timestamptz, l.code, l.is_present, 'Title', sha256('Text')
    FROM apps a, (VALUES ('de-DE', '2026-01-01', 'de', true), ('en-US', '2026-01-01', 'us', true),
      ('fr-FR', '2026-01-01', 'de', true), ('fr-FR', '2026-02-01', 'de', false)) AS l(locale, at, code, is_present)
    WHERE a.external_id = 'synced'`);
  await db.execute(sql`
    INSERT INTO app_metrics (app_id, country_code, is_available, rating, rating_count, stars, observed_at)
    SELECT a.id, m.code, true, 4, m.ratings, m.stars, '2026-03-01T12:00Z'
    FROM apps a JOIN (VALUES ('synced', 'us', 15, ARRAY[1, 2, 3, 4, 5]), ('synced', 'de', 15, NULL), ('new', 'us', 7, NULL))
      AS m(app, code, ratings, stars) ON m.app = a.external_id`);
}
