import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { findAppDetails, findAppTexts } from "../../../db/queries/apps/app-details.ts";
import { readDashboard } from "../../../db/queries/apps/dashboard.ts";
import { listExploredIcons, listExploredScreenshots } from "../../../db/queries/apps/explorer.ts";
import { findListing } from "../../../db/queries/listings/current-listings.ts";
import { findComparedTexts, findKeywordTexts } from "../../../db/queries/listings/keyword-texts.ts";
import { findListingPair } from "../../../db/queries/listings/listings-over-time.ts";
import type { Db } from "../../../db/statement.ts";
import { DETAIL_CHANGES_MAX, VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import { DASHBOARD_ROWS_MAX, HISTORY_COUNT_MAX } from "../../../lib/domain/dashboard.ts";
import { EXPLORED_APPS_MAX } from "../../../lib/domain/explorer.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanMode, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

const APPS = 1_000;
/** Of the tracked apps together twice as many as are counted. */
const CHANGES_PER_APP = 500;
const VERSIONS_PER_APP = 50;
const LOCALES = 3;
const REVISIONS_PER_LOCALE = 40;
/** The user 1 tracks the apps 1 to 50, of which 1 has the competitors 51 to 60. */
const TRACKED = 50;
const COMPETITORS = 5;
const PAGE = 20;

beforeAll(() => fillTables(database(), seed), 300_000);

describe("the plan of the dashboard", () => {
  it("reads the newest changes of each tracked app and counts no more than it shows", async () => {
    const read = await readRows((db) => readDashboard(db, { userId: 1, tagIds: null }));

    expect(read.scanned).toEqual([]);
    const newest = (TRACKED + 1) * DASHBOARD_ROWS_MAX;
    expect(read.of("app_store_listing_changes")).toBeLessThanOrEqual(newest + HISTORY_COUNT_MAX);
    expect(read.of("app_versions")).toBeLessThanOrEqual(HISTORY_COUNT_MAX + COMPETITORS);
  });
});

describe("the plan of an app's detail", () => {
  it("reads the newest changes, each twice, and of each the revision before it", async () => {
    const read = await readRows((db) => findAppDetails(db, { platform: "ios", externalId: "app.1", userId: 1 }));

    expect(read.scanned).toEqual([]);
    // By the index over the app, one ahead, and by their ids.
    expect(read.of("app_store_listing_changes")).toBeLessThanOrEqual(2 * DETAIL_CHANGES_MAX + 1);
    expect(read.of("app_store_listings")).toBeLessThanOrEqual(DETAIL_CHANGES_MAX);
  });

  it("reads one revision of each listing, and the newest versions", async () => {
    const read = await readRows((db) => findAppTexts(db, { appId: 1, hasGlobalMetrics: false }));

    expect(read.scanned).toEqual([]);
    // Others find the languages.
    expect(read.of("app_store_listings")).toBeLessThanOrEqual(3 * LOCALES);
    expect(read.of("app_versions")).toBe(Math.min(VERSIONS_MAX, VERSIONS_PER_APP));
  });
});

describe("the plan of a listing", () => {
  const listing = { platform: "ios", externalId: "app.1" } as const;
  const pair = { ...listing, oldLocale: "en-US", newLocale: "de-DE" };

  it("reads one revision", async () => {
    const wanted = { ...listing, countryCode: "us", locale: "en-US", hasGlobalMetrics: false };
    const read = await readRows((db) => findListing(db, wanted));

    expect(read.scanned).toEqual([]);
    expect(read.of("app_store_listings")).toBe(1);
  });

  it.each([
    ["now", { oldDay: null, oldVersionId: null }, "force_generic_plan"],
    ["on a day", { oldDay: "2026-01-10", oldVersionId: null }, "force_custom_plan"],
    ["on a day", { oldDay: "2026-01-10", oldVersionId: null }, "force_generic_plan"],
    ["of a version", { oldDay: null, oldVersionId: 10 }, "force_custom_plan"],
    ["of a version", { oldDay: null, oldVersionId: 10 }, "force_generic_plan"],
  ] as const)("reads one revision of each that are compared: %s, %o, %s", async (_when, old, mode) => {
    const wanted = { ...pair, ...old, newDay: null, newVersionId: null };
    const read = await readRows((db) => findListingPair(db, wanted), mode);

    expect(read.scanned).toEqual([]);
    expect(read.of("app_store_listings")).toBe(2);
  });
});

describe("the plan of keywords", () => {
  const app = { platform: "ios", externalId: "app.1", locale: "en-US" } as const;

  it.each([
    ["now", null],
    ["of a version", 10],
  ])("reads one revision of the listing %s", async (_when, versionId) => {
    const read = await readRows((db) => findKeywordTexts(db, { ...app, versionId }));

    expect(read.scanned).toEqual([]);
    expect(read.of("app_store_listings")).toBe(1);
  });

  it("reads one revision of each compared app", async () => {
    const appIds = Array.from({ length: COMPETITORS }, (_, index) => TRACKED + 1 + index);
    const read = await readRows((db) => findComparedTexts(db, { ...app, userId: 1, appIds, versionIds: [] }));

    expect(read.scanned).toEqual([]);
    expect(read.of("app_store_listings")).toBe(COMPETITORS);
  });
});

describe("the plan of the explorer", () => {
  const request = { platform: null, categoryId: null, search: null, limit: PAGE, offset: 0, afterId: null };

  it("reads a revision of each app of its page", async () => {
    const read = await readRows((db) => listExploredScreenshots(db, request));

    expect(read.scanned).toEqual([]);
    expect(read.of("app_store_listings")).toBe(PAGE);
    expect(read.of("app_page_reads")).toBe(PAGE * LOCALES);
  });

  it("reads the newest apps alone", async () => {
    const read = await readRows((db) => listExploredIcons(db, request));

    expect(read.of("apps")).toBeLessThanOrEqual(EXPLORED_APPS_MAX + PAGE);
  });
});

const history = ["app_store_listing_changes", "app_store_listings", "app_versions", "app_page_reads"];

/** Returns how many rows of a table a statement read, those that a filter left out among them, and what it scanned whole. */
async function readRows(work: (db: Db) => Promise<unknown>, mode: PlanMode = "force_custom_plan") {
  const [explained] = await explainWork(database().db, work, { analyze: true, mode });
  const nodes = (explained?.nodes ?? []).filter((node) => (node["Actual Loops"] ?? 0) > 0);
  const named = (table: string) => nodes.filter((node) => node["Relation Name"] === table);
  return {
    scanned: history.filter((table) => named(table).some((node) => node["Node Type"] === "Seq Scan")),
    of: (table: string) => named(table).reduce((total, node) => total + rowsOf(node), 0),
  };
}

function rowsOf(node: PlanNode): number {
  return ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0);
}

