import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { pacedCharts, planCharts } from "../../../db/queries/charts/chart-fetches.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import type { Db } from "../../../db/statement.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import { chartOf } from "../../support/chart-pipeline.ts";
import { categoryIdOf, saveListedChart } from "../../support/charts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

const DAYS = ["2026-05-06", "2026-05-07", "2026-05-08", "2026-05-09", "2026-05-10"];
const TODAY = "2026-05-10";
const APPS = 30_000;
const LEASE_TOKEN = "00000000-0000-4000-8000-000000000001";
/** Tables that grow with use. */
const growing = /^(chart_fetches|chart_days|trending_chart|apps|publishers)/;

beforeAll(() => fillTables(database(), addCharts));

/** Adds five days of a platform's charts, of which the first four are finished; today's are waiting. */
async function addCharts(db: TestDb): Promise<void> {
  await createMissingPartitions(db, new Date(`${TODAY}T00:00:00Z`));
  const countryCodes = activeStorefronts(countries, "ios").map(({ code }) => code);
  for (const chartDate of DAYS) {
    await planCharts(db, { platform: "ios", chartDate, countryCodes, chartsPerMinute: 8, byPage: true });
  }
  await db.execute(sql`UPDATE chart_fetches SET outcome = 'stored', next_attempt_at = NULL,
    queued_at = now() - interval '1 day' WHERE chart_date < ${TODAY}`);
  await db.execute(sql`INSERT INTO publishers (platform, external_id, name)
    SELECT 'ios', 'p' || n, 'p' FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`INSERT INTO apps (platform, external_id, publisher_id)
    SELECT 'ios', n::text, n FROM generate_series(1, ${APPS}) n`);
  // The days have left the index of pending fetches at once, not one after the other as they end.
  await db.execute(sql`REINDEX TABLE chart_fetches`);
  await db.execute(sql`VACUUM ANALYZE`);
}

describe("the plans of the chart pipeline", () => {
  it("claim a chart by its key", async () => {
    const chart = await chartOfToday();
    await database().db.execute(sql`UPDATE chart_fetches SET queued_at = now() - interval '1 minute'
      WHERE chart_date = ${TODAY} AND country_code = 'us' AND collection = 'top_free'
        AND category_id = ${chart.categoryId}`);
    const nodes = await explain((db) => pacedCharts.claim(db, { ...chart, leaseToken: LEASE_TOKEN, leaseSeconds: 60 }));

    expectNoScan(nodes);
    // Its last attempt would fail it, any other takes the lease: both conditions look at its page and that page's
    // charts.
    expect(readOf(nodes, "chart_fetches")).toBeLessThanOrEqual(2 * (1 + 4));
  });

  it("find the due charts without reading finished ones", async () => {
    const selection = {
      platform: "ios",
      oldest: "2026-05-09",
      newest: TODAY,
      perMinute: 8,
      horizonSeconds: 300,
      firstSeconds: 0,
      resendSeconds: 900,
    } as const;
    const nodes = await explain((db) => pacedCharts.due.take(db, selection));

    expectNoScan(nodes);
    expect(nodes.map((node) => node["Index Name"])).toContain("chart_fetches_pending_index");
    // Each is found, locked and updated, and a fetch has up to four charts.
    expect(readOf(nodes, "chart_fetches")).toBeLessThanOrEqual(3 * 4 * 40);
  });

  it("plan a day by the last fetches of each chart, found by their key", async () => {
    const plan = {
      platform: "ios",
      chartDate: "2026-05-11",
      countryCodes: ["us", "de"],
      chartsPerMinute: 8,
      byPage: true,
    } as const;
    const nodes = await explain((db) => planCharts(db, plan));

    expectNoScan(nodes);
    expect(nodes.map((node) => node["Index Name"])).toContain("chart_fetches_pkey");
    // Its last three, and the one that is planned.
    expect(readOf(nodes, "chart_fetches")).toBeLessThanOrEqual((3 + 1) * 2 * 78);
  });

  it("find the charts of past days without reading finished ones", async () => {
    const nodes = await explain((db) => pacedCharts.due.missOverdue(db, { platform: "ios", oldest: TODAY }));

    expectNoScan(nodes);
    expect(readOf(nodes, "chart_fetches")).toBe(0);
  });

  it("find the apps and publishers of a chart by their keys", async () => {
    const entries = chartOf(200);
    const known = entries.map((entry, index) => (index < 150 ? { ...entry, externalId: String(index + 1) } : entry));
    await database().db.execute(sql`UPDATE chart_fetches SET lease_until = 'infinity', lease_token = ${LEASE_TOKEN}
      WHERE chart_date = ${TODAY} AND country_code = 'us'`);
    const write = {
      lease: { ...(await chartOfToday()), leaseToken: LEASE_TOKEN },
      fetchedAt: new Date(),
      entries: known.map((entry) => ({ ...entry, publisher: null, categoryExternalId: null })),
      window: 200,
    };
    const nodes = await explain((db) => saveListedChart(db, write));

    expectNoScan(nodes);
    expect(readOf(nodes, "apps")).toBeLessThanOrEqual(200);
  });
});

async function chartOfToday() {
  const categoryId = await categoryIdOf(database().db, "ios", null);
  return { platform: "ios", collection: "top_free", countryCode: "us", categoryId, chartDate: TODAY } as const;
}

/** Runs the one statement of some work and returns the nodes of its plan. */
async function explain(work: (db: Db) => Promise<unknown>): Promise<readonly PlanNode[]> {
  const plans = await explainWork(database().db, work, { analyze: true });
  expect(plans).toHaveLength(1);
  return plans.flatMap(({ nodes }) => nodes);
}

/** Tables without rows may be scanned: no plan needs an index to read them. */
function expectNoScan(nodes: readonly PlanNode[]): void {
  const scanned = nodes.filter((node) => node["Node Type"] === "Seq Scan");
  const names = scanned.map((node) => node["Relation Name"] ?? "").filter((name) => growing.test(name));
  expect(names.filter((name) => readOf(nodes, name) > 0)).toEqual([]);
}

/** Returns how many rows of a table were read. */
function readOf(nodes: readonly PlanNode[], table: string): number {
  const rows = nodes
    .filter((node) => node["Relation Name"] === table && /Scan$/.test(node["Node Type"]))
    .map((node) => ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0));
  return rows.reduce((sum, count) => sum + count, 0);
}
