import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import type { Db } from "../../../db/client.ts";
import { admitToken } from "../../../db/queries/accounts/access-tokens.ts";
import { listTokens } from "../../../db/queries/accounts/api-tokens.ts";
import { deleteUserByEmail } from "../../../db/queries/accounts/profiles.ts";
import { listSavedViews } from "../../../db/queries/accounts/saved-views.ts";
import { findUserByEmail } from "../../../db/queries/accounts/users.ts";
import { findAppDetails, findAppTexts } from "../../../db/queries/apps/app-details.ts";
import { listTrackedAppsOfPublisher } from "../../../db/queries/apps/app-summaries.ts";
import { listTrackedCompetitorLinks } from "../../../db/queries/apps/competitor-list.ts";
import { findAppCompetitors } from "../../../db/queries/apps/competitors.ts";
import { readDashboard } from "../../../db/queries/apps/dashboard.ts";
import { listExploredIcons, listExploredScreenshots } from "../../../db/queries/apps/explorer.ts";
import { listNotes } from "../../../db/queries/apps/notes.ts";
import { findPublisher, listTrackedPublishers } from "../../../db/queries/apps/publishers.ts";
import { deleteAppTag, insertAppTag, listTags } from "../../../db/queries/apps/tags.ts";
import { listTrackedApps } from "../../../db/queries/apps/tracked-app-list.ts";
import { findListing } from "../../../db/queries/listings/current-listings.ts";
import { findComparedTexts, findKeywordTexts } from "../../../db/queries/listings/keyword-texts.ts";
import { VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

/** Tables that grow with use; the others are reference data of known size. */
const growing = new Set([
  "users",
  "access_tokens",
  "rate_limits",
  "apps",
  "tracked_apps",
  "app_competitors",
  "app_versions",
  "app_metrics",
  "app_metric_coverage",
  "app_store_listings",
  "app_store_listing_changes",
  "sync_statuses",
  "app_page_reads",
  "listing_texts",
  "publishers",
  "saved_views",
  "notes",
  "tags",
  "app_tags",
]);

const USERS = 3_000;
const APPS = 3_000;
/** The id of the requested app. */
const VERSIONS = 500;

beforeAll(() => fillTables(database(), seed), 60_000);

const user = { userId: 7 };
const app = { platform: "ios", externalId: "app.7" } as const;
const page = { limit: 50, offset: 0 };
const unfiltered = { platform: null, search: null, tagIds: null };
const tagIds = [7, 8];
const reads: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
  [
    "a token by its id",
    (db) =>
      admitToken(db, {
        id: 7,
        secretHash: new Uint8Array(32),
        bucketPrefix: "user:",
        addressBucket: "nobody:192.0.2.1",
      }),
  ],
  ["a page of a user's tokens", (db) => listTokens(db, { ...user, ...page, tokenId: 7, afterId: 9 })],
  [
    "a login, and the deletion of a user",
    async (db) => {
      await findUserByEmail(db, { email: "u7@example.com" });
      await deleteUserByEmail(db, { email: "u7@example.com" });
    },
  ],
  ["a user's competitors of one app", (db) => findAppCompetitors(db, { ...app, ...user })],
  [
    "all of a user's competitors by tracked app",
    (db) => listTrackedCompetitorLinks(db, { ...user, ...unfiltered, page: 1, perPage: 50, afterId: 7 }),
  ],
  [
    "a user's competitors with a tag",
    (db) => listTrackedCompetitorLinks(db, { ...user, ...unfiltered, tagIds, page: 1, perPage: 50, afterId: null }),
  ],
  ["a user's views", (db) => listSavedViews(db, user)],
  ["a user's notes", (db) => listNotes(db, { ...user, from: null, to: null, appId: null, ...page, afterId: 7 })],
  ["a user's tags with their numbers of apps", (db) => listTags(db, user)],
  ["a tag that an app gets", (db) => insertAppTag(db, { ...user, ...app, tagId: 7 })],
  ["a tag that an app loses", (db) => deleteAppTag(db, { ...user, ...app, tagId: 7 })],
  [
    "a user's competitors that a search finds",
    (db) =>
      listTrackedCompetitorLinks(db, {
        ...user,
        platform: "ios",
        search: "App 7",
        tagIds: null,
        page: 1,
        perPage: 50,
        afterId: null,
      }),
  ],
  ["a publisher by its id, encoded once or twice", (db) => findPublisher(db, { platform: "ios", externalId: "p7" })],
  [
    "the publishers of a user's apps",
    (db) => listTrackedPublishers(db, { ...user, platform: null, ...page, tagIds: null, afterId: 7 }),
  ],
  [
    "those of one platform and a tag",
    (db) => listTrackedPublishers(db, { ...user, platform: "ios", ...page, tagIds: [1], afterId: null }),
  ],
  ["one listing", (db) => findListing(db, { ...app, countryCode: "us", locale: null, hasGlobalMetrics: false })],
  ["a user's dashboard", (db) => readDashboard(db, { ...user, tagIds: null })],
  ["an app with its changes and a user's competitors of it", (db) => findAppDetails(db, { ...app, ...user })],
  ["an app's current listings", (db) => findAppTexts(db, { appId: 7, hasGlobalMetrics: false })],
];

