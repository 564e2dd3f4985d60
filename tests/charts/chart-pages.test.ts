import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { ChartCollection } from "../../lib/domain/chart.ts";
import type { ChartPage, PageChart } from "../../lib/stores/records.ts";
import { type ChartPipelineOverrides, chartEntry, createEmptyCharts, YESTERDAY } from "../support/chart-pipeline.ts";
import { addChart, categoryIdOf, fetchRow, planChart, storedChart, TODAY } from "../support/charts.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useClockedDatabase();
const createWorld = (overrides?: ChartPipelineOverrides) => createEmptyCharts(database().db, overrides);

const BOOKS = "6018";
const GAMES = "6014";
const booksOfUs = { country: "us", categoryExternalId: BOOKS } as const;
const feedOf = (collection: ChartCollection) => ({ ...booksOfUs, collection });

/** A chart of a page, whose first 25 apps are described. */
function pageChart(collection: PageChart["collection"], category: string | null = BOOKS, apps = 200): PageChart {
  const entries = Array.from({ length: apps }, (_, index) => {
    const isDescribed = index < 25;
    const externalId = `${collection === "top_free" ? 1 : 2}${category ?? 36}${String(index).padStart(3, "0")}`;
    return {
      rank: index + 1,
      external_id: externalId,
      name: isDescribed ? `App ${externalId}` : null,
      icon_url: isDescribed ? `https://images.example/${externalId}.png` : null,
    };
  });
  return { collection, category_external_id: category, window: 200, entries };
}

const pageOf = (...charts: readonly PageChart[]): ChartPage => ({ charts, missing: [] });
const bothCharts = () => pageOf(pageChart("top_free"), pageChart("top_paid"));

/** Saves the fetches of the charts of a page, which are queued. */
async function planPage(
  db: TestDb,
  { categories = [BOOKS], page = BOOKS, ...state }: PlannedPage = {},
): ReturnType<typeof planEach> {
  const pageCategoryId = await categoryIdOf(db, "ios", page);
  return planEach(db, categories, { ...state, pageCategoryId });
}

type PlannedPage = {
  readonly categories?: readonly (string | null)[];
  readonly page?: string | null;
  readonly attempts?: number;
  readonly countryCode?: string;
};

async function planEach(
  db: TestDb,
  categories: readonly (string | null)[],
  { countryCode = "us", ...state }: { countryCode?: string; attempts?: number; pageCategoryId: number },
) {
  const planned = [];
  for (const category of categories) {
    const categoryId = await categoryIdOf(db, "ios", category);
    const chart = { categoryId, countryCode };
    const free = await planChart(db, { ...chart, collection: "top_free" }, state);
    planned.push({ free, paid: await planChart(db, { ...chart, collection: "top_paid" }, state) });
  }
  const [first] = planned;
  if (first === undefined) throw new Error("No chart was planned.");
  return { ...first, all: planned };
}

async function windows(db: TestDb) {
  const rows = await db.execute(sql`SELECT collection, rank_window, cardinality(app_ids) AS ranks FROM chart_days
    ORDER BY category_id, collection`);
  return [...rows];
}

