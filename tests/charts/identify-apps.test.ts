import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { pausePlatform } from "../../lib/operations/pause-platform.ts";
import { resumePlatform } from "../../lib/operations/resume-platform.ts";
import type { PageChart } from "../../lib/stores/records.ts";
import { createEmptyCharts } from "../support/chart-pipeline.ts";
import { categoryIdOf, planChart, storedChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";

const database = useClockedDatabase();

const BOOKS = "6018";
const GATHER_SECONDS = 600;
/** A queue adds a second to a delay. */
const GATHERED = GATHER_SECONDS + 2;

function pageChart(collection: PageChart["collection"], externalIds: readonly string[]): PageChart {
  const entries = externalIds.map((externalId, index) => ({
    rank: index + 1,
    external_id: externalId,
    name: index < 2 ? `Shown ${externalId}` : null,
    icon_url: null,
  }));
  return { collection, category_external_id: BOOKS, window: 200, entries };
}

const range = (count: number, first = 1) => Array.from({ length: count }, (_, index) => String(first + index));

/** Stores pages of these free and paid charts, each in a storefront of its own. */
async function createWorld(pages: Readonly<Record<string, Page>>) {
  const { db } = database();
  const { store, pipeline } = await createEmptyCharts(db);
  const categoryId = await categoryIdOf(db, "ios", BOOKS);
  const messages = new Map<string, { free: ChartMessageOf; paid: ChartMessageOf }>();
  const savePage = async (countryCode: string, { free, paid = [] }: Page) => {
    const chart = { categoryId, countryCode };
    const state = { pageCategoryId: categoryId };
    const message = await planChart(db, { ...chart, collection: "top_free" }, state);
    messages.set(countryCode, {
      free: message,
      paid: await planChart(db, { ...chart, collection: "top_paid" }, state),
    });
    const charts = [pageChart("top_free", free), pageChart("top_paid", paid)];
    store.scriptChartPage({ country: countryCode, categoryExternalId: BOOKS }, { charts, missing: [] });
    expect(await pipeline.deliver(message)).toBe("stored");
  };
  for (const [countryCode, page] of Object.entries(pages)) await savePage(countryCode, page);
  const looked = () =>
    store.calls.filter(({ operation }) => operation === "fetchStorefrontApps").map(({ subject }) => subject);
  const sells = (country: string, ...externalIds: readonly string[]) => {
    for (const externalId of externalIds) store.scriptStorefrontApp(externalId, country, named(externalId));
  };
  /** Lets this many seconds pass, and delivers what is then due. */
  const pass = async (seconds: number) => {
    await db.clock.moveTo(db.clock.ms() + seconds * 1_000);
    const due = pipeline.identifications.filter(({ at }) => at <= db.clock.ms());
    for (const sent of due) pipeline.identifications.splice(pipeline.identifications.indexOf(sent), 1);
    const outcomes = [];
    for (const { message } of due) outcomes.push(await pipeline.deliver(message));
    return outcomes;
  };
  return { db, store, pipeline, messages, savePage, looked, sells, pass };
}
type Page = { readonly free: readonly string[]; readonly paid?: readonly string[] };
type ChartMessageOf = Awaited<ReturnType<typeof planChart>>;

const named = (externalId: string) => ({
  identity: {
    name: `Named ${externalId}`,
    publisher_external_id: "p1",
    publisher_name: "One Ltd",
    publisher_url: null,
    category_external_id: "6007",
    category_name: "Productivity",
  },
  metrics: { price: Number(externalId) % 2 === 0 ? 1.99 : 0, currency: "USD" },
});

async function storedApps(...externalIds: readonly string[]) {
  const rows = await database().db.execute<Record<string, string | null>>(sql`
    SELECT a.external_id AS id, a.name, p.name AS publisher, c.name AS category FROM apps a
      LEFT JOIN publishers p ON p.id = a.publisher_id LEFT JOIN store_categories c ON c.id = a.category_id
    WHERE a.external_id = ANY (${`{${externalIds.join(",")}}`}::text[]) ORDER BY a.id`);
  return rows.map((row) => [row.id, row.name, row.publisher, row.category]);
}

describe("apps that a page makes known", () => {
  it("[CHT-9] are identified together by a request to their storefront, and keep the name that the page has shown", async () => {
    const { pipeline, looked, sells, pass } = await createWorld({ us: { free: range(4), paid: range(2, 5) } });
    sells("us", ...range(6));
    expect(pipeline.identifications.map(({ delaySeconds }) => delaySeconds)).toEqual([GATHER_SECONDS]);

    expect(await pass(GATHERED)).toEqual(["identified"]);

    expect(looked()).toEqual(["1,2,3,4,5,6"]);
    expect(await storedApps("2", "3", "6")).toEqual([
      ["2", "Shown 2", "One Ltd", "Productivity"],
      ["3", "Named 3", "One Ltd", "Productivity"],
      ["6", "Shown 6", "One Ltd", "Productivity"],
    ]);
    await pipeline.resend();
    expect(pipeline.identifications).toEqual([]);
  });

  it("are not requested when they are known", async () => {
    const world = await createWorld({ us: { free: ["1"] } });
    world.sells("us", "1");
    await world.pass(GATHERED);

    await world.savePage("de", { free: ["1", "2"], paid: [] });
    world.sells("de", "1", "2");
    await world.pass(GATHERED);

    expect(world.looked()).toEqual(["1", "2"]);
  });

  it("are requested 150 at a time, one request after the other", async () => {
    const { looked, sells, pass } = await createWorld({ us: { free: range(200), paid: range(110, 201) } });
    sells("us", ...range(310));

    expect(await pass(GATHERED)).toEqual(["identified"]);
    expect(await pass(2)).toEqual(["identified"]);
    expect(await pass(2)).toEqual(["identified"]);
    expect(await pass(2)).toEqual([]);

    expect(looked().map((subject) => subject.split(",").length)).toEqual([150, 150, 10]);
  });

  it("are requested of the storefront that has shown them first, once", async () => {
    const { looked, sells, pass } = await createWorld({ us: { free: ["1", "2"] }, de: { free: ["2", "3"] } });
    sells("us", "1", "2");
    sells("de", "3");

    expect(await pass(GATHERED)).toEqual(["identified", "identified"]);

    expect(looked()).toEqual(["1,2", "3"]);
  });

  it("wait in their rows for what sweeps leave of the store's budget, and are requested then", async () => {
    const { db, looked, sells, pass, pipeline } = await createWorld({ us: { free: ["1"] } });
    sells("us", "1");
    await db.execute(sql`DELETE FROM store_budgets`);
    await db.clock.moveTo(db.clock.ms() + GATHERED * 1_000);
    await db.insert(storeBudgets).values({ bucket: "itunes_lookup", tokens: 11, refilledAt: db.clock.now() });

    expect(await pass(0)).toEqual(["postponed"]);

    expect(looked()).toEqual([]);
    expect(pipeline.identifications).toEqual([]);
    await pass(300);
    await pipeline.resend();
    expect(await pass(2)).toEqual(["identified"]);
  });

  it("are requested again when the store failed, or the message was lost, by the resend schedule", async () => {
    const { store, pipeline, looked, sells, pass } = await createWorld({ us: { free: ["1"] } });
    sells("us", "1");
    store.scriptStorefront("us", storeFailure("timeout"));
    expect(await pass(GATHERED)).toEqual(["retrying"]);
    await pipeline.resend();
    expect(await pass(0)).toEqual([]);

    store.scriptStorefront("us", {});
    await pass(901);
    await pipeline.resend();

    expect(await pass(2)).toEqual(["identified"]);
    expect(looked()).toEqual(["1", "1"]);
  });

  it("are requested after the pause of their store, not during it", async () => {
    const { db, pipeline, looked, sells, pass } = await createWorld({ us: { free: ["1"] } });
    sells("us", "1");
    await pausePlatform({ db }, { platform: "ios", reason: "403 since 14:00" });
    expect(await pass(GATHERED)).toEqual(["none_due"]);
    await pipeline.resend();
    expect(await pass(901)).toEqual([]);

    await resumePlatform({ db }, { platform: "ios" });
    await pipeline.resend();
    expect(await pass(2)).toEqual(["identified"]);
    expect(looked()).toEqual(["1"]);
  });

  it("keep their id as their name when the storefront does not show them, and are left after three requests", async () => {
    const { db, pipeline, looked, pass } = await createWorld({ us: { free: ["91", "92", "93"] } });

    for (let day = 0; day < 5; day += 1) {
      await pass(GATHERED);
      await pass(86_400);
      await pipeline.resend();
    }

    expect(looked()).toEqual(["91,92,93", "91,92,93", "91,92,93"]);
    expect(await db.execute(sql`SELECT 1 FROM unidentified_apps`)).toHaveLength(0);
    expect(await storedApps("93")).toEqual([["93", null, null, null]]);
  });

  it("[CHT-8] of a paid chart are requested of every storefront in which their price is not known", async () => {
    const world = await createWorld({ us: { free: ["2"], paid: ["4"] }, de: { free: ["2"], paid: ["4", "6"] } });
    world.sells("us", "2", "4");
    world.sells("de", "4", "6");
    const paid = world.messages.get("de")?.paid;
    if (paid === undefined) throw new Error("No chart was planned.");

    expect(await world.pass(GATHERED)).toEqual(["identified", "identified"]);

    expect(world.looked()).toEqual(["2,4", "4,6"]);
    expect((await storedChart(world.db, paid))?.map(({ price }) => price)).toEqual([1.99, 1.99]);
    expect(await world.db.execute(sql`SELECT 1 FROM unidentified_apps`)).toHaveLength(0);
  });

  it("[CHT-8] of a paid chart are not requested again while an earlier chart has their price", async () => {
    const world = await createWorld({ us: { free: ["2"], paid: ["4"] } });
    world.sells("us", "2", "4", "6");
    await world.pass(GATHERED);
    await world.db.execute(sql`UPDATE chart_days SET chart_date = chart_date - 1`);
    await world.db.execute(sql`DELETE FROM chart_fetches`);

    await world.savePage("us", { free: ["2"], paid: ["6", "4"] });
    await world.pass(GATHERED);

    expect(world.looked()).toEqual(["2,4", "6"]);
  });

  it("[CHT-8] give the paid charts of the day their prices", async () => {
    const { db, messages, sells, pass } = await createWorld({ us: { free: ["1"], paid: ["4", "3", "6"] } });
    sells("us", "1", "3", "4", "6");
    const paid = messages.get("us")?.paid;
    if (paid === undefined) throw new Error("No chart was planned.");
    expect((await storedChart(db, paid))?.map(({ price }) => price)).toEqual([null, null, null]);

    await pass(GATHERED);

    expect((await storedChart(db, paid))?.map(({ price, currency }) => [price, currency])).toEqual([
      [1.99, "USD"],
      [null, null],
      [1.99, "USD"],
    ]);
  });
});
