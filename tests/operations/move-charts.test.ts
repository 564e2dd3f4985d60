import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import type { Db } from "../../db/client.ts";
import { pacedCharts } from "../../db/queries/charts/chart-fetches.ts";
import type { StoredChartEntry } from "../../db/queries/charts/save-charts.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../lib/domain/chart.ts";
import { moveCharts } from "../../lib/operations/move-charts.ts";
import { emptyCharts } from "../support/chart-pipeline.ts";
import { addSmallChart, categoryIdOf, planChart, saveListedChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createEffects, type Fault, sweepCrashPoints } from "../support/faults/effects.ts";
import { addLegacyChartRows, saveLegacyChartRows } from "../support/legacy-chart-rows.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useClockedDatabase();

const DAYS = ["2026-04-29", "2026-04-30", "2026-05-01"];
const NOW = new Date("2026-05-10T08:00:00Z");

let all: number;
beforeEach(async () => {
  const { db } = database();
  await emptyCharts(db);
  await createMissingPartitions(db, NOW);
  all = await categoryIdOf(db, "ios", null);
});

const chartOn = (chartDate: string, countryCode = "us"): ChartKey => ({
  platform: "ios",
  collection: "top_paid",
  countryCode,
  categoryId: all,
  chartDate,
});

const move = (db: Db = database().db, chartsPerStep = 2, now = () => NOW) =>
  moveCharts({ db, now, log: silentLog }, { charts_per_step: chartsPerStep });

async function leaseOf(chart: ChartKey) {
  const { db } = database();
  const lease = { ...chart, leaseToken: randomUUID(), leaseSeconds: 60 };
  await planChart(db, chart);
  if ((await pacedCharts.claim(db, lease)) === undefined) throw new Error("The chart was not claimed.");
  return lease;
}

const entry = (rank: number, price: number | null, currency: string | null = "USD"): StoredChartEntry => ({
  rank,
  external_id: `app.${rank}`,
  name: `App ${rank}`,
  icon_url: null,
  is_free: price === 0,
  category_external_id: null,
  price,
  currency,
});

const forms: readonly (readonly [string, readonly StoredChartEntry[]])[] = [
  ["whose apps are free", [entry(1, 0), entry(2, 0)]],
  ["whose apps cost different prices", [entry(1, 0.99), entry(2, 4.5), entry(3, 0)]],
  ["with prices that are not known", [entry(1, null, null), entry(2, 3)]],
  ["without any price", [entry(1, null, null), entry(2, null, null)]],
  ["with gaps between its ranks", [entry(3, 1), entry(200, 2, "EUR")]],
  ["in which an app has two ranks", [entry(1, 1), entry(2, 1), { ...entry(1, 5), rank: 3 }, entry(4, 1)]],
];

/** Returns what is stored of charts in either form. */
async function dump(db = database().db) {
  const [row] = await db.execute(sql`
    SELECT (SELECT jsonb_agg(to_jsonb(d) - 'app_ids' ORDER BY chart_date, country_code) FROM chart_days d) AS moved,
      (SELECT jsonb_agg(app_ids ORDER BY chart_date, country_code) FROM chart_days) AS apps,
      (SELECT count(*)::int FROM trending_charts) AS charts,
      (SELECT count(*)::int FROM trending_chart_entries) AS entries`);
  return row;
}

