import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../support/api.ts";
import { chartOf, createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { fetchRow, planChart, TODAY } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";

const database = useClockedDatabase();
/** No page shows the chart by revenue. */
const grossingRow = { collection: "top_grossing" } as const;
const grossing = { collection: "top_grossing", country: "us", categoryExternalId: null } as const;

/** The endpoint and the pipeline with one database: `deliver` passes the messages of the endpoint to the consumer. */
async function createWorld() {
  const { db } = database();
  await emptyCharts(db);
  const store = createFakeStore("ios");
  const pipeline = createChartPipeline(db, store);
  const api = createApi(db, { now: db.clock.now });
  const caller = await createCaller(db);
  const requestChart = async () => (await api.get("/charts?platform=ios&collection=top_grossing", caller)).body;
  const deliver = async () => {
    const messages = api.sentCharts.splice(0).map(({ message }) => message);
    return Promise.all(messages.map((message) => pipeline.deliver(message)));
  };
  return { db, store, pipeline, requestChart, deliver };
}

describe("a requested chart that is fetched by its feed", () => {
  it("is fetched by the message of the request, and returned afterwards", async () => {
    const { store, requestChart, deliver } = await createWorld();
    const found = chartOf(3);
    store.scriptChart(grossing, { found });

    expect((await requestChart()).meta.refresh).toBe("queued");
    expect(await deliver()).toEqual(["stored"]);

    const { data, meta } = await requestChart();
    expect(data.map((entry: { app_external_id: string }) => entry.app_external_id)).toEqual(
      found.map(({ external_id }) => external_id),
    );
    expect(meta).toMatchObject({ snapshot_date: TODAY, is_stale: false, refresh: "none" });
    expect(await deliver()).toEqual([]);
  });

  it.each([
    ["fails", storeFailure("timeout"), "retrying"],
    ["limits requests", storeFailure("http_429"), "throttled"],
  ])(
    "is fetched again at its own times when the store %s, however often it is requested",
    async (_case, failure, outcome) => {
      const { store, requestChart, deliver } = await createWorld();
      store.scriptChart(grossing, failure);
      await requestChart();

      expect(await deliver()).toEqual([outcome]);

      expect((await requestChart()).meta.refresh).toBe("under_way");
      expect((await requestChart()).meta.refresh).toBe("under_way");
      expect(await deliver()).toEqual([]);
      expect(store.calls).toHaveLength(1);
    },
  );

  it("is not requested from the store again that day when it is empty", async () => {
    const { store, requestChart, deliver } = await createWorld();
    store.scriptChart(grossing, { found: [] });
    await requestChart();

    expect(await deliver()).toEqual(["empty"]);

    expect((await requestChart()).meta).toMatchObject({ snapshot_date: null, is_stale: true, refresh: "empty" });
    expect(await deliver()).toEqual([]);
  });

  it("is fetched again ten minutes after all attempts have failed", async () => {
    const { db, store, pipeline, requestChart, deliver } = await createWorld();
    store.scriptChart(grossing, storeFailure("timeout"), { found: chartOf(1) });
    const message = await planChart(db, grossingRow, { attempts: 4 });
    expect(await pipeline.deliver(message)).toBe("failed");

    expect((await requestChart()).meta.refresh).toBe("failed");
    await db.clock.moveTo(db.clock.ms() + 600_001);
    expect((await requestChart()).meta.refresh).toBe("queued");

    expect(await deliver()).toEqual(["stored"]);
    expect(await fetchRow(db, message)).toMatchObject({ outcome: "stored", attempts: 1 });
  });

  it("is sent before its planned time, and not again at that time", async () => {
    const { db, store, pipeline, requestChart, deliver } = await createWorld();
    store.scriptChart(grossing, { found: chartOf(1) });
    await planChart(db, grossingRow, { isQueued: false, dueInSeconds: 120 });

    expect((await requestChart()).meta.refresh).toBe("queued");
    await pipeline.resend();
    expect(pipeline.sent).toEqual([]);
    expect(await deliver()).toEqual(["stored"]);
  });
});
