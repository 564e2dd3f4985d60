import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/partitions.ts";
import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type ChartCollection, chartCollections } from "../../lib/domain/chart.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import type { ChartMessage } from "../../lib/queues/messages.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { createChartPipeline } from "../support/chart-pipeline.ts";
import { categoryIdOf, fetchRow, planChart, storedChart } from "../support/charts.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();
const DAY = 100;
const scrapers = { ios: createIosScraper, android: createAndroidScraper };
/** Entries that each store shows of a chart. */
const sizes = { ios: 100, android: 200 };

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: DAY, appsPerStore: 700, publishersPerStore: 40 });
  await createMissingPartitions(database().db, simulator.catalogue.startOf(DAY));
});
afterEach(() => {
  simulator.faults.clear();
  simulator.setDay(DAY);
});
afterAll(() => simulator.stop());

/** The chart pipeline with everything real beneath it but the stores; its clock follows the simulator's calendar. */
const pipelineOf = (platform: Platform) =>
  createChartPipeline(database().db, createScraperConnector(platform, simulator, scrapers[platform]), {
    now: () => simulator.catalogue.startOf(simulator.day()),
  });

type Chart = { platform: Platform; collection: ChartCollection; countryCode: string; category: string | null };

async function plan({ category, ...chart }: Chart): Promise<ChartMessage> {
  const { db } = database();
  const chartDate = simulator.catalogue.startOf(simulator.day()).toISOString().slice(0, 10);
  return planChart(db, { ...chart, categoryId: await categoryIdOf(db, chart.platform, category), chartDate });
}

function inCatalogue({ platform, collection, countryCode, category }: Chart): readonly AppOnDay[] {
  const request = { platform, collection, country: countryCode, category, day: simulator.day() };
  return simulator.catalogue.chart(request).slice(0, sizes[platform]);
}

async function expectCatalogueChart(chart: Chart, message: ChartMessage) {
  const apps = inCatalogue(chart);
  expect(apps.length).toBeGreaterThan(0);
  expect(await storedChart(database().db, message)).toEqual(
    apps.map((app, index) => {
      const { price, currency } = app.metrics(chart.countryCode) ?? {};
      return { rank: index + 1, externalId: app.externalId, price, currency };
    }),
  );
}

describe.each(platforms)("charts of %s through its scraper", (platform) => {
  it.each(chartCollections)("[CHT-3] are stored as the store shows them: %s", async (collection) => {
    for (const countryCode of ["us", "de"]) {
      const chart = { platform, collection, countryCode, category: null };
      const message = await plan(chart);

      expect(await pipelineOf(platform).deliver(message)).toBe("stored");
      await expectCatalogueChart(chart, message);
    }
  });

  it("are of the category that is asked for", async () => {
    const category = { ios: "6007", android: "PRODUCTIVITY" }[platform];
    const chart = { platform, collection: "top_free", countryCode: "us", category } as const;
    const message = await plan(chart);
    await pipelineOf(platform).deliver(message);

    await expectCatalogueChart(chart, message);
    const rows = await database().db.execute<{ category: string | null }>(sql`
      SELECT DISTINCT c.external_id AS category FROM trending_charts t
      JOIN trending_chart_entries e ON e.chart_id = t.id JOIN apps a ON a.id = e.app_id
      LEFT JOIN store_categories c ON c.id = a.category_id
      WHERE t.category_id = ${message.categoryId} AND t.platform = ${platform}`);
    expect(rows.map((row) => row.category)).not.toContain(null);
  });

  it("make their apps known with the store's id and publisher", async () => {
    const rows = await database().db.execute<{ external_id: string; publisher: string | null; found: string }>(sql`
      SELECT a.external_id, p.external_id AS publisher, a.discovered_from AS found FROM apps a
      LEFT JOIN publishers p ON p.id = a.publisher_id WHERE a.platform = ${platform}`);
    const known = new Map(simulator.catalogue.apps(platform).map((app) => [app.externalId, app]));

    expect(rows.length).toBeGreaterThan(sizes[platform]);
    for (const row of rows) {
      expect(row.found).toBe("on_trending");
      const publisher = known.get(row.external_id)?.on(DAY).publisher;
      // Apple's feeds do not name the account of a publisher without a page.
      const isTold = platform === "android" || publisher?.hasSeller;
      expect(row.publisher).toBe(isTold ? publisher?.externalId : null);
    }
  });

  it("cost the store one request each, and none when they are delivered again", async () => {
    const message = await plan({ platform, collection: "top_free", countryCode: "fr", category: null });
    const pipeline = pipelineOf(platform);
    simulator.requests.clear();

    await pipeline.deliver(message);
    await pipeline.deliver(message);

    expect(simulator.requests.count({ platform })).toBe(1);
    expect(simulator.requests.count({ platform, kind: "chart" })).toBe(1);
  });

  it("are each day's own", async () => {
    const chart = { platform, collection: "top_grossing", countryCode: "gb", category: null } as const;
    const first = await plan(chart);
    await pipelineOf(platform).deliver(first);
    const before = await storedChart(database().db, first);
    simulator.setDay(DAY + 1);

    const second = await plan(chart);
    await pipelineOf(platform).deliver(second);

    await expectCatalogueChart(chart, second);
    expect(await storedChart(database().db, first)).toEqual(before);
    expect(await storedChart(database().db, second)).not.toEqual(before);
  });

  it.each([
    ["rejects", { status: 503 }],
    ["returns garbage", "garbage"],
    ["says it is throttled", { status: 429 }],
  ] as const)("are tried again later when the store %s", async (_how, respond) => {
    const { db } = database();
    const countryCode = { rejects: "it", "returns garbage": "es", "says it is throttled": "nl" }[_how];
    const chart = { platform, collection: "top_free", countryCode, category: null } as const;
    const message = await plan(chart);
    simulator.faults.add({ match: { platform }, respond });

    expect(await pipelineOf(platform).deliver(message)).toBe("retrying");
    expect(await fetchRow(db, message)).toMatchObject({ outcome: null, attempts: 1 });
    expect(await storedChart(db, message)).toBeUndefined();

    simulator.faults.clear();
    await db.execute(sql`UPDATE chart_fetches SET next_attempt_at = clock_timestamp() WHERE outcome IS NULL`);
    const pipeline = pipelineOf(platform);
    await pipeline.sweep();
    for (const { message: again } of pipeline.sent) await pipeline.deliver(again);
    await expectCatalogueChart(chart, message);
  });
});
