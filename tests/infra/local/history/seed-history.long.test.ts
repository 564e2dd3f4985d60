import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { seedHistory } from "../../../../infra/local/history/seed-history.ts";
import { createPasswords } from "../../../../lib/auth/password.ts";
import { platforms } from "../../../../lib/domain/platform.ts";
import { byRun } from "../../../support/by-run.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { nonEmpty } from "../../../support/non-empty.ts";

const TODAY = new Date("2026-11-20T09:00:00Z");
const DAYS = byRun({ usual: 40, nightly: 90 });
const APPS = 2;
const BCRYPT_COST_MIN = 4;

const days = Array.from({ length: DAYS }, (_, index) =>
  new Date(TODAY.getTime() + (index - DAYS) * 86_400_000).toISOString().slice(0, 10),
);

async function seed(): Promise<{ readonly database: TestDatabase; readonly lines: readonly string[] }> {
  const database = await createTestDatabase();
  const lines: string[] = [];
  await seedHistory({
    connection: database.connection,
    apps: APPS,
    days: DAYS,
    lastDays: 2,
    today: TODAY,
    user: { name: "History", email: "history@example.com" },
    passwords: createPasswords(BCRYPT_COST_MIN),
    stores: { appsPerStore: 100, publishersPerStore: 20 },
    log: (line) => lines.push(line),
  });
  return { database, lines };
}

/** Returns a digest of what two histories share, without ids. */
async function digests({ sql }: TestDatabase) {
  const rows = {
    points: sql`
      SELECT platform, external_id, p.country_code, valid_from, p.rating, p.rating_count, stars, price, p.is_available
      FROM app_metric_changes p JOIN apps a ON a.id = app_id`,
    coverage: sql`SELECT platform, external_id, day, missing_country_codes
      FROM app_metric_coverage JOIN apps a ON a.id = app_id`,
    revisions: sql`
      SELECT platform, external_id, locale, valid_from, title, description_sha256, screenshots
      FROM app_store_listings JOIN apps a ON a.id = app_id`,
    changes: sql`
      SELECT platform, external_id, locale, field_changed, detected_at, new_text_sha256
      FROM app_store_listing_changes JOIN apps a ON a.id = app_id`,
    facts: sql`
      SELECT platform, external_id, key, country_code, valid_from, value, is_first
      FROM app_fact_changes JOIN apps a ON a.id = app_id`,
    events: sql`
      SELECT platform, external_id, type, field, began_at, occurred_at, weight, data FROM events
      JOIN apps a ON a.id = app_id`,
    installs: sql`SELECT platform, external_id, day, installs FROM app_installs JOIN apps a ON a.id = app_id`,
    charts: sql`
      SELECT platform, collection, country_code, category_id, chart_date, fetched_at, prices, ARRAY(
        SELECT external_id FROM unnest(app_ids) WITH ORDINALITY AS u (app_id, rank)
        JOIN apps ON apps.id = app_id ORDER BY rank)
      FROM chart_days`,
    terms: sql`
      SELECT t.platform, country_code, term, day, outcome, fetched_at FROM tracked_terms t
      JOIN keyword_fetches ON keyword_id = t.id`,
    results: sql`
      SELECT platform, country_code, term, day, ARRAY(
        SELECT external_id FROM unnest(store_ids) WITH ORDINALITY AS u (store_id, rank)
        JOIN store_ids s ON s.id = store_id ORDER BY rank)
      FROM keyword_results r JOIN tracked_terms t ON t.id = r.keyword_id`,
  };
  const digest = async (query: (typeof rows)[keyof typeof rows]) => {
    const [row] = await sql<{ rows: number; digest: string }[]>`
      SELECT count(*)::int AS rows, md5(string_agg(one::text, ' ' ORDER BY one::text)) AS digest FROM (${query}) one`;
    return row;
  };
  const entries: [string, Awaited<ReturnType<typeof digest>>][] = [];
  for (const [name, query] of Object.entries(rows)) entries.push([name, await digest(query)]);
  return Object.fromEntries(entries);
}