describe("plans of hot reads", () => {
  it.each(reads)("scan no growing table for %s", async (_read, work) => {
    await expectNoScan(work);
  });

  describe("a page of a user's tracked apps", () => {
    const tracked = {
      userId: 7,
      platform: null,
      search: null,
      tagIds: null,
      limit: 50,
      offset: 0,
      afterId: null,
      includesTrends: false,
      sort: null,
      direction: -1,
      countryCode: null,
      from: "2026-03-02",
      today: "2026-03-31",
      gainedSince: "2026-03-24",
    } as const;

    it("sums nothing", async () => {
      const { list_tracked_apps: nodes = [] } = await expectNoScan(
        (db) => listTrackedApps(db, { ...tracked, platform: "ios", search: "" }),
        { analyze: true },
      );

      expectNoSums(nodes);
    });

    it.each([null, "rating"] as const)("scans no growing table for tags, sorted by %s", async (sort) => {
      await expectNoScan((db) => listTrackedApps(db, { ...tracked, sort, tagIds }));
    });

    it("reads no other app if there is no filter", async () => {
      const { list_tracked_apps: nodes = [] } = await expectNoScan(
        (db) => listTrackedApps(db, { ...tracked, limit: 2 }),
        { analyze: true },
      );

      const reads = nodes.filter((node) => node["Relation Name"] === "apps");
      expect(reads.length).toBeGreaterThan(0);
      for (const { "Actual Rows": rows = 0, "Actual Loops": loops = 0 } of reads) {
        expect(rows * loops).toBeLessThanOrEqual(2);
      }
    });
  });

  it("reads an app's newest versions and none of the others", async () => {
    const texts = { appId: 7, hasGlobalMetrics: false };
    const { find_app_texts: nodes = [] } = await expectNoScan((db) => findAppTexts(db, texts), { analyze: true });

    const scans = nodes.filter((node) => node["Index Name"] === "app_versions_app_id_id_index");
    expect(scans.filter((node) => (node["Actual Loops"] ?? 0) > 0)).toMatchObject([
      { "Actual Rows": VERSIONS_MAX, "Actual Loops": 1 },
    ]);
  });

  it("sums nothing for a user's tracked apps of a publisher", async () => {
    const { list_tracked_apps_of_publisher: nodes = [] } = await expectNoScan(
      (db) => listTrackedAppsOfPublisher(db, { userId: 7, publisherId: 139, limit: 200 }),
      { analyze: true },
    );

    expectNoSums(nodes);
  });
});

/** Returns the nodes of each statement of the work by name, none of which may scan a growing table. */
async function expectNoScan(
  work: (db: Db) => Promise<unknown>,
  options: Parameters<typeof explainWork>[2] = {},
): Promise<Record<string, readonly PlanNode[]>> {
  const explained = await explainWork(database().db, work, options);
  expect(explained).not.toEqual([]);

  const scanned = explained
    .flatMap(({ nodes }) => nodes)
    .filter((node) => node["Node Type"] === "Seq Scan" && growing.has(node["Relation Name"] ?? ""))
    .map((node) => node["Relation Name"]);
  expect(scanned).toEqual([]);
  return Object.fromEntries(explained.map(({ name, nodes }) => [name, nodes]));
}

/** Totals over storefronts are only read for apps that are under way. */
function expectNoSums(nodes: readonly PlanNode[]): void {
  expect(nodes.map((node) => node["Node Type"])).toContain("Limit");
  const sums = nodes.filter((node) => node["Relation Name"] === "app_metrics");
  expect(sums).not.toEqual([]);
  expect(sums.filter((node) => (node["Actual Loops"] ?? 1) > 0)).toEqual([]);
}

describe("plans of keywords", () => {
  const listing = { ...app, locale: "en-US" };
  const compared = { ...listing, userId: 7, appIds: [139, 270], versionIds: [] };
  it.each([
    ["the newest texts", (db: Db) => findKeywordTexts(db, { ...listing, versionId: null }), "app_store_listings_pkey"],
    [
      "those of a version",
      (db: Db) => findKeywordTexts(db, { ...listing, versionId: 9 }),
      "app_store_listings_version_index",
    ],
    ["those of competitors", (db: Db) => findComparedTexts(db, compared), "app_store_listings_pkey"],
  ])("find %s in the order of an index, and read no other revision", async (_read, work, index) => {
    const nodes = Object.values(await expectNoScan(work)).flat();

    expect(nodes.map((node) => node["Index Name"])).toContain(index);
    const sorted = nodes.filter((node) => node["Node Type"] === "Sort").flatMap(({ Plans = [] }) => Plans);
    expect(sorted.map((node) => node["Relation Name"])).not.toContain("app_store_listings");
  });
});