describe("move-charts", () => {
  it.each(forms)("leaves of a chart %s what storing it leaves", async (_form, entries) => {
    const { db } = database();
    const fetchedAt = new Date("2026-05-01T06:30:00.123Z");
    const window = Math.max(100, ...entries.map(({ rank }) => rank));
    await saveListedChart(db, { lease: await leaseOf(chartOn("2026-05-01")), fetchedAt, entries, window });
    const stored = await dump();
    await db.execute(sql`TRUNCATE chart_days, chart_fetches`);
    await saveLegacyChartRows(db, { lease: await leaseOf(chartOn("2026-05-01")), fetchedAt, entries });

    expect(await move()).toMatchObject({ moved: 1, left: 0 });
    expect(await dump()).toEqual(stored);
  });

  it("empties the months whose charts were all moved, and says what is left", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    for (const day of DAYS) await addLegacyChartRows(db, chartOn(day), [{ rank: 1, appId }]);
    let calls = 0;
    const oneStep = () => new Date(NOW.getTime() + 20_000 * calls++);

    expect(await move(db, 2, oneStep)).toEqual({ moved: 2, left: 1, oldest_left: "2026-05-01", emptied_months: 1 });
    expect(await move()).toEqual({ moved: 1, left: 0, oldest_left: null, emptied_months: 1 });
    expect(await move()).toEqual({ moved: 0, left: 0, oldest_left: null, emptied_months: 0 });
    expect(await dump()).toMatchObject({ entries: 0 });
  });

  it("leaves a place for charts that the release before stores meanwhile", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    await addLegacyChartRows(db, chartOn("2026-05-01"), [{ rank: 1, appId }]);
    await move();
    await addLegacyChartRows(db, chartOn("2026-05-02"), [{ rank: 1, appId }]);

    expect(await dump()).toMatchObject({ charts: 1, entries: 1 });
    expect(await move()).toMatchObject({ moved: 1, left: 0, emptied_months: 1 });
    expect(await storedChart(db, chartOn("2026-05-02"))).toHaveLength(1);
  });

  it("keeps a chart that is stored in its new form, and deletes one whose ranks are gone", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    await addSmallChart(db, chartOn("2026-05-01"));
    const kept = await storedChart(db, chartOn("2026-05-01"));
    await addLegacyChartRows(db, chartOn("2026-05-01"), [{ rank: 7, appId }]);
    await addLegacyChartRows(db, chartOn("2026-05-02"), [{ rank: 7, appId }]);
    await db.execute(sql`DELETE FROM trending_chart_entries WHERE chart_date = '2026-05-02'`);

    expect(await move()).toMatchObject({ moved: 2, left: 0 });
    expect(await storedChart(db, chartOn("2026-05-01"))).toEqual(kept);
    expect(await storedChart(db, chartOn("2026-05-02"))).toBeUndefined();
  });

  it("empties months as a role that owns no table", async () => {
    const { db, sql: client, connection } = database();
    const { id: appId } = await createApp(db);
    await addLegacyChartRows(db, chartOn("2026-05-01"), [{ rank: 1, appId }]);
    await db.execute(sql`DELETE FROM trending_charts`);

    await client.unsafe(`CREATE ROLE "${connection.database}"`);
    const emptied = await client.begin(async (transaction) => {
      await transaction.unsafe(`SET LOCAL ROLE "${connection.database}"`);
      return transaction`SELECT truncate_moved_chart_entries() AS name`;
    });
    await client.unsafe(`DROP ROLE "${connection.database}"`);

    expect([...emptied]).toEqual([{ name: "trending_chart_entries_2026_05" }]);
  });

  it("moves each chart once when two invocations run at once", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    for (const day of DAYS) {
      for (const country of ["us", "de", "fr"])
        await addLegacyChartRows(db, chartOn(day, country), [{ rank: 1, appId }]);
    }

    const results = await Promise.all([move(), move()]);

    expect(results.reduce((sum, { moved }) => sum + moved, 0)).toBe(9);
    await move();
    expect(await dump()).toMatchObject({ charts: 0, entries: 0 });
  });

  it("ends with the same rows wherever an invocation is killed or fails", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    const play = async (fault?: Fault) => {
      await db.execute(sql`TRUNCATE chart_days, trending_charts, trending_chart_entries`);
      for (const day of DAYS)
        await addLegacyChartRows(db, chartOn(day), [{ rank: 2, appId, price: 1, currency: "USD" }]);
      const effects = createEffects();
      effects.begin(fault);
      await effects.attempt(() => move(effects.db(db)));
      const names = [...effects.names];

      expect(effects.unexplained).toEqual([]);
      expect(await move()).toMatchObject({ left: 0 });
      return { effects: names, dump: await dump() };
    };

    expect(await sweepCrashPoints("moving charts", play)).toEqual([
      "move_charts",
      "move_charts",
      "move_charts",
      "truncate_moved_chart_entries",
      "count_unmoved_charts",
    ]);
  });
});
