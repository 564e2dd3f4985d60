import { describe, expect, it } from "vitest";

import type { PageChart } from "../../lib/stores/records.ts";
import { createApi, createCaller } from "../support/api.ts";
import { createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { categoryIdOf, fetchRow, planChart, TODAY } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { prodSettings } from "../support/stage-settings.ts";

const database = useClockedDatabase();
const books = { country: "us", categoryExternalId: "6018" } as const;

async function createWorld({ pages = "on", requestedPerUserAndDay = 50 }: World = {}) {
  const { db } = database();
  await emptyCharts(db);
  const store = createFakeStore("ios");
  store.emptyCharts();
  const settings = prodSettings({ charts: { pages, requestedPerUserAndDay } });
  const pipeline = createChartPipeline(db, store);
  const api = createApi(db, { now: db.clock.now, chartSettings: settings.charts });
  const caller = await createCaller(db);
  const categoryId = await categoryIdOf(db, "ios", "6018");
  const show = async (collection: string, category = categoryId) => {
    const query = `platform=ios&collection=${collection}&category_id=${category}`;
    return (await api.get(`/charts?${query}`, caller)).body;
  };
  const rowOf = (collection: "top_free" | "top_paid", category = categoryId) =>
    fetchRow(db, { platform: "ios", collection, countryCode: "us", categoryId: category, chartDate: TODAY });
  const deliver = () => Promise.all(api.sentCharts.splice(0).map(({ message }) => pipeline.deliver(message)));
  return { db, store, pipeline, api, categoryId, show, rowOf, deliver };
}

type World = { readonly pages?: "on" | "off"; readonly requestedPerUserAndDay?: number };

function pageChart(collection: PageChart["collection"]): PageChart {
  const entries = Array.from({ length: 200 }, (_, index) => ({
    rank: index + 1,
    external_id: `${collection === "top_free" ? 1 : 2}${String(index).padStart(4, "0")}`,
    name: index < 25 ? `App ${index}` : null,
    icon_url: null,
  }));
  return { collection, category_external_id: "6018", window: 200, entries };
}

describe("a request for a chart that a page shows", () => {
  it("[CHT-7] refreshes the other charts of the page, and counts once", async () => {
    const { store, api, show, deliver } = await createWorld({ requestedPerUserAndDay: 1 });
    store.scriptChartPage(books, { charts: [pageChart("top_free"), pageChart("top_paid")], missing: [] });

    expect((await show("top_paid")).meta.refresh).toBe("queued");
    expect((await show("top_free")).meta.refresh).toBe("under_way");
    expect(api.sentCharts).toHaveLength(1);
    expect(await deliver()).toEqual(["stored"]);

    const [paid, free] = [await show("top_paid"), await show("top_free")];
    expect([paid.data.length, free.data.length]).toEqual([200, 200]);
    expect(free.data[24]).toMatchObject({ rank: 25, app_name: "App 24", price: 0, is_free: true });
    expect(free.data[199]).toMatchObject({ rank: 200, app_name: "10199", publisher: null, category_name: null });
    expect(paid.data[199]).toMatchObject({ rank: 200, app_name: "20199", price: null, is_free: false });
    expect([free.meta.window, free.meta.refresh]).toEqual([200, "none"]);
    expect(store.calls).toHaveLength(1);
    expect((await show("top_grossing")).meta.refresh).toBe("limit_reached");
  });

  it("[CHT-7] refreshes the charts of games with those of all categories", async () => {
    const { db, show, rowOf } = await createWorld();
    const games = await categoryIdOf(db, "ios", "6014");
    const all = await categoryIdOf(db, "ios", null);

    await show("top_free", games);

    for (const category of [games, all]) {
      for (const collection of ["top_free", "top_paid"] as const) {
        expect(await rowOf(collection, category)).toMatchObject({ outcome: null, is_queued: true });
      }
    }
  });

  it("takes the planned fetch of the page with it", async () => {
    const { db, store, pipeline, categoryId, show, deliver } = await createWorld();
    for (const collection of ["top_free", "top_paid"] as const) {
      const state = { isQueued: false, dueInSeconds: 120, pageCategoryId: categoryId };
      await planChart(db, { collection, categoryId }, state);
    }
    store.scriptChartPage(books, { charts: [pageChart("top_free"), pageChart("top_paid")], missing: [] });

    expect((await show("top_free")).meta.refresh).toBe("queued");
    await pipeline.resend();

    expect(pipeline.sent).toEqual([]);
    expect(await deliver()).toEqual(["stored"]);
  });

  it("leaves the stored chart of the page as it is", async () => {
    const { db, categoryId, show, rowOf } = await createWorld();
    await planChart(db, { categoryId, collection: "top_free" }, { outcome: "stored" });
    await planChart(db, { categoryId, collection: "top_paid" }, { outcome: "failed", queuedMinutesAgo: 11 });

    expect((await show("top_paid")).meta.refresh).toBe("queued");

    expect(await rowOf("top_free")).toMatchObject({ outcome: "stored" });
    expect(await rowOf("top_paid")).toMatchObject({ outcome: null, is_queued: true });
  });

  it("is fetched by its feed a minute after a page that is none", async () => {
    const { db, store, pipeline, show, deliver } = await createWorld();
    store.scriptChartPage(books, storeFailure("invalid_response"));
    await show("top_free");
    expect(await deliver()).toEqual(["separated"]);

    await db.clock.moveTo(db.clock.ms() + 67_000);
    await pipeline.resend();

    expect(pipeline.sent.map(({ message }) => message.collection).toSorted()).toEqual(["top_free", "top_paid"]);
  });

  it("is for the chart alone where a stage turns pages off", async () => {
    const { store, show, rowOf, deliver } = await createWorld({ pages: "off" });

    await show("top_free");

    expect(await rowOf("top_paid")).toBeUndefined();
    expect(await deliver()).toEqual(["empty"]);
    expect(store.calls.map(({ operation }) => operation)).toEqual(["fetchChart"]);
  });
});
