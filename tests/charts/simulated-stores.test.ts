import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { chartCollections } from "../../lib/domain/chart.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { createChartPipeline } from "../support/chart-pipeline.ts";
import { categoryIdOf, planChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";

const database = useClockedDatabase();
const DAY = 100;
/** Entries that each store shows of a chart. */
const sizes = { ios: 100, android: 200 };

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: DAY, appsPerStore: 700, publishersPerStore: 40 });
  const { db } = database();
  // The clock follows the simulator's calendar.
  await db.clock.moveTo(simulator.catalogue.startOf(DAY).getTime());
  await createMissingPartitions(db, simulator.catalogue.startOf(DAY));
});
afterAll(() => simulator.stop());

/** The chart pipeline with everything real beneath it but the stores. */
const pipelineOf = (platform: Platform) =>
  createChartPipeline(database().db, createScraperConnector(platform, simulator));

describe.each(platforms)("charts of %s through its scraper", (platform) => {
  it.each(chartCollections)("[CHT-3] are stored as the store shows them: %s", async (collection) => {
    const { db } = database();
    const chartDate = simulator.catalogue.startOf(DAY).toISOString().slice(0, 10);
    for (const country of ["us", "de"]) {
      const message = await planChart(db, { platform, collection, countryCode: country, chartDate });

      expect(await pipelineOf(platform).deliver(message)).toBe("stored");

      const apps = simulator.catalogue.chart({ platform, collection, country, category: null, day: DAY });
      expect(apps.length).toBeGreaterThan(0);
      expect(await storedChart(db, message)).toEqual(
        apps.slice(0, sizes[platform]).map((app, index) => {
          const { price, currency } = app.metrics(country) ?? {};
          return { rank: index + 1, externalId: app.externalId, price, currency };
        }),
      );
    }
  });

  it.runIf(platform === "ios")("[CHT-5] are stored to the two hundredth rank from a page", async () => {
    const { db } = database();
    const chartDate = simulator.catalogue.startOf(DAY).toISOString().slice(0, 10);
    const pageCategoryId = await categoryIdOf(db, platform, null);
    const chart = { platform, countryCode: "fr", chartDate };
    const free = await planChart(db, { ...chart, collection: "top_free" }, { pageCategoryId });
    const paid = await planChart(db, { ...chart, collection: "top_paid" }, { pageCategoryId });

    expect(await pipelineOf(platform).deliver(free)).toBe("stored");

    for (const message of [free, paid]) {
      const { collection } = message;
      const apps = simulator.catalogue.chart({ platform, collection, country: "fr", category: null, day: DAY });
      expect((await storedChart(db, message))?.map(({ externalId }) => externalId)).toEqual(
        apps.slice(0, 200).map(({ externalId }) => externalId),
      );
    }
    expect(await storedChart(db, free)).toHaveLength(200);
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
      if (row.publisher === null && platform === "ios") continue;
      const isShown = platform === "android" || publisher?.hasSeller;
      expect(row.publisher).toBe(isShown ? publisher?.externalId : null);
    }
  });
});