describe("a page of charts", () => {
  it("[CHT-5] saves the free and the paid chart by one request, each with its ranks and its window", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    store.scriptChartPage(booksOfUs, bothCharts());

    expect(await pipeline.deliver(free)).toBe("stored");

    expect(store.calls.map(({ operation, subject }) => `${operation} ${subject}`)).toEqual(["fetchChartPage us 6018"]);
    expect(await windows(db)).toEqual([
      { collection: "top_free", rank_window: 200, ranks: 200 },
      { collection: "top_paid", rank_window: 200, ranks: 200 },
    ]);
    for (const [message, chart] of [
      [free, pageChart("top_free")],
      [paid, pageChart("top_paid")],
    ] as const) {
      expect((await storedChart(db, message))?.map(({ externalId }) => externalId)).toEqual(
        chart.entries.map(({ external_id }) => external_id),
      );
      expect(await fetchRow(db, message)).toMatchObject({ outcome: "stored", attempts: 1, is_leased: false });
    }
  });

  it("of all categories stores those of games, too", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, all } = await planPage(db, { categories: [null, GAMES], page: null });
    const shared = pageChart("top_free", GAMES);
    store.scriptChartPage(
      { country: "us", categoryExternalId: null },
      pageOf(
        { ...pageChart("top_free", null), entries: shared.entries },
        pageChart("top_paid", null),
        shared,
        pageChart("top_paid", GAMES),
      ),
    );

    expect(await pipeline.deliver(free)).toBe("stored");

    expect(store.calls).toHaveLength(1);
    for (const { free: ofCategory, paid } of nonEmpty(all)) {
      expect(await storedChart(db, ofCategory)).toHaveLength(200);
      expect(await storedChart(db, paid)).toHaveLength(200);
    }
  });

  it("is requested once, by whichever of its charts the messages name", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    store.scriptChartPage(booksOfUs, bothCharts());

    const outcomes = await Promise.all([free, paid, free, paid].map((message) => pipeline.deliver(message)));

    expect(outcomes.toSorted()).toEqual(["not_claimed", "not_claimed", "not_claimed", "stored"]);
    expect(store.calls).toHaveLength(1);
  });

  it("keeps what it does not show of its apps: a name is the id, publisher and category are unknown", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free } = await planPage(db);
    store.scriptChartPage(booksOfUs, bothCharts());
    await pipeline.deliver(free);

    const apps = await db.execute(sql`SELECT name, icon_url, is_free, publisher_id, category_id FROM apps
      WHERE external_id IN ('16018024', '16018025', '26018199') ORDER BY external_id`);

    const unknown = { publisher_id: null, category_id: null };
    expect([...apps]).toEqual([
      { name: "App 16018024", icon_url: "https://images.example/16018024.png", is_free: true, ...unknown },
      { name: null, icon_url: null, is_free: true, ...unknown },
      { name: null, icon_url: null, is_free: false, ...unknown },
    ]);
  });

  it("[CHT-8] takes the newest known prices of the storefront for a paid chart, and 0 for a free one", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    const { entries } = pageChart("top_paid");
    const appIdOf = async (rank: number) => {
      const { id } = await createApp(db, { externalId: entries[rank - 1]?.external_id ?? "" });
      return id;
    };
    const [charted, swept, both, elsewhere] = [await appIdOf(1), await appIdOf(2), await appIdOf(3), await appIdOf(4)];
    const earlier = { ...paid, chartDate: YESTERDAY } as const;
    const rows = [charted, both].map((appId, index) => ({ rank: index + 1, appId, price: 3, currency: "USD" }));
    await addChart(db, earlier, rows);
    for (const [appId, countryCode] of [
      [swept, "us"],
      [both, "us"],
      [elsewhere, "de"],
    ] as const) {
      await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, price, currency, observed_at)
        VALUES (${appId}, ${countryCode}, true, 5, 'USD', ${`${TODAY}T01:00:00Z`})`);
    }
    store.scriptChartPage(booksOfUs, bothCharts());

    expect(await pipeline.deliver(free)).toBe("stored");

    const stored = (await storedChart(db, paid)) ?? [];
    expect(stored.slice(0, 5).map(({ price, currency }) => [price, currency])).toEqual([
      [3, "USD"],
      [5, "USD"],
      [5, "USD"],
      [null, null],
      [null, null],
    ]);
    expect(new Set((await storedChart(db, free))?.map(({ price }) => price))).toEqual(new Set([0]));
  });

  it("[CHT-8] takes a price of today's chart by revenue before one that yesterday's paid chart has taken over", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    const { id: appId } = await createApp(db, { externalId: pageChart("top_paid").entries[0]?.external_id ?? "" });
    await addChart(db, { ...paid, chartDate: YESTERDAY }, [{ rank: 1, appId, price: 3, currency: "USD" }]);
    await addChart(db, { ...paid, collection: "top_grossing" }, [{ rank: 9, appId, price: 4, currency: "USD" }]);
    store.scriptChartPage(booksOfUs, bothCharts());

    expect(await pipeline.deliver(free)).toBe("stored");

    expect((await storedChart(db, paid))?.[0]).toMatchObject({ price: 4, currency: "USD" });
  });

  it("records a chart that it shows empty as empty", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    store.scriptChartPage(booksOfUs, pageOf(pageChart("top_free"), pageChart("top_paid", BOOKS, 0)));

    expect(await pipeline.deliver(free)).toBe("stored");

    expect(await fetchRow(db, free)).toMatchObject({ outcome: "stored" });
    expect(await fetchRow(db, paid)).toMatchObject({ outcome: "empty", due_in: null });
  });

  it("[CHT-4] saves what it shows, and has the chart that it lacks fetched by its feed", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    const missing = [{ collection: "top_paid", category_external_id: BOOKS }] as const;
    store.scriptChartPage(booksOfUs, { charts: [pageChart("top_free")], missing });
    store.scriptChart(feedOf("top_paid"), { found: [chartEntry({ price: 2, is_free: false })] });

    expect(await pipeline.deliver(free)).toBe("stored");

    expect(await fetchRow(db, free)).toMatchObject({ outcome: "stored" });
    expect(await fetchRow(db, paid)).toMatchObject({ outcome: null, is_queued: true, is_leased: false });
    expect(pipeline.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([66]);
    expect(await fetchedByResend(pipeline, 67)).toEqual(["stored"]);
    expect(store.calls.map(({ operation }) => operation)).toEqual(["fetchChartPage", "fetchChart"]);
    expect(await storedChart(db, paid)).toHaveLength(1);
  });
});

/** Lets this many seconds pass, resends, and returns how the fetches of the sent messages end. */
async function fetchedByResend(pipeline: Awaited<ReturnType<typeof createWorld>>["pipeline"], seconds: number) {
  const { clock } = database().db;
  await clock.moveTo(clock.ms() + seconds * 1_000);
  await pipeline.resend();
  const messages = pipeline.sent.splice(0).map(({ message }) => message);
  const outcomes = [];
  for (const message of messages) outcomes.push(await pipeline.deliver(message));
  return outcomes;
}

describe("a page that cannot be read", () => {
  it("[CHT-4] leaves each of its charts to the feed", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free, paid } = await planPage(db);
    store.scriptChartPage(booksOfUs, storeFailure("invalid_response"));
    store.scriptChart(feedOf("top_free"), { found: [chartEntry()] });

    expect(await pipeline.deliver(free)).toBe("separated");

    for (const message of [free, paid]) {
      expect(await fetchRow(db, message)).toMatchObject({ outcome: null, attempts: 1, is_leased: false });
    }
    expect(pipeline.sent[0]?.delaySeconds).toBe(66);
    expect(await fetchedByResend(pipeline, 67)).toEqual(["stored", "empty"]);
    expect(store.calls.map(({ operation }) => operation)).toEqual(["fetchChartPage", "fetchChart", "fetchChart"]);
  });

  it("[CHT-4] is requested once more when the store failed, and then left", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free } = await planPage(db);
    store.scriptChartPage(booksOfUs, storeFailure("timeout"), storeFailure("http_5xx"));

    expect(await pipeline.deliver(free)).toBe("retrying");
    expect(await fetchedByResend(pipeline, 67)).toEqual(["separated"]);
    expect(await fetchedByResend(pipeline, 331)).toEqual(["empty", "empty"]);
  });

  it("stays a page while the store limits requests", async () => {
    const { db, store, pipeline } = await createWorld();
    const { free } = await planPage(db, { attempts: 1 });
    store.scriptChartPage(booksOfUs, storeFailure("http_429"), bothCharts());

    expect(await pipeline.deliver(free)).toBe("throttled");
    expect(await fetchedByResend(pipeline, 67)).toEqual(["stored"]);
    expect(await windows(db)).toHaveLength(2);
  });
});

describe("ten pages in a row that cannot be read", () => {
  const log = () => {
    const warned: string[] = [];
    return { warned, log: { ...silentLog, warn: (event: string) => void warned.push(event) } };
  };
  const countries = ["us", "gb", "de", "fr", "it", "es", "nl", "se", "no", "dk"];

  async function failPages(world: Awaited<ReturnType<typeof createWorld>>, codes: readonly string[]) {
    for (const countryCode of nonEmpty(codes)) {
      const { free } = await planPage(world.db, { countryCode });
      expect(await world.pipeline.deliver(free)).toBe("separated");
    }
  }

  it("[CHT-6] block pages for a day with one warning: all charts are fetched by their feeds", async () => {
    const { warned, log: recorded } = log();
    const world = await createWorld({ log: recorded, settings: { charts: { dailyCountries: ["jp"] } } });
    const { db, store, pipeline } = world;
    const waiting = await planPage(db, { countryCode: "ca" });

    await failPages(world, countries);

    expect(warned.filter((event) => event === "chart.pages.blocked")).toHaveLength(1);
    expect(await pipeline.deliver(waiting.free)).toBe("separated");
    expect(await fetchRow(db, waiting.paid)).toMatchObject({ attempts: 0, outcome: null, is_leased: false });
    expect(store.calls).toHaveLength(10);
    await pipeline.startDay();
    const pagesOf = (day: string) =>
      db.execute(sql`SELECT 1 FROM chart_fetches
        WHERE chart_date = ${day} AND country_code = 'jp' AND page_category_id IS NOT NULL`);
    expect(await pagesOf(TODAY)).toHaveLength(0);

    await db.clock.moveTo(db.clock.ms() + 86_400_001);
    await pipeline.startDay();
    expect(await pagesOf("2026-05-11")).toHaveLength(52);
  });

  it("are counted anew after a page that could be read", async () => {
    const { warned, log: recorded } = log();
    const world = await createWorld({ log: recorded });
    await failPages(world, countries.slice(0, 9));
    const { free } = await planPage(world.db, { countryCode: "jp" });
    world.store.scriptChartPage({ country: "jp", categoryExternalId: BOOKS }, bothCharts());

    expect(await world.pipeline.deliver(free)).toBe("stored");
    await failPages(world, ["ca", "dk"]);

    expect(warned).not.toContain("chart.pages.blocked");
  });
});
