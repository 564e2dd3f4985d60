import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { bucketsOf } from "../../lib/domain/request-purpose.ts";
import { type ChartPipelineOverrides, createChartPipeline, createEmptyCharts, NOW } from "../support/chart-pipeline.ts";
import { fetchRow, planChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";

const database = useClockedDatabase();
const allFree = { collection: "top_free", country: "us", categoryExternalId: null } as const;

/** A store without charts, and one chart whose message is under way: no other is sent before its time. */
async function createWorld(overrides?: ChartPipelineOverrides) {
  const world = await createEmptyCharts(database().db, overrides);
  await planChart(world.db, { countryCode: "de" });
  return world;
}

const finished = { is_leased: false, due_in: null };

describe("a store that fails", () => {
  it.each([
    [1, 66],
    [2, 330],
    [3, 990],
    [4, 3_960],
  ])("is called again after failure %i, in %i seconds", async (failures, seconds) => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { attempts: failures - 1 });
    store.scriptChart(allFree, storeFailure("http_5xx"));

    expect(await pipeline.deliver(message)).toBe("retrying");

    const row = await fetchRow(db, message);
    expect(row).toMatchObject({ outcome: null, attempts: failures, is_queued: false, is_leased: false });
    expect(row?.due_in).toBeGreaterThan(seconds - 5);
    expect(row?.due_in).toBeLessThanOrEqual(seconds);
    expect(pipeline.sent).toEqual([]);
  });

  it("fails the chart with the fifth failure, for the day", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { attempts: 4 });
    store.scriptChart(allFree, storeFailure("invalid_response"));

    expect(await pipeline.deliver(message)).toBe("failed");
    expect(await fetchRow(db, message)).toMatchObject({ ...finished, outcome: "failed", attempts: 5 });
    expect(await pipeline.deliver(message)).toBe("not_claimed");
  });

  it("is not called again before the Retry-After of its response", async () => {
    const { db, store, pipeline } = await createWorld({ random: () => 0 });
    const message = await planChart(db);
    store.scriptChart(allFree, storeFailure("http_429", { retryAfterSeconds: 500 }));

    await pipeline.deliver(message);
    expect((await fetchRow(db, message))?.due_in).toBeGreaterThan(495);
  });

  it.each([
    [storeFailure("http_429", { retryAfterSeconds: 30 }), 0, 66],
    [storeFailure("http_403"), 3, 528],
    [storeFailure("http_403"), 11, 3_960],
    [storeFailure("http_429", { retryAfterSeconds: 7_200 }), 0, 7_920],
  ])(
    "is called again after $0.reason number $1 in $2 seconds, and the attempt does not count",
    async (failure, times, seconds) => {
      const { db, store, pipeline } = await createWorld();
      const message = await planChart(db, {}, { attempts: 4, timesThrottled: times });
      store.scriptChart(allFree, failure);

      expect(await pipeline.deliver(message)).toBe("throttled");

      const row = await fetchRow(db, message);
      expect(row).toMatchObject({ outcome: null, attempts: 4, is_queued: false, is_leased: false });
      expect(row?.due_in).toBeGreaterThan(seconds - 5);
      expect(row?.due_in).toBeLessThanOrEqual(seconds);
    },
  );

  it("fails a chart that it rejects more often than a limit of requests explains", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db, {}, { attempts: 4, timesThrottled: 12 });
    store.scriptChart(allFree, storeFailure("http_403"));

    expect(await pipeline.deliver(message)).toBe("failed");
  });

  it("leaves a message to its queue when something else fails", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    const broken = createChartPipeline(db, {
      ...store,
      fetchChart: () => Promise.reject(new TypeError("a defect")),
    });

    await expect(broken.deliver(message)).rejects.toThrow("a defect");
    await db.execute(sql`UPDATE chart_fetches SET lease_until = clock_timestamp()`);
    expect(await pipeline.deliver(message)).toBe("empty");
  });
});

describe("a store whose budget is spent", () => {
  /** Seconds until a chart finds its tokens in a bucket without any. */
  const SECONDS_TO_TOKENS = TOKENS_NEEDED.chart / (8 / 60);
  const spend = () => database().db.insert(storeBudgets).values({ bucket: "itunes_rss", tokens: 0, refilledAt: NOW });

  it("gets no request: the chart waits in its row until there are tokens, and the attempt does not count", async () => {
    const { db, store, pipeline } = await createWorld();
    const message = await planChart(db);
    await spend();

    expect(await pipeline.deliver(message)).toBe("postponed");

    expect(store.calls).toHaveLength(0);
    expect(pipeline.sent).toEqual([]);
    const row = await fetchRow(db, message);
    expect(row).toMatchObject({ outcome: null, attempts: 0, is_queued: false, is_leased: false });
    expect(row?.due_in).toBe(SECONDS_TO_TOKENS);
  });

  it("has one message sent for when there are tokens, where no other is under way", async () => {
    const { db, store, pipeline } = await createEmptyCharts(database().db);
    const messages = [await planChart(db), await planChart(db, { collection: "top_paid" })];
    await spend();

    for (const message of messages) expect(await pipeline.deliver(message)).toBe("postponed");

    expect(store.calls).toHaveLength(0);
    expect(pipeline.sent).toHaveLength(1);
    expect(pipeline.sent[0]?.delaySeconds).toBe(SECONDS_TO_TOKENS);
  });

  it("shares its budget with the syncs of the platform, one request a chart", async () => {
    const { db, pipeline } = await createWorld();
    const { stores } = pipeline.settings;
    const { mostInAMinute } = stores.hosts["itunes.apple.com"];
    await takeTokens(db, bucketsOf(stores, { itunes_lookup: mostInAMinute - 2 }, "page"));

    const outcomes: string[] = [];
    for (const collection of ["top_free", "top_paid", "top_grossing"] as const) {
      outcomes.push(await pipeline.deliver(await planChart(db, { collection })));
    }
    expect(outcomes).toEqual(["empty", "empty", "postponed"]);
  });
});
