import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { findChartMovers } from "../../../db/queries/charts/chart-movers.ts";
import { listRankingSeries, listRankingsOfDay } from "../../../db/queries/charts/rankings.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { Db } from "../../../db/statement.ts";
import { categoryIdOf } from "../../support/charts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { fillTables } from "../../support/fill-tables.ts";
import { explainWork, flatten, type PlanNode } from "../../support/plans.ts";
import { rowsReadOf } from "../../support/rows-read.ts";

const database = useDatabase();

/** A million ranks: of each day a hundred countries, two collections and twenty categories, fifty apps each. */
const APPS = 20_000;
const RANKS = 50;
const CATEGORIES = 20;
const DAYS = 5;
const FIRST_DAY = "2026-04-29";
const DAY = "2026-05-03";
/** The first app of every chart of the United States. */
const APP = 1;

beforeAll(() => fillTables(database(), addCharts), 120_000);

async function addCharts(db: TestDb): Promise<void> {
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  await db.execute(
    sql`INSERT INTO apps (platform, external_id) SELECT 'ios', n::text FROM generate_series(1, ${APPS}) n`,
  );
  // With the trigger that notes the apps of charts.
  await db.execute(sql`SET session_replication_role = origin`);
  await db.execute(sql`
    INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids, prices,
      currencies)
    SELECT 'ios', collection, c.code, k.id, day, day, ARRAY(SELECT CASE
        WHEN c.code = 'us' AND rank = 1 THEN ${APP}::int
        ELSE 2 + (rank * 197 + k.id * 7919 + ascii(c.code) * 131 + ascii(substr(c.code, 2)) * 3571)
          % (${APPS}::int - 2) END
      FROM generate_series(1, ${RANKS}::int) rank), '{0}', '{USD}'
    FROM (SELECT code FROM countries WHERE ios_languages IS NOT NULL ORDER BY code = 'us' DESC, code LIMIT 100) c,
      (SELECT id FROM store_categories WHERE platform = 'ios' ORDER BY external_id NULLS FIRST LIMIT ${CATEGORIES}) k,
      generate_series(${FIRST_DAY}::date, ${FIRST_DAY}::date + ${DAYS}::int - 1, '1 day') day,
      unnest('{top_free,top_grossing}'::text[]) collection ORDER BY day, c.code`);
  // The last charts are left as they are stored.
  for (let packed = 1; packed < (DAYS * 100 * 2 * CATEGORIES) / 1000 - 1; packed += 1) {
    await db.execute(sql`SELECT pack_charts()`);
  }
  await db.execute(sql`VACUUM ANALYZE`);
}

/**
 * Separates the reads of the first day of each chart, by which the dashboard plots the chart that is stored for
 * longest. They look for that day from the oldest partition on.
 */
function apart(nodes: readonly PlanNode[]) {
  const firstDays = nodes.filter((node) => node["Subplan Name"] === "CTE charts").flatMap(flatten);
  return { firstDays, ranks: nodes.filter((node) => !firstDays.includes(node)) };
}

describe.each(["force_custom_plan", "force_generic_plan"] as const)("with %s, of 10^6 ranks", (mode) => {
  const explain = async (work: (db: Db) => Promise<unknown>) => {
    const plans = await explainWork(database().db, work, { analyze: true, mode });
    expect(plans).toHaveLength(1);
    return plans.flatMap(({ nodes }) => nodes);
  };

  it("the ranks of a day read the day's, the earlier and the first chart of those that had the app", async () => {
    const request = {
      platform: "ios",
      date: DAY,
      oldest: DAY,
      countryCodes: null,
      collection: null,
      categoryId: null,
    } as const;
    const nodes = await explain((db) => listRankingsOfDay(db, { ...request, appId: APP }));

    const { ranks, firstDays } = apart(nodes);
    const read = rowsReadOf(ranks, "chart_days");
    expect([read.rows, read.isScanned]).toEqual([2 * 2 * CATEGORIES, false]);
    expect(read.partitions).toEqual(["chart_days_2026_05"]);
    // One row for each thousand charts, and one more of each day whose charts are packed with those of the next.
    const packed = rowsReadOf(ranks, "charted_apps");
    expect(packed.isScanned).toBe(false);
    expect(packed.rows).toBeLessThanOrEqual(DAYS * 4 + DAYS);
    expect(rowsReadOf(nodes, "trending_chart").rows).toBe(0);
    expect(rowsReadOf(firstDays, "chart_days")).toMatchObject({ rows: 2 * CATEGORIES, isScanned: false });
  });

  it("a series reads the charts of its days, the earlier chart of each, and the first chart once", async () => {
    const categoryId = await categoryIdOf(database().db, "ios", null);
    const request = { platform: "ios", collection: "top_free", countryCodes: "{us}", categoryId } as const;
    const nodes = await explain((db) => listRankingSeries(db, { ...request, appId: APP, from: "2026-04-30", to: DAY }));

    const { ranks, firstDays } = apart(nodes);
    const read = rowsReadOf(ranks, "chart_days");
    expect([read.rows, read.isScanned]).toEqual([2 * 4, false]);
    expect(read.partitions).toEqual(["chart_days_2026_04", "chart_days_2026_05"]);
    expect(rowsReadOf(firstDays, "chart_days")).toMatchObject({ rows: 1, isScanned: false });
  });

  it("movers are those of two charts", async () => {
    const request = { platform: "ios", collection: "top_free", countryCode: "us", categoryId: null } as const;
    const nodes = await explain((db) => findChartMovers(db, { ...request, from: null, to: DAY }));

    expect(rowsReadOf(nodes, "chart_days")).toMatchObject({ rows: 2, isScanned: false });
    expect(rowsReadOf(nodes, "apps").isScanned).toBe(false);
  });
});
