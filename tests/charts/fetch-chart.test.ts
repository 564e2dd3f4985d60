import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import {
  type ChartPipelineOverrides,
  chartEntry,
  chartOf,
  createEmptyCharts,
  YESTERDAY,
} from "../support/chart-pipeline.ts";
import { addChart, categoryIdOf, fetchRow, planChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { addLegacyChartRows } from "../support/legacy-chart-rows.ts";

const database = useClockedDatabase();
const allFree = { collection: "top_free", country: "us", categoryExternalId: null } as const;
const createWorld = (overrides?: ChartPipelineOverrides) => createEmptyCharts(database().db, overrides);

const finished = { is_leased: false, due_in: null };

describe("a chart message", () => {
  it("[CHT-1 CHT-3] fetches the chart and saves it in the order of its ranks", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    const entries = chartOf(3);
    store.scriptChart(allFree, { found: entries });

    expect(await pipeline.deliver(message)).toBe("stored");

    expect(await storedChart(db, message)).toEqual(
      entries.map(({ rank, external_id: externalId }) => ({ rank, externalId, price: 0, currency: "USD" })),
    );
    expect(await fetchRow(db, message)).toMatchObject({ ...finished, outcome: "stored", attempts: 1 });
  });

  it("requests the category by the store's own id, within a deadline", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {
      categoryId: await categoryIdOf(db, "ios", "6007"),
      countryCode: "de",
      collection: "top_paid",
    });

    await pipeline.deliver(message);

    expect(store.calls).toHaveLength(1);
    expect(store.calls[0]).toMatchObject({ subject: "top_paid de 6007", context: { correlationId: "test" } });
    expect(store.calls[0]?.context.deadlineMs).toBeLessThanOrEqual(28_000);
  });

  it("calls the store once when it is delivered ten times at once", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    store.scriptChart(allFree, { found: chartOf(20) });

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pipeline.deliver(message)));

    expect(outcomes.toSorted()).toEqual([...Array(9).fill("not_claimed"), "stored"]);
    expect(store.calls).toHaveLength(1);
    expect(await storedChart(db, message)).toHaveLength(20);
  });

  it.each([
    ["that nobody has planned", sql`DELETE FROM chart_fetches`],
    ["that waits for its slot", sql`UPDATE chart_fetches SET queued_at = NULL`],
    ["that is held", sql`UPDATE chart_fetches SET lease_until = clock_timestamp() + interval '5 seconds'`],
    ["that is finished", sql`UPDATE chart_fetches SET outcome = 'empty', next_attempt_at = NULL`],
  ])("of a chart %s does nothing", async (_state, change) => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    await db.execute(change);

    expect(await pipeline.deliver(message)).toBe("not_claimed");
    expect(store.calls).toHaveLength(0);
  });

  it("continues where a consumer died while it held the chart", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { attempts: 1 });
    await db.execute(sql`UPDATE chart_fetches SET lease_until = clock_timestamp() - interval '1 second'`);
    store.scriptChart(allFree, { found: chartOf(2) });

    expect(await pipeline.deliver(message)).toBe("stored");
    expect(await fetchRow(db, message)).toMatchObject({ outcome: "stored", attempts: 2 });
  });

  it("fails a chart whose consumers died at every attempt", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { attempts: 5 });

    expect(await pipeline.deliver(message)).toBe("not_claimed");

    expect(store.calls).toHaveLength(0);
    expect(await fetchRow(db, message)).toMatchObject({ ...finished, outcome: "failed", attempts: 5 });
  });
});

describe("an empty chart", () => {
  it("is recorded and not requested again that day", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);

    expect(await pipeline.deliver(message)).toBe("empty");
    expect(await pipeline.deliver(message)).toBe("not_claimed");

    expect(store.calls).toHaveLength(1);
    expect(await storedChart(db, message)).toBeUndefined();
    expect(await fetchRow(db, message)).toMatchObject({ ...finished, outcome: "empty" });
  });
});

describe("a late message", () => {
  it.each([
    ["2026-05-11T05:59:59Z", "stored", "stored"],
    ["2026-05-11T06:00:00Z", "missed", "missed"],
    ["2026-05-14T00:00:00Z", "missed", "missed"],
  ])("at %s leaves the chart of the 10th as %s", async (at, outcome, recorded) => {
    const { db, store, pipeline } = await createWorld();
    await db.clock.moveTo(Date.parse(at));
    const message = await planChart(db);
    store.scriptChart(allFree, { found: chartOf(2) });

    expect(await pipeline.deliver(message)).toBe(outcome);
    expect(await fetchRow(db, message)).toMatchObject({ ...finished, outcome: recorded });
    expect(await storedChart(db, { ...message, chartDate: at.slice(0, 10) })).toBeUndefined();
  });

  it("changes nothing of a finished chart", async () => {
    const { db, pipeline } = await createWorld();
    const message = await planChart(db, { chartDate: "2026-05-01" });
    await db.execute(sql`UPDATE chart_fetches SET outcome = 'stored', next_attempt_at = NULL`);

    expect(await pipeline.deliver(message)).toBe("missed");
    expect(await fetchRow(db, message)).toMatchObject({ outcome: "stored" });
  });

  it("is stored under its own day beside the next day's, in any order", async () => {
    const { db, store, pipeline } = await createWorld();
    await db.clock.moveTo(Date.parse("2026-05-10T03:00:00Z"));
    const [today, yesterday] = [await planChart(db), await planChart(db, { chartDate: YESTERDAY })];
    store.scriptChart(allFree, { found: chartOf(1) }, { found: chartOf(2) });

    await pipeline.deliver(today);
    await pipeline.deliver(yesterday);

    expect(await storedChart(db, today)).toHaveLength(1);
    expect(await storedChart(db, yesterday)).toHaveLength(2);
  });

  it("of a day that has not begun waits for that day", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, { chartDate: "2026-05-11" });

    expect(await pipeline.deliver(message)).toBe("not_claimed");
    expect(store.calls).toHaveLength(0);
    expect(await fetchRow(db, message)).toMatchObject({ outcome: null });
  });
});

describe("a chart that exists without a fetch", () => {
  it.each([
    ["as a row", addChart],
    ["as rows of its ranks", addLegacyChartRows],
  ] as const)("is kept as it is, stored %s", async (_form, add) => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    await add(db, message, [{ rank: 1, appId: (await createApp(db)).id }]);
    store.scriptChart(allFree, { found: [chartEntry({ external_id: "chart.app.late" })] });

    expect(await pipeline.deliver(message)).toBe("stored");
    expect((await storedChart(db, message)) ?? []).toHaveLength(add === addChart ? 1 : 0);
    expect(await db.execute(sql`SELECT 1 FROM apps WHERE external_id = 'chart.app.late'`)).toHaveLength(0);
  });
});
