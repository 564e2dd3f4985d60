import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import type { Db } from "../../../db/client.ts";
import { admitTokenStatement } from "../../../db/queries/access-tokens.ts";
import { versionsQuery } from "../../../db/queries/app-details.ts";
import { trackedAppsOfPublisherStatement, trackedAppsStatement } from "../../../db/queries/app-summaries.ts";
import { competitorLinksQuery, trackedCompetitorLinksStatement } from "../../../db/queries/competitors.ts";
import { currentListingsStatement, findListingStatement } from "../../../db/queries/listings.ts";
import { publisherQuery, trackedPublishersQuery } from "../../../db/queries/publishers.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
};

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
  "app_store_listings",
  "listing_texts",
  "publishers",
]);

const USERS = 3_000;
const APPS = 3_000;
/** Of the app that is asked for. */
const VERSIONS = 500;

beforeAll(() => seed(database().db), 60_000);

describe("plans of hot reads", () => {
  it("admits a token by its id", async () => {
    await expectNoScan(admitTokenStatement, ["7", "\\x00", "user:"]);
  });

  it("cuts the page of a user's tracked apps before it works out their ratings", async () => {
    const nodes = await expectNoScan(trackedAppsStatement, ["7", "ios", "%", "50", "0"]);

    const page = nodes.find((node) => node["Node Type"] === "Limit");
    expect(page).toBeDefined();
    expect(nodes.filter((node) => node["Node Type"] === "Aggregate")).toHaveLength(1);
    const below = page === undefined ? [] : flatten(page);
    expect(below.map((node) => node["Node Type"])).not.toContain("Aggregate");
  });

  it("reads an app's newest versions and none of the others", async () => {
    const { sql: text } = versionsQuery(database().db).toSQL();
    const nodes = await expectNoScan(text, ["7", "50"]);

    const index = { "Node Type": "Index Scan", "Index Name": "app_versions_app_id_id_index" };
    expect(nodes).toEqual([expect.objectContaining({ "Node Type": "Limit" }), expect.objectContaining(index)]);
  });

  it("reads a user's competitors of one app", async () => {
    const { sql: text } = competitorLinksQuery(database().db).toSQL();
    await expectNoScan(text, ["7", "139", "100"]);
  });

  it.each([
    ["all", null, null],
    ["searched", "ios", "%App 7%"],
  ])("groups a user's competitors by tracked app: %s", async (_case, platform, pattern) => {
    await expectNoScan(trackedCompetitorLinksStatement, ["7", platform, pattern, "50", "1"]);
  });

  it("finds a publisher by its id, encoded once or twice", async () => {
    const { sql: text, params } = publisherQuery(database().db).toSQL();
    const values = params.map((parameter) => (Object(parameter).name === "platform" ? "ios" : "p7"));

    expect(values).toContain("p7");
    await expectNoScan(text, values);
  });

  it.each([null, "ios"])("reads the publishers of a user's tracked apps, of platform %s", async (platform) => {
    const { sql: text } = trackedPublishersQuery(database().db).toSQL();
    await expectNoScan(text, ["7", platform, platform, "50", "0"]);
  });

  it("cuts a user's tracked apps of a publisher before it works out their ratings", async () => {
    const nodes = await expectNoScan(trackedAppsOfPublisherStatement, ["7", "139", "200"]);

    const page = nodes.find((node) => node["Node Type"] === "Limit");
    const below = page === undefined ? [] : flatten(page).map((node) => node["Node Type"]);
    // Sorted or in the order of an index: the planner's sample decides.
    expect(below).not.toEqual([]);
    expect(below).not.toContain("Aggregate");
  });

  it("finds one listing", async () => {
    await expectNoScan(findListingStatement, ["ios", "app.7", "us", null, "false"]);
  });

  it("reads one revision per locale for the detail of an app", async () => {
    await expectNoScan(currentListingsStatement, ["7", "false"]);
  });
});

async function expectNoScan(text: string, values: readonly (string | null)[]): Promise<readonly PlanNode[]> {
  const literal = (value: string | null) => (value === null ? "NULL" : `'${value}'`);
  const inlined = text.replaceAll(/\$(\d+)/g, (_, index) => literal(values[Number(index) - 1] ?? null));
  const [row] = await database().sql.unsafe(`EXPLAIN (FORMAT JSON) ${inlined}`);
  const nodes = flatten(row?.["QUERY PLAN"][0].Plan);

  const scanned = nodes
    .filter((node) => node["Node Type"] === "Seq Scan" && growing.has(node["Relation Name"] ?? ""))
    .map((node) => node["Relation Name"]);
  expect(scanned).toEqual([]);
  return nodes;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

async function seed(db: Db): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (name, email, password) SELECT 'u', 'u' || n || '@example.com', '!' FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
    SELECT n, 't', sha256(n::text::bytea), '{read,write}' FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO rate_limits (bucket, hits, window_started_at)
    SELECT 'user:' || n, 1, now() FROM generate_series(1, ${USERS}) n`);
  await db.execute(sql`
    INSERT INTO publishers (platform, external_id, name) SELECT 'ios', 'p' || n, 'p' FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name, publisher_id)
    SELECT 'ios', 'app.' || n, 'App ' || n, n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_versions (app_id, version) SELECT n, '1.' || v FROM generate_series(1, ${APPS}) n, generate_series(1, 3) v`);
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
    SELECT n, c.code, 4.5, 10, true, now() FROM generate_series(1, ${APPS}) n, (SELECT code FROM countries ORDER BY code LIMIT 15) c`);
  await db.execute(sql`INSERT INTO listing_texts (sha256, body)
    SELECT sha256(n::text::bytea), 'text ' || n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256)
    SELECT n, l, now() - make_interval(days => d), 'us', true, 'Title', sha256(n::text::bytea)
    FROM generate_series(1, ${APPS}) n, unnest(ARRAY['de-DE', 'en-US', 'fr-FR']) l, generate_series(1, 4) d`);
  await db.execute(sql`ANALYZE`);
}
