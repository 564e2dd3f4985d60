import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { type FeedFilter, listChanges } from "../../../db/queries/apps/change-feeds.ts";
import { findListingOnDay } from "../../../db/queries/listings/listings-over-time.ts";
import { everyChange } from "../../../db/queries/listings/newest-changes.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { FEED_CHANGES_MAX } from "../../../lib/domain/change-limits.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

const APPS = 1_000;
/** Of listings, more in every feed than its pages may read; a tenth as many of offers. */
const CHANGES_PER_APP = 500;
/** The user 1 tracks the apps 1 to 50, of which 1 has the competitors 51 to 60. */
const TRACKED = 50;
const COMPETITORS = 10;
const PAGE = 50;

const changes = ["app_store_listing_changes", "app_offer_changes"];

beforeAll(() => fillTables(database(), seed), 300_000);

const filter = {
  ...everyChange,
  userId: 1,
  scope: "tracked",
  platform: null,
  search: null,
  appId: null,
  trackedAppId: null,
  tagIds: null,
} satisfies FeedFilter;
const page = { limit: PAGE, offset: 0, afterId: null };

/**
 * Entries that the newest changes and the count read of each of the changes' tables: a page for each app and field,
 * where a scan may look one entry ahead, and the count and the page once.
 */
const entriesMax = (apps: number, fields: number) => apps * fields * (PAGE + 1) + FEED_CHANGES_MAX + 1 + PAGE;

describe("the plan of a feed of changes", () => {
  it.each<[string, Partial<FeedFilter>, number]>([
    ["tracked apps", {}, entriesMax(TRACKED, 1)],
    ["competitors", { scope: "competitors" }, entriesMax(COMPETITORS, 1)],
    ["tracked apps and competitors", { scope: "all" }, entriesMax(TRACKED + COMPETITORS, 1)],
    ["one field", { fields: ["subtitle"] }, entriesMax(TRACKED, 1)],
    ["one language and two fields", { fields: ["title", "subtitle"], locale: "de-DE" }, entriesMax(TRACKED, 2)],
    ["prices of a country", { fields: ["price"], countryCode: "de" }, entriesMax(TRACKED, 1)],
    ["the time before a day", { to: "2025-12-01" }, entriesMax(TRACKED, 1)],
  ])("reads no more changes of %s than their pages show", async (_feed, wanted, most) => {
    const [explained] = await explainWork(database().db, (db) => listChanges(db, { ...filter, ...wanted, ...page }), {
      analyze: true,
    });

    const scans = (explained?.nodes ?? []).filter((node) => changes.includes(node["Relation Name"] ?? ""));
    expect(scans.filter((node) => node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 0) > 0)).toEqual([]);
    for (const table of changes) {
      expect(sum(scans.filter((node) => node["Relation Name"] === table)), table).toBeLessThanOrEqual(most);
    }
  });
});

describe("the plan of an earlier day", () => {
  it.each(["force_custom_plan", "force_generic_plan"] as const)(
    "reads the change points of that quarter alone, with %s",
    async (mode) => {
      const wanted = {
        platform: "ios",
        externalId: "app.1",
        countryCode: "us",
        locale: null,
        hasGlobalMetrics: false,
      } as const;
      const [explained] = await explainWork(
        database().db,
        (db) => findListingOnDay(db, { ...wanted, day: "2026-05-10" }),
        { analyze: true, mode },
      );

      const read = (explained?.nodes ?? []).filter(
        (node) => node["Relation Name"]?.startsWith("app_metric_changes") && (node["Actual Loops"] ?? 0) > 0,
      );
      expect([...new Set(read.map((node) => node["Relation Name"]))]).toEqual(["app_metric_changes_2026_q2"]);
      expect(sum(read)).toBe(2);
    },
  );
});

/** Returns how many entries the nodes read, those that a filter left out among them. */
function sum(nodes: readonly PlanNode[]): number {
  return nodes.reduce((total, node) => {
    const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
    return total + rows * (node["Actual Loops"] ?? 0);
  }, 0);
}

async function seed(db: TestDb): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (name, email, password) SELECT 'u', 'u' || n || '@example.com', '!'
      FROM generate_series(1, 10) n`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name) SELECT 'ios', 'app.' || n, 'App ' || n
      FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO tracked_apps (user_id, app_id) SELECT 1 + n / ${TRACKED}, 1 + n
      FROM generate_series(0, ${10 * TRACKED - 1}) n`);
  await db.execute(sql`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT 1, 1, ${TRACKED} + n FROM generate_series(1, ${COMPETITORS}) n`);
  await db.execute(sql`
    INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
    SELECT n, (ARRAY['de-DE', 'en-US', 'fr-FR'])[1 + d % 3],
      (ARRAY['title', 'subtitle', 'description', 'icon_url'])[1 + d % 4],
      timestamptz '2026-01-01 00:00Z' - make_interval(days => d)
    FROM generate_series(1, ${CHANGES_PER_APP}) d, generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, new_price, detected_at)
    SELECT n, (ARRAY['de', 'us'])[1 + d % 2], 'price', 1, 2, timestamptz '2026-01-01 00:00Z' - make_interval(days => d)
    FROM generate_series(1, ${CHANGES_PER_APP} / 10) d, generate_series(1, ${APPS}) n`);
  for (const day of ["2025-10-01", "2026-04-01"]) await createMissingPartitions(db, new Date(`${day}T00:00:00Z`));
  await db.execute(sql`
    INSERT INTO app_metric_changes (app_id, country_code, valid_from, price, is_available)
    SELECT n, 'us', timestamptz '2026-09-01 00:00Z' - make_interval(days => 5 * d), 1, true
    FROM generate_series(1, 80) d, generate_series(1, ${APPS} / 10) n`);
  await db.execute(sql`VACUUM ANALYZE`);
}
