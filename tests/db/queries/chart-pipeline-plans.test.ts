import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { claimChartStatement } from "../../../db/queries/claim-chart.ts";
import { missOverdueChartsQuery, takeDueChartsQuery } from "../../../db/queries/due-charts.ts";
import { createMissingPartitions } from "../../../db/queries/partitions.ts";
import { planCharts } from "../../../db/queries/plan-charts.ts";
import { chartStatement } from "../../../db/queries/store-chart.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { activeStorefronts } from "../../../lib/domain/storefronts.ts";
import { chartOf } from "../../support/chart-pipeline.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
};

const DAYS = ["2026-05-06", "2026-05-07", "2026-05-08", "2026-05-09", "2026-05-10"];
const TODAY = "2026-05-10";
const APPS = 30_000;
/** Tables that grow with use. */
const growing = /^(chart_fetches|trending_chart|apps|publishers)/;

/** Five days of a platform's charts, of which the first four are finished; today's are waiting. */
beforeAll(async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date(`${TODAY}T00:00:00Z`));
  const countryCodes = activeStorefronts(countries, "ios").map(({ code }) => code);
  for (const chartDate of DAYS) {
    await planCharts(db, { platform: "ios", chartDate, countryCodes, chartsPerMinute: 8 });
  }
  await db.execute(sql`UPDATE chart_fetches SET outcome = 'stored', next_attempt_at = NULL,
    queued_at = now() - interval '1 day' WHERE chart_date < ${TODAY}`);
  await db.execute(sql`INSERT INTO publishers (platform, external_id, name)
    SELECT 'ios', 'p' || n, 'p' FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`INSERT INTO apps (platform, external_id, publisher_id)
    SELECT 'ios', n::text, n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`VACUUM ANALYZE`);
});

describe("the plans of the chart pipeline", () => {
  it("claim a chart by its key", async () => {
    const [category] = await database().sql`SELECT min(category_id) AS id FROM chart_fetches`;
    const values = ["ios", "top_free", "us", category?.id, TODAY, 60];
    const inlined = claimChartStatement.replaceAll(/\$(\d)/g, (_, index) => `'${values[Number(index) - 1]}'`);
    const nodes = await explain(sql.raw(inlined));

    expectNoScan(nodes);
    expect(readOf(nodes, "chart_fetches")).toBeLessThanOrEqual(1);
  });

  it("find the charts that are due without reading those that are finished", async () => {
    const selection = {
      platform: "ios",
      days: { oldest: "2026-05-09", newest: TODAY },
      chartsPerMinute: 8,
      horizonSeconds: 300,
      resendSeconds: 900,
    } as const;
    const nodes = await explain(takeDueChartsQuery(selection));

    expectNoScan(nodes);
    expect(nodes.map((node) => node["Index Name"])).toContain("chart_fetches_open_index");
    // Each is found, locked and updated.
    expect(readOf(nodes, "chart_fetches")).toBeLessThanOrEqual(3 * 40);
  });

  it("find the charts of days that are over without reading those that are finished", async () => {
    const nodes = await explain(missOverdueChartsQuery({ platform: "ios", oldestDay: TODAY }));

    expectNoScan(nodes);
    expect(readOf(nodes, "chart_fetches")).toBe(0);
  });

  it("find the apps and publishers of a chart by their keys", async () => {
    const entries = chartOf(200);
    const known = entries.map((entry, index) => (index < 150 ? { ...entry, externalId: String(index + 1) } : entry));
    const [category] = await database().sql`SELECT min(category_id) AS id FROM chart_fetches`;
    const lease = { platform: "ios", collection: "top_free", countryCode: "us", chartDate: TODAY } as const;
    const statement = chartStatement({
      lease: { ...lease, categoryId: category?.id, leaseUntil: "2999-01-01 00:00:00+00" },
      fetchedAt: new Date(),
      entries: known.map((entry) => ({ ...entry, publisher: null, categoryExternalId: null })),
    });
    await database().db.execute(sql`UPDATE chart_fetches SET lease_until = '2999-01-01 00:00:00+00'
      WHERE chart_date = ${TODAY} AND country_code = 'us'`);
    const nodes = await explain(statement);

    expectNoScan(nodes);
    expect(readOf(nodes, "apps")).toBeLessThanOrEqual(200);
  });
});

/** The nodes of the plan as it ran: the statement has its effect. */
async function explain(statement: SQL): Promise<readonly PlanNode[]> {
  const [row] = await database().db.execute<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`,
  );
  return row === undefined ? [] : flatten(row["QUERY PLAN"][0].Plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function expectNoScan(nodes: readonly PlanNode[]): void {
  const scanned = nodes.filter((node) => node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 0) > 0);
  expect(scanned.map((node) => node["Relation Name"] ?? "").filter((name) => growing.test(name))).toEqual([]);
}

/** Rows of a table that were looked at. */
function readOf(nodes: readonly PlanNode[], table: string): number {
  const rows = nodes
    .filter((node) => node["Relation Name"] === table && /Scan$/.test(node["Node Type"]))
    .map((node) => ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0));
  return rows.reduce((sum, count) => sum + count, 0);
}