describe("a seeded history", () => {
  let database: TestDatabase;
  let lines: readonly string[];
  beforeAll(async () => {
    ({ database, lines } = await seed());
  });
  afterAll(() => database.drop());

  it("covers each tracked app of both stores on each day until yesterday", async () => {
    const rows = await database.sql<{ platform: string; days: readonly string[] }[]>`
      SELECT platform, (SELECT json_agg(day ORDER BY day) FROM app_metric_coverage c WHERE c.app_id = a.id) AS days
      FROM apps a JOIN tracked_apps t ON t.app_id = a.id ORDER BY platform`;

    expect(rows).toEqual(
      [...platforms].toSorted().flatMap((platform) => [
        { platform, days },
        { platform, days },
      ]),
    );
  });

  it("has the charts of both stores on each day", async () => {
    const rows = await database.sql<{ day: string; platforms: number; charts: number }[]>`
      SELECT chart_date::text AS day, count(DISTINCT platform)::int AS platforms, count(*)::int AS charts
      FROM chart_days GROUP BY 1 ORDER BY 1`;

    expect(rows.map(({ day, platforms: stores }) => [day, stores])).toEqual(days.map((day) => [day, 2]));
    expect(Math.min(...rows.map(({ charts }) => charts))).toBeGreaterThan(20);
  });

  it("has ratings that change on days that were read and on those between", async () => {
    const rows = await database.sql<{ day: string }[]>`
      SELECT DISTINCT valid_from::date::text AS day FROM app_metric_changes WHERE rating_count > 0 ORDER BY 1`;
    const changed = rows.map(({ day }) => day);

    expect(changed).toContain(days[0]);
    expect(changed).toContain(days.at(-1));
    expect(changed.length).toBeGreaterThan(DAYS / 2);
  });

  it("has changes of listings, each after the first revision", async () => {
    const rows = await database.sql<{ isLater: boolean }[]>`
      SELECT detected_at > (SELECT min(valid_from) FROM app_store_listings l
        WHERE l.app_id = c.app_id AND l.locale = c.locale) AS "isLater"
      FROM app_store_listing_changes c`;

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ isLater }) => !isLater)).toEqual([]);
  });

  it("[EVT-3] has one event for all changes of one field of an app that one day has found", async () => {
    // The first sync has no events.
    const [, from = ""] = days;
    const events = await database.sql`
      SELECT app_id, type, field, began_at, occurred_at FROM events
      WHERE occurred_at >= ${from}::date
        AND type NOT IN ('rating.changed', 'chart.rank_changed', 'keyword.rank_changed', 'publisher.app_added')
      ORDER BY occurred_at, app_id, type, field`;
    const grouped = await database.sql`
      WITH changes AS (
        SELECT app_id, CASE WHEN field_changed LIKE 'locale%' THEN 'listing.' || field_changed ELSE 'listing.changed' END
          AS type, CASE WHEN field_changed NOT LIKE 'locale%' THEN field_changed END AS field, detected_at AS at
        FROM app_store_listing_changes
        UNION ALL SELECT app_id, 'app.fact_changed', key, valid_from FROM app_fact_changes WHERE NOT is_first
        UNION ALL SELECT app_id, 'app.' || field_changed || '_changed', NULL, detected_at FROM app_offer_changes
        UNION ALL SELECT app_id, 'app.version_released', NULL, created_at FROM app_versions v
          WHERE EXISTS (SELECT FROM app_versions earlier WHERE earlier.app_id = v.app_id AND earlier.id < v.id)
      )
      SELECT app_id, type, field, min(at) AS began_at, max(at) AS occurred_at
      FROM changes WHERE at >= ${from}::date
      GROUP BY app_id, type, field, at::date ORDER BY 5, 1, 2, 3`;

    expect(events.length).toBeGreaterThan(DAYS / 4);
    expect([...events]).toEqual([...grouped]);
  });

  it("has the terms of the first app of each store read in three countries on each day until yesterday", async () => {
    const rows = await database.sql<{ terms: number; reads: number }[]>`
      SELECT t.platform, country_code, count(DISTINCT t.id)::int AS terms, count(*)::int AS reads
      FROM tracked_keywords JOIN tracked_terms t ON t.id = keyword_id JOIN keyword_fetches f USING (keyword_id)
      WHERE fetched_at::date = day GROUP BY 1, 2`;

    expect(rows).toHaveLength(2 * 3);
    expect(Math.min(...rows.map(({ terms }) => terms))).toBeGreaterThan(5);
    expect(rows.map(({ reads }) => reads)).toEqual(rows.map(({ terms }) => terms * DAYS));
  });

  it("has ranks for terms that differ from day to day, and an event of yesterday about them", async () => {
    const { sql } = database;
    const changed = await sql`SELECT DISTINCT day FROM keyword_results`;
    const events = await sql`
      SELECT DISTINCT occurred_at::date::text AS day FROM events WHERE type = 'keyword.rank_changed'`;

    expect(changed.length).toBeGreaterThan(DAYS / 2);
    expect([...events]).toEqual([{ day: days.at(-1) }]);
  });

  it("leaves each app as the sync of yesterday has, with the newest point as its metrics", async () => {
    const { sql } = database;
    const statuses = await sql`
      SELECT DISTINCT status, a.last_synced_at::date::text AS day FROM sync_statuses s JOIN apps a ON a.id = s.app_id`;
    const [differing] = await sql`
      SELECT count(*)::int AS rows FROM app_metrics m CROSS JOIN LATERAL (
        SELECT * FROM app_metric_changes p WHERE p.app_id = m.app_id AND p.country_code = m.country_code
        ORDER BY valid_from DESC LIMIT 1) p
      WHERE (m.rating, m.rating_count, m.stars, m.price) IS DISTINCT FROM (p.rating, p.rating_count, p.stars, p.price)`;

    expect([...statuses]).toEqual([{ status: "completed", day: days.at(-1) }]);
    expect(differing).toEqual({ rows: 0 });
  });

  it("is tracked by a user, whose password is logged, with a competitor of each first app", async () => {
    const rows = await database.sql`
      SELECT email, (SELECT count(*)::int FROM tracked_apps t WHERE t.user_id = u.id) AS tracked,
        (SELECT count(*)::int FROM app_competitors c WHERE c.user_id = u.id) AS competitors FROM users u`;

    expect([...rows]).toEqual([{ email: "history@example.com", tracked: 2 * APPS, competitors: 2 }]);
    expect(lines[0]).toMatch(/^history@example\.com tracks the apps\. Password: \S{24}$/);
  });

  it("is the same in a second run", async () => {
    const second = await seed();
    const [first, again] = [await digests(database), await digests(second.database)];
    await second.database.drop();

    expect(again).toEqual(first);
    for (const table of nonEmpty(Object.values(first))) expect(table?.rows).toBeGreaterThan(0);
  });
});
