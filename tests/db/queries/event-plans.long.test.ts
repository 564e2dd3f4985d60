import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { listEvents } from "../../../db/queries/apps/event-feeds.ts";
import { FEED_EVENTS_MAX } from "../../../lib/domain/event-feed.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

const APPS = 500;
/** More in every feed than its pages may read: one in ten is of a title, all others of prices. */
const EVENTS_PER_APP = 300;
const TRACKED = 50;
const RIVALS = 10;
/** Each has two apps, and has added a further one again and again. */
const PUBLISHERS = APPS / 2;
const OWN_PUBLISHERS = TRACKED / 2;
const PAGE = 50;
const NEW_DAYS = 10;
const REPORT_DAYS = 7;

beforeAll(() => fillTables(database(), seed), 300_000);

const everything = {
  ...{ userId: 1, scope: "all", appIds: null, types: null, fields: null, countryCode: null, locale: null },
  ...{ from: "2025-01-01", to: "2026-01-01", minWeight: null, isAfterLastVisit: false },
  ...{ tagIds: null, order: "newest", limit: PAGE, offset: 0, afterId: null },
} satisfies Parameters<typeof listEvents>[1];

/** A page for each app, where a scan may look one entry ahead; the number of events; the rows of the page. */
const pageOf = (apps: number) => apps * (PAGE + 1) + FEED_EVENTS_MAX + 1 + PAGE;
const mine = TRACKED + OWN_PUBLISHERS;
const all = mine + RIVALS;

describe("the plan of a feed of events", () => {
  it.each<[string, Partial<typeof everything> | object, number]>([
    ["all apps", {}, pageOf(all)],
    ["tracked apps", { scope: "mine" }, pageOf(mine)],
    ["competitors", { scope: "rivals" }, pageOf(RIVALS)],
    ["new apps of publishers", { types: ["publisher.app_added"] }, pageOf(OWN_PUBLISHERS)],
    ["the time before a day", { to: "2025-10-01" }, pageOf(all)],
    ["a rare field", { fields: ["title"] }, (2 * all * EVENTS_PER_APP) / 10 + PAGE],
    ["a rare type", { types: ["app.removed"] }, 0],
    ["the time since the last visit", { isAfterLastVisit: true }, 2 * all * (NEW_DAYS + REPORT_DAYS + 1) + PAGE],
  ])("reads no more events of %s than its pages show", async (_feed, wanted, most) => {
    const [explained] = await explainWork(database().db, (db) => listEvents(db, { ...everything, ...wanted }), {
      analyze: true,
    });

    const scans = (explained?.nodes ?? []).filter((node) => node["Relation Name"] === "events");
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((node) => node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 0) > 0)).toEqual([]);
    expect(sum(scans)).toBeLessThanOrEqual(most);
  });
});

function sum(nodes: readonly PlanNode[]): number {
  return nodes.reduce((total, node) => {
    const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
    return total + rows * (node["Actual Loops"] ?? 0);
  }, 0);
}

async function seed(db: TestDb): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (name, email, password, events_seen_until) SELECT 'u', 'u' || n || '@example.com', '!',
      timestamptz '2026-01-01 00:00Z' - make_interval(days => ${NEW_DAYS}) FROM generate_series(1, 10) n`);
  await db.execute(sql`
    INSERT INTO publishers (platform, external_id, name) SELECT 'ios', n, 'Publisher ' || n
      FROM generate_series(1, ${PUBLISHERS}) n`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name, publisher_id)
    SELECT 'ios', 'app.' || n, 'App ' || n, 1 + (n - 1) % ${APPS} / 2
    FROM generate_series(1, ${APPS + PUBLISHERS}) n`);
  await db.execute(sql`
    INSERT INTO tracked_apps (user_id, app_id) SELECT 1 + n / ${TRACKED}, 1 + n
      FROM generate_series(0, ${10 * TRACKED - 1}) n`);
  await db.execute(sql`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT 1, 1, ${TRACKED} + n FROM generate_series(1, ${RIVALS}) n`);
  await db.execute(sql`
    INSERT INTO events (app_id, type, field, began_at, occurred_at, reported_at, weight, data)
    SELECT n, CASE d % 10 WHEN 0 THEN 'listing.changed' ELSE 'app.price_changed' END,
      CASE d % 10 WHEN 0 THEN 'title' END, at, at, at, 0.5, '{}'
    FROM generate_series(1, ${EVENTS_PER_APP}) d CROSS JOIN generate_series(1, ${APPS}) n
    CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01 00:00Z' - make_interval(days => d) AS at) moment`);
  await db.execute(sql`
    INSERT INTO events (app_id, publisher_id, type, began_at, occurred_at, reported_at, weight, data)
    SELECT ${APPS} + n, n, 'publisher.app_added', at, at, at, 0.5, '{}'
    FROM generate_series(1, ${EVENTS_PER_APP}) d CROSS JOIN generate_series(1, ${PUBLISHERS}) n
    CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01 00:00Z' - make_interval(days => d) AS at) moment`);
  await db.execute(sql`VACUUM ANALYZE`);
}
