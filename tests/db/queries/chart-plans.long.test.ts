import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { findChart } from "../../../db/queries/charts/charts.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { Db } from "../../../db/statement.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, type PlanNode } from "../../support/plans.ts";

const database = useDatabase();

/** Enough for the planner to use an index where there is one. */
const APPS = 20_000;
const RANKS = 50;
const TODAY = "2026-05-31";
/** Until this day, charts of the release before; then those of this one. */
const LAST_DAY_BEFORE = "2026-03-15";

beforeAll(() => fillTables(database(), addCharts));

/** Adds three charts of 100 countries on each day of five months, and their fetches. Those of one country are whole. */
async function addCharts(db: TestDb): Promise<void> {
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  await db.execute(sql`INSERT INTO publishers (platform, external_id, name)
    SELECT 'ios', 'p' || n, 'p' FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`INSERT INTO apps (platform, external_id, publisher_id)
    SELECT 'ios', n::text, n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, queued_at, outcome)
    SELECT 'ios', collection, c.code, k.id, day, day, 'stored'
    FROM (SELECT code FROM countries WHERE ios_languages IS NOT NULL ORDER BY code = 'us' DESC, code LIMIT 100) c,
      (SELECT id FROM store_categories WHERE platform = 'ios' AND external_id IS NULL) k,
      generate_series('2026-01-01'::date, ${TODAY}::date, '1 day') day,
      unnest('{top_free,top_paid,top_grossing}'::text[]) collection ORDER BY day, c.code`);
  await db.execute(sql`
    INSERT INTO trending_charts (platform, collection, country_code, category_id, chart_date, fetched_at)
    SELECT platform, collection, country_code, category_id, chart_date, queued_at FROM chart_fetches
    WHERE chart_date <= ${LAST_DAY_BEFORE}`);
  await db.execute(sql`INSERT INTO trending_chart_entries (chart_id, rank, chart_date, app_id)
    SELECT t.id, n, t.chart_date, 1 + (n * 7 + t.id) % ${APPS} FROM trending_charts t, generate_series(1, ${RANKS}) n
    WHERE country_code = 'us'`);
  await db.execute(sql`
    INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids, prices,
      currencies)
    SELECT platform, collection, country_code, category_id, chart_date, queued_at,
      ARRAY(SELECT 1 + (n * 7 + chart_date - ${LAST_DAY_BEFORE}::date) % ${APPS}
        FROM generate_series(1, CASE country_code WHEN 'us' THEN ${RANKS}::int ELSE 1 END) n), '{0}', '{USD}'
    FROM chart_fetches WHERE chart_date > ${LAST_DAY_BEFORE}`);
  await db.execute(sql`ANALYZE`);
}

describe.each(["force_custom_plan", "force_generic_plan"] as const)("the plan of GET /charts, with %s,", (mode) => {
  it("scans no table that grows", async () => {
    const nodes = await explain({ mode, date: null });

    const scanned = nodes.filter((node) => node["Node Type"] === "Seq Scan" && rowsRead(node) > 0);
    const names = scanned.map((node) => node["Relation Name"]);
    expect(names.filter((name) => name !== "countries" && name !== "store_categories")).toEqual([]);
  });

  it("reads the rows of two charts, however many others there are", async () => {
    const nodes = await explain({ mode, date: "2026-05-01" });

    const read = nodes.filter((node) => node["Relation Name"]?.startsWith("chart_days") && rowsRead(node) > 0);
    expect(read.reduce((sum, node) => sum + rowsRead(node), 0)).toBe(2);
    expect(new Set(read.map((node) => node["Relation Name"]))).toEqual(
      new Set(["chart_days_2026_04", "chart_days_2026_05"]),
    );
  });
});

const rowsRead = (node: PlanNode) =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0);

type Mode = "force_custom_plan" | "force_generic_plan";

/** Returns the nodes of the plan that ran, which pruned partitions never do. */
async function explain({ mode, date }: { mode: Mode; date: string | null }): Promise<readonly PlanNode[]> {
  const chart = { platform: "ios", collection: "top_free", countryCode: "us", categoryId: null } as const;
  const work = (db: Db) => findChart(db, { ...chart, date, today: TODAY });
  const plans = await explainWork(database().db, work, { analyze: true, mode });
  expect(plans).toHaveLength(1);
  return plans.flatMap(({ nodes }) => nodes).filter((node) => (node["Actual Loops"] ?? 0) > 0);
}
