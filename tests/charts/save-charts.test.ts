import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { discoverApps } from "../../db/queries/charts/discovery.ts";
import type { ChartEntry } from "../../lib/stores/records.ts";
import { chartEntry, chartOf, createChartPipeline, emptyCharts, NOW } from "../support/chart-pipeline.ts";
import { categoryIdOf, fetchRow, planChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useClockedDatabase();

/** Stores these entries as the chart of a country: that of "All" unless a category is given. */
async function store(found: readonly ChartEntry[], where: { country?: string; category?: string } = {}) {
  const { db } = database();
  const { country = "us", category = null } = where;
  const fake = createFakeStore("ios");
  fake.scriptChart({ collection: "top_free", country, categoryExternalId: category }, { found });
  const pipeline = createChartPipeline(db, fake);
  const message = await planChart(db, { countryCode: country, categoryId: await categoryIdOf(db, "ios", category) });
  return { db, message, outcome: await pipeline.deliver(message) };
}

async function storedApp(externalId: string) {
  const rows = await database().db.execute(sql`
    SELECT a.name, a.icon_url, a.is_free, a.origin_country_code, a.discovered_from, a.discovered_at,
      p.external_id AS publisher, p.name AS publisher_name, c.name AS category
    FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id LEFT JOIN store_categories c ON c.id = a.category_id
    WHERE a.external_id = ${externalId}`);
  return rows[0];
}

describe("a stored chart", () => {
  it("stores unknown apps and publishers, discovered on_trending in the chart's country", async () => {
    await emptyCharts(database().db);
    const entry = chartEntry({
      category_external_id: "6007",
      category_name: "Productivity",
      publisher_external_id: "p-1",
      publisher_name: "One Ltd",
      is_free: false,
    });
    await store([entry, chartEntry({ rank: 2, publisher_external_id: "p-1", publisher_name: "One Ltd" })], {
      country: "tr",
    });

    const app = await storedApp(entry.external_id);
    expect(app).toMatchObject({
      name: entry.name,
      icon_url: entry.icon_url,
      is_free: false,
      origin_country_code: "tr",
      discovered_from: "on_trending",
      publisher: "p-1",
      publisher_name: "One Ltd",
      category: "Productivity",
    });
    expect(new Date(String(app?.discovered_at))).toEqual(NOW);
    expect(await database().db.execute(sql`SELECT 1 FROM publishers`)).toHaveLength(1);
  });

  it("gives an app the chart's category where the store returns none, unless the chart is of all", async () => {
    await emptyCharts(database().db);
    const [plain, own, all] = [
      chartEntry(),
      chartEntry({ rank: 2, category_external_id: "6016", category_name: null }),
      chartEntry(),
    ];

    await store([plain, own], { category: "6005" });
    await store([all]);

    expect(await storedApp(plain.external_id)).toMatchObject({ category: "Social Networking" });
    expect(await storedApp(own.external_id)).toMatchObject({ category: "Entertainment" });
    expect(await storedApp(all.external_id)).toMatchObject({ category: null });
  });

  it("changes nothing of known apps and publishers but empty fields", async () => {
    const { db } = database();
    await emptyCharts(db);
    const publisher = await createPublisher(db, { name: "As Synced" });
    const known = await createApp(db, {
      name: "As Synced",
      iconUrl: "https://a.example/i",
      publisherId: publisher.id,
      originCountryCode: "de",
    });
    const bare = await createApp(db, { name: null, discoveredFrom: "on_search" });
    const found = { name: "アプリ", publisher_external_id: publisher.externalId, publisher_name: "会社" };

    await store(
      [
        chartEntry({ ...found, external_id: known.externalId }),
        chartEntry({ ...found, rank: 2, external_id: bare.externalId }),
      ],
      { country: "jp" },
    );

    const same = { publisher: publisher.externalId, publisher_name: "As Synced" };
    expect(await storedApp(known.externalId)).toMatchObject({
      ...same,
      name: "As Synced",
      icon_url: "https://a.example/i",
      origin_country_code: "de",
      discovered_from: null,
    });
    expect(await storedApp(bare.externalId)).toMatchObject({
      ...same,
      name: "アプリ",
      icon_url: "https://images.example/icon.png",
      origin_country_code: "us",
      discovered_from: "on_search",
    });
  });

  it("writes no row of an app or publisher to which it adds nothing", async () => {
    const { db } = database();
    await emptyCharts(db);
    const entries = chartOf(50);
    const versions = () =>
      db.execute(sql`
      SELECT xmin::text, external_id FROM apps UNION ALL SELECT xmin::text, external_id FROM publishers ORDER BY 2`);
    await store(entries);
    const before = await versions();

    await store(
      entries.toReversed().map((entry, index) => ({ ...entry, rank: index + 1 })),
      { country: "gb" },
    );
    expect(await versions()).toEqual(before);
  });

  it("keeps the best rank of an app that the store lists twice, and a gap for the other", async () => {
    await emptyCharts(database().db);
    const [first, second] = [chartEntry({ rank: 1 }), chartEntry({ rank: 2 })];
    const { db, message } = await store([first, second, { ...first, rank: 3, price: 9 }, chartEntry({ rank: 4 })]);

    const stored = await storedChart(db, message);
    expect(stored?.map(({ rank }) => rank)).toEqual([1, 2, 4]);
    expect(stored?.[0]).toMatchObject({ externalId: first.external_id, price: 0 });
  });

  it("keeps a price as the store returns it, and an unknown one as unknown", async () => {
    await emptyCharts(database().db);
    const prices = [
      { price: 4.99, currency: "EUR" },
      { price: 0, currency: "EUR" },
      { price: null, currency: null },
      { price: 149_000, currency: "VND" },
    ];
    const { db, message } = await store(prices.map((price, index) => chartEntry({ ...price, rank: index + 1 })));

    const stored = await storedChart(db, message);
    expect(stored?.map(({ price, currency }) => ({ price, currency }))).toEqual(prices);
  });

  it("stores 200 apps whose publishers the store does not identify", async () => {
    await emptyCharts(database().db);
    const entries = chartOf(200).map((entry) => ({ ...entry, publisher_external_id: null, publisher_name: null }));
    const { db, message } = await store(entries);

    expect(await storedChart(db, message)).toHaveLength(200);
  });
});

describe("a chart whose write fails", () => {
  it("leaves nothing stored, and is stored whole by the next delivery", async () => {
    const { db } = database();
    await emptyCharts(db);
    const entries = chartOf(100);
    const fake = createFakeStore("ios");
    const request = { collection: "top_free", country: "us", categoryExternalId: null } as const;
    const broken = entries.map((entry) => (entry.rank === 100 ? { ...entry, rank: 99 } : entry));
    fake.scriptChart(request, { found: broken }, { found: entries });
    const pipeline = createChartPipeline(db, fake);
    const message = await planChart(db);

    await expect(pipeline.deliver(message)).rejects.toThrow();
    expect(await storedChart(db, message)).toBeUndefined();
    expect(await db.execute(sql`SELECT 1 FROM apps UNION ALL SELECT 1 FROM publishers`)).toHaveLength(0);
    expect(await fetchRow(db, message)).toMatchObject({ outcome: null, is_leased: true });

    await db.execute(sql`UPDATE chart_fetches SET lease_until = clock_timestamp()`);
    expect(await pipeline.deliver(message)).toBe("stored");
    expect(await storedChart(db, message)).toHaveLength(100);
  });
});

describe("concurrent charts", () => {
  it("are all stored, with one row per app, while searches list the same unknown apps in the opposite order", async () => {
    const { db } = database();
    const countries = ["us", "de", "fr", "gb", "jp", "br"];
    for (let round = 0; round < 3; round += 1) {
      await emptyCharts(db);
      const apps = chartOf(150);
      const backwards = apps.toReversed().map((entry, index) => ({ ...entry, rank: index + 1 }));
      const search = () =>
        discoverApps(db, {
          platform: "ios",
          source: "on_search",
          countryCode: "us",
          at: NOW,
          apps: backwards,
        });

      const [charts] = await Promise.all([
        Promise.all(countries.map((country, index) => store(index % 2 === 0 ? apps : backwards, { country }))),
        search(),
        search(),
      ]);

      expect(charts.map(({ outcome }) => outcome)).toEqual(countries.map(() => "stored"));
      for (const { message } of nonEmpty(charts)) expect(await storedChart(db, message)).toHaveLength(150);
      expect(await db.execute(sql`SELECT 1 FROM apps`)).toHaveLength(150);
    }
  });
});