describe("plans of the explorer", () => {
  const wanted = { platform: null, categoryId: null, search: null, limit: 12, offset: 24, afterId: null };
  it.each([
    ["the newest icons", listExploredIcons, wanted, "apps_pkey"],
    ["the newest icons of a category", listExploredIcons, { ...wanted, categoryId: 7 }, "apps_category_id_id_index"],
    ["the newest screenshots", listExploredScreenshots, wanted, "apps_synced_index"],
    ["those of a platform", listExploredScreenshots, { ...wanted, platform: "ios" }, "apps_synced_index"],
  ] as const)("read %s by the index of their order", async (_read, list, request, index) => {
    const nodes = Object.values(await expectNoScan((db) => list(db, request))).flat();

    expect(nodes.map((node) => node["Index Name"])).toContain(index);
  });
});

async function seed(db: TestDb): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (name, email, password) SELECT 'u', 'u' || n || '@example.com', '!'
      FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
    SELECT n, 't', sha256(n::text::bytea), '{read,write}' FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO rate_limits (bucket, hits, window_started_at)
    SELECT 'user:' || n, 1, now() FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO publishers (platform, external_id, name) SELECT 'ios', 'p' || n, 'p'
      FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name, publisher_id, icon_url, category_id, last_synced_at)
    SELECT 'ios', 'app.' || n, 'App ' || n, n, 'https://store.example/i.png', 1 + n % 42,
      CASE WHEN n % 10 = 0 THEN now() END
    FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_versions (app_id, version) SELECT n, '1.' || v
      FROM generate_series(1, ${APPS}) n, generate_series(1, 3) v`);
  await db.execute(
    sql`INSERT INTO app_versions (app_id, version) SELECT 7, '2.' || v FROM generate_series(1, ${VERSIONS}) v`,
  );
  await db.execute(sql`
    UPDATE apps a SET current_version_id = (SELECT max(v.id) FROM app_versions v WHERE v.app_id = a.id)`);
  await db.execute(sql`
    INSERT INTO tracked_apps (user_id, app_id, created_at)
    SELECT u, 1 + (u * 7 + k * 131) % ${APPS}, now() - make_interval(mins => k)
    FROM generate_series(1, ${USERS}) u, generate_series(1, 10) k`);
  await db.execute(sql`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT u, 1 + (u * 7 + k * 131) % ${APPS}, 1 + (u * 7 + k * 131 + j * 17) % ${APPS}
    FROM generate_series(1, ${USERS}) u, generate_series(1, 3) k, generate_series(1, 5) j`);
  await db.execute(sql`
    INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT n, c.code, 4.5, 10, true, now()
      FROM generate_series(1, ${APPS}) n, (SELECT code FROM countries ORDER BY code LIMIT 15) c`);
  await db.execute(sql`INSERT INTO listing_texts (sha256, body)
    SELECT sha256(n::text::bytea), 'text ' || n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256)
    SELECT n, l, now() - make_interval(days => d), 'us', true, 'Title', sha256(n::text::bytea)
    FROM generate_series(1, ${APPS}) n, unnest(ARRAY['de-DE', 'en-US', 'fr-FR']) l, generate_series(1, 4) d`);
  await db.execute(sql`
    INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
    SELECT app_id, locale, 'title', valid_from FROM app_store_listings`);
  await db.execute(sql`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at)
    SELECT n, gen_random_uuid(), 'tracked', 'completed', now() FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_page_reads (app_id, locale, country_code, read_at)
    SELECT n, l, 'us', now() FROM generate_series(1, ${APPS}) n, unnest(ARRAY['de-DE', 'en-US', 'fr-FR']) l`);
  await db.execute(sql`
    INSERT INTO app_metric_coverage (app_id, day, missing_country_codes)
    SELECT n, current_date - d, '{}' FROM generate_series(1, ${APPS}) n, generate_series(1, 20) d`);
  await db.execute(sql`
    INSERT INTO saved_views (user_id, name, folded_name, scope)
    SELECT u, 'View ' || k, 'view ' || k, '{}' FROM generate_series(1, ${USERS}) u, generate_series(1, 5) k`);
  await db.execute(sql`
    INSERT INTO notes (user_id, day, app_id, text)
    SELECT u, current_date - k, nullif(1 + (u * 7 + k * 131) % ${APPS}, 7), 'A note.'
    FROM generate_series(1, ${USERS}) u, generate_series(1, 10) k`);
  await db.execute(sql`
    INSERT INTO tags (user_id, name, folded_name)
    SELECT u, 'Tag ' || k, 'tag ' || k FROM generate_series(1, ${USERS}) u, generate_series(1, 3) k`);
  await db.execute(sql`
    INSERT INTO app_tags (user_id, app_id, tag_id)
    SELECT tag.user_id, 1 + (tag.user_id * 7 + k * 131) % ${APPS}, tag.id FROM tags tag, generate_series(1, 5) k`);
  await db.execute(sql`ANALYZE`);
}