async function seed(db: TestDb): Promise<void> {
  const locales = sql`(VALUES ('de-DE'), ('en-US'), ('fr-FR')) AS locales (locale)`;
  await db.execute(sql`INSERT INTO users (name, email, password) VALUES ('u', 'u@example.com', '!')`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name, icon_url, last_synced_at)
    SELECT 'ios', 'app.' || n, 'App ' || n, 'https://example.com/' || n, now() FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) SELECT 1, n FROM generate_series(1, ${TRACKED}) n`);
  await db.execute(sql`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT 1, 1, ${TRACKED} + n FROM generate_series(1, ${COMPETITORS}) n`);
  await db.execute(sql`
    INSERT INTO app_versions (app_id, version)
    SELECT n, '1.' || v FROM generate_series(1, ${APPS}) n, generate_series(1, ${VERSIONS_PER_APP}) v`);
  await db.execute(sql`
    UPDATE apps SET current_version_id = newest.id
    FROM (SELECT app_id, max(id) AS id FROM app_versions GROUP BY app_id) newest WHERE newest.app_id = apps.id`);
  await db.execute(sql`
    INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
    SELECT n, 'en-US', 'title', timestamptz '2026-01-01 00:00Z' - make_interval(hours => d)
    FROM generate_series(1, ${CHANGES_PER_APP}) d, generate_series(1, ${APPS}) n`);
  await db.execute(sql`INSERT INTO listing_texts (sha256, body) VALUES (sha256('text'), 'text')`);
  await db.execute(sql`
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256,
      version_id)
    SELECT n, locale, timestamptz '2026-01-01 00:00Z' + make_interval(days => d), 'us', true, 'Title ' || d,
      sha256('text'), (n - 1) * ${VERSIONS_PER_APP} + d
    FROM generate_series(1, ${APPS} / 10) n, ${locales}, generate_series(1, ${REVISIONS_PER_LOCALE}) d`);
  await db.execute(sql`
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256)
    SELECT n, locale, '2026-01-01', 'us', true, 'Title', sha256('text')
    FROM generate_series(${APPS} / 10 + 1, ${APPS}) n, ${locales}`);
  await db.execute(sql`
    INSERT INTO app_page_reads (app_id, locale, country_code, read_at)
    SELECT n, locale, 'us', '2026-01-01' FROM generate_series(1, ${APPS}) n, ${locales}`);
  await db.execute(sql`VACUUM ANALYZE`);
}
