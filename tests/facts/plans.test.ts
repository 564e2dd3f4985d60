import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../db/client.ts";
import { listChanges } from "../../db/queries/apps/change-feeds.ts";
import { findFactHistory, findFacts, keyArray } from "../../db/queries/facts/facts.ts";
import { findRelatedApps } from "../../db/queries/facts/related-apps.ts";
import { listInstalls } from "../../db/queries/metrics/installs.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { factKeys } from "../../lib/domain/fact.ts";
import { factKeys as scrapedKeys } from "../../scrapers/contracts/facts.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { fillTables } from "../support/fill-tables.ts";
import { explainWork } from "../support/plans.ts";

const database = useDatabase();
const APPS = 10_000;
const DAY = "2026-03-01";

beforeAll(async () => {
  await createMissingPartitions(database().db, new Date(DAY));
  await fillTables(database(), addFacts);
});

async function addFacts(db: TestDb): Promise<void> {
  await db.execute(sql`
    INSERT INTO apps (platform, external_id) SELECT 'android', 'app.' || i FROM generate_series(1, ${APPS}::int) i`);
  await db.execute(sql`
    INSERT INTO app_facts (app_id, facts, read_on)
    SELECT id, '{"ads": {"value": true, "country_code": "zz"}}', '{"ads": "2026-03-01", "similar": "2026-03-01"}' FROM apps`);
  await db.execute(sql`
    INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
    SELECT id, key, 'zz', ${DAY}::timestamptz + make_interval(days => n), to_jsonb(n), n = 0
    FROM apps, unnest(ARRAY['ads', 'developer']) key, generate_series(0, 4) n`);
  await db.execute(sql`
    INSERT INTO app_installs SELECT id, ${DAY}::date + n, n FROM apps, generate_series(0, 9) n`);
  await db.execute(sql`
    INSERT INTO app_related_lists (app_id, kind, valid_from, country_code, external_ids)
    SELECT id, 'similar', ${DAY}::timestamptz + make_interval(days => n), 'us', ARRAY['app.1', 'app.2']
    FROM apps, generate_series(0, 4) n`);
  await db.execute(sql`
    INSERT INTO related_app_names (platform, country_code, external_id, name)
    SELECT platform, 'us', external_id, 'App' FROM apps`);
  await db.execute(sql`INSERT INTO users (name, email, password) VALUES ('User', 'user@example.com', 'none')`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) SELECT users.id, apps.id FROM users, apps LIMIT 20`);
  await db.execute(sql`ANALYZE`);
}

const app = { platform: "android", externalId: "app.7" } as const;
const keys = keyArray(factKeys);
const feed = {
  scope: "tracked",
  platform: null,
  search: null,
  appId: null,
  trackedAppId: null,
  fields: null,
  locale: null,
  countryCode: null,
  from: null,
  to: null,
  tagIds: null,
  limit: 50,
  offset: 0,
  afterId: null,
} as const;

const reads: readonly { readonly name: string; readonly run: (db: Db) => Promise<unknown> }[] = [
  { name: "facts", run: (db) => findFacts(db, { ...app, keys }) },
  {
    name: "the history of facts",
    run: (db) => findFactHistory(db, { ...app, keys, limit: 100, offset: 0, afterId: 1 }),
  },
  { name: "related apps", run: (db) => findRelatedApps(db, app) },
  { name: "installs", run: (db) => listInstalls(db, { appId: 7, from: DAY, to: "2026-03-31" }) },
  { name: "the feed of changes", run: (db) => listChanges(db, { ...feed, userId: 1 }) },
];

describe("the plan of reading", () => {
  it.each(reads)("$name scans no table of facts or apps", async ({ run }) => {
    const [plan] = await explainWork(database().db, run);

    expect(plan).toBeDefined();
    const scanned = plan?.nodes.filter((node) => node["Node Type"] === "Seq Scan") ?? [];
    const growing = /^(apps|app_fact|app_facts|app_fact_changes|app_installs\w*|app_related_lists|related_app_names)$/;
    expect(scanned.map((node) => node["Relation Name"] ?? "").filter((name) => growing.test(name))).toEqual([]);
  });
});

describe("the keys of facts", () => {
  it("are those that the scrapers return", () => {
    expect(factKeys.toSorted()).toEqual(scrapedKeys.toSorted());
  });
});
