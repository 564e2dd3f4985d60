import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chartFetches, chartSlots } from "../../db/schema/charts.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { prod } from "../../infra/aws/stages.ts";
import { createDelivery } from "../../infra/local/pipeline/delivery.ts";
import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { PACED_AHEAD_SECONDS } from "../../lib/domain/paced-fetch.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import type { RetryBudget } from "../../lib/stores/store-budget.ts";
import { wireChartRequests, wireEndpoint, wireLiveRequests, wireSyncRequests } from "../../lib/wiring/endpoints.ts";
import { wirePipeline } from "../../lib/wiring/pipeline.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useClockedDatabase();
const tick = { correlationId: "test" };
const invocation = { remainingMs: () => 90_000 };

/** The pipeline of `prod`, and the budgets that its connectors got for quick retries. */
function wire() {
  const { db } = database();
  const delivery = createDelivery(db.clock);
  const retries: Record<Platform, RetryBudget[]> = { ios: [], android: [] };
  const ports = {
    db,
    log: silentLog,
    measure: () => undefined,
    now: db.clock.now,
    random: () => 0.5,
    newId: randomUUID,
    sleep: (ms: number) => db.clock.moveTo(db.clock.ms() + ms),
    countries: fewCountries,
    categories: storeCategories,
    queues: delivery.queues,
    connect: (platform: Platform, budget: RetryBudget) => {
      retries[platform].push(budget);
      return createFakeStore(platform);
    },
  };
  return { db, ports, delivery, retries, pipeline: wirePipeline(ports, prod) };
}

/** No chart is planned, and the first one may be fetched at once. */
async function withoutCharts() {
  const wired = wire();
  await wired.db.delete(chartFetches);
  await wired.db.update(chartSlots).set({ nextPlannedAt: sql`clock_timestamp()` });
  return wired;
}

/** Leaves this many tokens in the buckets of the App Store's lookups. */
async function leaveTokens(tokens: number): Promise<void> {
  const { db } = database();
  await db.delete(storeBudgets);
  const refilledAt = sql`clock_timestamp()`;
  const rows = ["itunes_lookup", "itunes.apple.com"].map((bucket) => ({ bucket, tokens, refilledAt }));
  await db.insert(storeBudgets).values(rows);
}

describe("the wired pipeline", () => {
  it("pays for quick retries of syncs as for their requests, and for those of charts as for charts", async () => {
    const { pipeline, retries } = wire();
    await pipeline.consumeSync({ v: 1, platform: "ios", kind: "express", correlationId: "test" }, invocation);
    const chart = { platform: "ios", collection: "top_free", countryCode: "us", categoryId: 1 } as const;
    await pipeline.consumeChart({ v: 1, ...chart, chartDate: "2026-01-01", correlationId: "test" }, invocation);
    const [ofSyncs, ofCharts] = retries.ios;

    await leaveTokens(TOKENS_NEEDED.chart);
    expect(await ofSyncs?.({ itunes_lookup: 1 })).toBeGreaterThan(0);
    await leaveTokens(TOKENS_NEEDED.chart);
    expect(await ofCharts?.({ itunes_lookup: 1 })).toBe(0);
  });

  it("sweeps the App Store alone", async () => {
    const { pipeline } = wire();
    expect(Object.keys(await pipeline.sweepStorefronts(tick))).toEqual(["ios"]);
  });

  it("plans no express shard of a store without sweeps", async () => {
    const { delivery, pipeline } = wire();
    await pipeline.consumeSync({ v: 1, platform: "android", kind: "express", correlationId: "test" }, invocation);
    expect(delivery.sweeps).toEqual([]);
  });

  it.each(platforms)(
    "sends the day's charts of %s at its pace, as many as come within a minute, each on its queue",
    async (platform) => {
      const { delivery, pipeline } = await withoutCharts();
      const planned = await pipeline.startDailyCharts(platform, tick);

      const { chartsPerMinute } = prod.charts;
      expect(planned).toBeGreaterThan(chartsPerMinute[platform]);
      expect(new Set(delivery.charts.map(({ queue }) => queue))).toEqual(new Set([platform]));
      expect(Math.max(...delivery.charts.map(({ delaySeconds }) => delaySeconds))).toBeLessThanOrEqual(
        PACED_AHEAD_SECONDS,
      );
      const ahead = (chartsPerMinute[platform] * PACED_AHEAD_SECONDS) / 60;
      expect(Math.abs(delivery.charts.length - ahead)).toBeLessThanOrEqual(1);
    },
  );

  it("sends what is due of both platforms with each tick of charts", async () => {
    const { db, delivery, pipeline } = await withoutCharts();
    for (const platform of platforms) await pipeline.startDailyCharts(platform, tick);
    delivery.charts.length = 0;
    await db.clock.moveTo(db.clock.ms() + PACED_AHEAD_SECONDS * 1_000);

    await pipeline.resendCharts(tick);

    expect(new Set(delivery.charts.map(({ queue }) => queue))).toEqual(new Set(platforms));
  });
});

describe("wired endpoints", () => {
  it("have the limits that follow from the stage", () => {
    const { ports } = wire();
    expect(wireEndpoint(ports, prod)).toMatchObject({ requestsPerMinute: prod.api.rateLimitPerMinute });
    expect(wireSyncRequests(ports, prod)).toMatchObject({ refreshHours: prod.sync.refreshHours });
    expect(wireChartRequests(ports, prod)).toMatchObject({ chartSettings: prod.charts });
    expect(wireLiveRequests(ports, prod)).toMatchObject({ storeSettings: prod.stores });
  });

  it("never repeat a live request by themselves", async () => {
    const { ports, retries } = wire();
    wireLiveRequests(ports, prod);
    for (const platform of nonEmpty(platforms)) expect(await retries[platform][0]?.({})).toBe(Number.POSITIVE_INFINITY);
  });
});
