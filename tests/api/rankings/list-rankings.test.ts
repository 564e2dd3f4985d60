import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addChart, categoryIdOf, planChart } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";
import { addLegacyChartRows } from "../../support/legacy-chart-rows.ts";

const database = useDatabase();

const TODAY = "2026-04-10";
const now = () => new Date(`${TODAY}T12:00:00Z`);

let all: number;
let games: number;
let rival: App;
beforeAll(async () => {
  const { db } = database();
  await createMissingPartitions(db, new Date("2026-02-01T00:00:00Z"));
  all = await categoryIdOf(db, "ios", null);
  games = await categoryIdOf(db, "ios", "6014");
  rival = await createApp(db);
});

const chartOf = (chart: Partial<ChartKey>): ChartKey => ({
  platform: "ios",
  collection: "top_free",
  countryCode: "us",
  categoryId: all,
  chartDate: TODAY,
  ...chart,
});

/** Adds a chart of one app at a rank; without a rank, one of another app alone. Each test has countries of its own. */
async function rank(chart: Partial<ChartKey>, app: App, at: number | null, add: typeof addChart = addChart) {
  await add(database().db, chartOf(chart), [at === null ? { rank: 1, appId: rival.id } : { rank: at, appId: app.id }]);
}

async function list({ platform, externalId }: Pick<App, "platform" | "externalId">, query = "") {
  const { db } = database();
  return createApi(db, { now }).get(`/apps/${platform}/${externalId}/rankings?${query}`, await createCaller(db));
}

type Ranking = {
  country_code: string;
  collection: string;
  category: { id: number };
  state: string;
  chart_date: string;
  window: number | null;
  rank: number | null;
};

const ranked = (rankings: readonly Ranking[]) => rankings.filter(({ state }) => state === "ranked");
const ranksOf = (rankings: readonly Ranking[]) => ranked(rankings).map((each) => [each.chart_date, each.rank]);
const statesOf = (rankings: readonly Ranking[]) =>
  rankings.map((each) => [each.chart_date, each.state, each.window, each.rank]);

describe("GET /apps/{platform}/{external_id}/rankings", () => {
  it("returns today's ranks with their changes since the charts before, whatever the gap", async () => {
    const app = await createApp(database().db);
    const earlier = { chartDate: "2026-02-27" };
    await rank({ ...earlier, countryCode: "us" }, app, 12);
    await rank({ countryCode: "us" }, app, 9);
    await rank({ ...earlier, countryCode: "us", categoryId: games }, app, 1);
    await rank({ countryCode: "us", categoryId: games }, app, 2);
    await rank({ countryCode: "us", collection: "top_grossing" }, app, 7);
    await rank({ ...earlier, countryCode: "de" }, app, null);
    await rank({ countryCode: "de" }, app, 200);

    const { status, body } = await list(app);

    const shared = { state: "ranked", chart_date: TODAY, window: 100, category: { id: all, name: "All" } };
    const compared = { compared_with: "2026-02-27", charted_since: "2026-02-27" };
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        ...shared,
        ...compared,
        country_code: "de",
        collection: "top_free",
        window: 200,
        rank: 200,
        previous_rank: null,
        rank_change: null,
        status: null,
      },
      {
        ...shared,
        ...compared,
        country_code: "us",
        collection: "top_free",
        category: { id: games, name: "Games" },
        rank: 2,
        previous_rank: 1,
        rank_change: -1,
        status: "down",
      },
      {
        ...shared,
        ...compared,
        country_code: "us",
        collection: "top_free",
        rank: 9,
        previous_rank: 12,
        rank_change: 3,
        status: "up",
      },
      {
        ...shared,
        country_code: "us",
        collection: "top_grossing",
        rank: 7,
        previous_rank: null,
        rank_change: null,
        status: "new",
        compared_with: null,
        charted_since: TODAY,
      },
    ]);
    expect(body.meta).toEqual({ from: TODAY, to: TODAY });
  });

  it("orders by country, collection and rank, whatever the order in which charts were stored", async () => {
    const app = await createApp(database().db);
    const charts = [
      { countryCode: "nl", collection: "top_paid", at: 1 },
      { countryCode: "be", collection: "top_paid", at: 3 },
      { countryCode: "nl", collection: "top_free", at: 8, categoryId: games },
      { countryCode: "nl", collection: "top_free", at: 5 },
      { countryCode: "be", collection: "top_free", at: 4 },
    ] as const;
    for (const { at, ...chart } of charts) await rank(chart, app, at);

    const { body } = await list(app);

    expect(body.data.map((each: Ranking) => [each.country_code, each.collection, each.rank])).toEqual([
      ["be", "top_free", 4],
      ["be", "top_paid", 3],
      ["nl", "top_free", 5],
      ["nl", "top_free", 8],
      ["nl", "top_paid", 1],
    ]);
  });

  it("returns the ranks of a past day alone, and of the requested charts alone", async () => {
    const app = await createApp(database().db);
    for (const countryCode of ["fr", "it", "es"]) {
      await rank({ countryCode, chartDate: "2026-03-31" }, app, 3);
      await rank({ countryCode, chartDate: "2026-03-31", categoryId: games }, app, 2);
      await rank({ countryCode, chartDate: "2026-03-31", collection: "top_paid" }, app, 1);
      await rank({ countryCode }, app, 4);
    }
    const ranks = async (query: string) =>
      ranked((await list(app, `date=2026-03-31&${query}`)).body.data).map((each) => [each.country_code, each.rank]);

    expect(await ranks("")).toHaveLength(9);
    expect(await ranks(`country_codes=fr,IT&collection=top_free&category_id=${all}`)).toEqual([
      ["fr", 3],
      ["it", 3],
    ]);
    expect(await ranks(`country_codes[]=es&category_id=${games}`)).toEqual([["es", 2]]);
    expect(await ranks("collection=top_paid&country_codes=es")).toEqual([["es", 1]]);
  });

  it.each([
    ["one of this release with one of the release before", "se", addChart, addLegacyChartRows],
    ["one of the release before with one of this release", "fi", addLegacyChartRows, addChart],
    ["two of the release before", "dk", addLegacyChartRows, addLegacyChartRows],
  ] as const)("reads %s, on a day and in a series", async (_charts, countryCode, add, addEarlier) => {
    const app = await createApp(database().db);
    await rank({ countryCode, chartDate: "2026-04-08" }, app, 9, addEarlier);
    await rank({ countryCode }, app, 2, add);

    const ofDay = await list(app);
    const series = await list(app, `from=2026-04-01&to=${TODAY}&collection=top_free&country_codes=${countryCode}`);

    const expected = { rank: 2, previous_rank: 9, rank_change: 7, status: "up", compared_with: "2026-04-08" };
    expect(ofDay.body.data).toMatchObject([expected]);
    expect(ranked(series.body.data)).toMatchObject([{ rank: 9, status: "new", compared_with: null }, expected]);
  });

  it("returns a series by country and day, with each rank compared with the earlier chart", async () => {
    const app = await createApp(database().db);
    for (const [day, at] of [
      ["03-30", 5],
      ["04-01", 5],
      ["04-03", null],
      ["04-04", 8],
      ["04-09", 1],
    ] as const) {
      await rank({ countryCode: "jp", chartDate: `2026-${day}` }, app, at);
    }
    await rank({ countryCode: "br", chartDate: "2026-04-02" }, app, 3);
    await rank({ countryCode: "br", chartDate: "2026-04-02", categoryId: games }, app, 4);
    await rank({ countryCode: "br", chartDate: "2026-04-02", collection: "top_paid" }, app, 6);
    const query = "from=2026-04-01&to=2026-04-04&collection=top_free&country_codes=jp,br";

    const { body } = await list(app, query);
    const ofCategory = await list(app, `${query}&category_id=${games}`);

    expect(ranked(body.data)).toMatchObject([
      { country_code: "br", chart_date: "2026-04-02", rank: 3, status: "new", compared_with: null },
      { country_code: "jp", chart_date: "2026-04-01", rank: 5, status: "same", compared_with: "2026-03-30" },
      { country_code: "jp", chart_date: "2026-04-04", rank: 8, status: "new", compared_with: "2026-04-03" },
    ]);
    expect(body.meta).toEqual({ from: "2026-04-01", to: "2026-04-04" });
    expect(ranksOf(ofCategory.body.data)).toEqual([["2026-04-02", 4]]);
  });

  it("[RNK-1] returns the newest rank of the last days for each chart, and that the app has left a chart", async () => {
    const app = await createApp(database().db);
    await rank({ countryCode: "at", chartDate: "2026-04-08" }, app, 4);
    await rank({ countryCode: "at", chartDate: "2026-04-09" }, app, 3);
    await rank({ countryCode: "at", chartDate: "2026-04-01" }, app, 5);
    await rank({ countryCode: "ch", chartDate: "2026-04-08" }, app, 6);
    await rank({ countryCode: "ch" }, app, null);
    await rank({ countryCode: "ie", chartDate: "2026-04-01" }, app, 1);

    const { body } = await list(app);
    const today = await list(app, `date=${TODAY}`);

    expect(body.data).toMatchObject([
      { country_code: "at", state: "ranked", chart_date: "2026-04-09", window: 100, rank: 3, previous_rank: 4 },
      { country_code: "ch", state: "not_in_window", chart_date: TODAY, window: 100, rank: null, status: null },
    ]);
    expect(today.body.data).toMatchObject([
      { country_code: "at", state: "not_read", chart_date: TODAY, window: null, rank: null, compared_with: null },
      { country_code: "ch", state: "not_in_window", chart_date: TODAY, window: 100 },
    ]);
  });

  it("[RNK-1] returns whether the charts of each named storefront were read, are fetched or have the app", async () => {
    const app = await createApp(database().db);
    const chartDate = "2026-03-05";
    const fetched = { countryCode: "gr", categoryId: all, chartDate };
    await rank({ ...fetched, collection: "top_paid" }, app, 150);
    await planChart(database().db, { ...fetched, collection: "top_free" });
    await planChart(database().db, { ...fetched, collection: "top_grossing" }, { outcome: "empty" });
    const states = async (query: string) =>
      (await list(app, `date=${chartDate}&${query}`)).body.data.map((each: Ranking) => [
        each.collection,
        each.state,
        each.window,
        each.rank,
      ]);

    expect(await states("country_codes=gr")).toEqual([
      ["top_free", "not_read", null, null],
      ["top_grossing", "not_in_window", 100, null],
      ["top_paid", "ranked", 150, 150],
    ]);
    expect(await states("country_codes=hu&collection=top_free")).toEqual([["top_free", "not_tracked", null, null]]);
    expect(await states(`country_codes=gr&collection=top_free&category_id=${games}`)).toEqual([
      ["top_free", "not_tracked", null, null],
    ]);
    expect(await states("collection=top_free")).toEqual([]);
  });

  it("[RNK-1] returns each day of a series, with why it has no rank", async () => {
    const app = await createApp(database().db);
    for (const [day, at] of [
      ["03-20", 5],
      ["03-21", null],
    ] as const) {
      await rank({ countryCode: "pl", chartDate: `2026-${day}` }, app, at);
    }
    const query = "from=2026-03-12&to=2026-03-22&collection=top_free&country_codes=pl";

    const { body } = await list(app, query);

    expect(statesOf(body.data)).toEqual([
      ["2026-03-12", "not_tracked", null, null],
      ...[13, 14, 15, 16, 17, 18, 19].map((day) => [`2026-03-${day}`, "not_read", null, null]),
      ["2026-03-20", "ranked", 100, 5],
      ["2026-03-21", "not_in_window", 100, null],
      ["2026-03-22", "not_read", null, null],
    ]);
  });

  it("[RNK-2] takes the length of a chart of Google Play as its window", async () => {
    const { db } = database();
    const app = await createApp(db, { platform: "android" });
    const other = await createApp(db, { platform: "android" });
    const chart = chartOf({ platform: "android", categoryId: await categoryIdOf(db, "android", null) });
    await addChart(db, { ...chart, chartDate: "2026-04-09" }, [{ rank: 1, appId: app.id }]);
    await addChart(db, chart, [
      { rank: 1, appId: other.id },
      { rank: 7, appId: app.id },
    ]);
    await addChart(db, { ...chart, countryCode: "de" }, [{ rank: 3, appId: other.id }]);

    const { body } = await list(app, "country_codes=us,de&collection=top_free");

    expect(body.data).toMatchObject([
      { country_code: "de", state: "not_in_window", window: 3 },
      { country_code: "us", state: "ranked", window: 7, rank: 7, previous_rank: 1 },
    ]);
  });

  it("[RNK-2] marks a rank below the window of the earlier chart neither as new nor as moved", async () => {
    const app = await createApp(database().db);
    for (const [countryCode, at] of [
      ["ro", 101],
      ["rs", 100],
    ] as const) {
      await rank({ countryCode, chartDate: "2026-04-09" }, app, null);
      await rank({ countryCode }, app, at);
    }

    expect((await list(app)).body.data).toMatchObject([
      { country_code: "ro", rank: 101, window: 101, rank_change: null, status: null, compared_with: "2026-04-09" },
      { country_code: "rs", rank: 100, window: 100, rank_change: null, status: "new", compared_with: "2026-04-09" },
    ]);
  });

  it("[RNK-2] takes the window that is stored with a chart, whatever its length", async () => {
    const { db } = database();
    const app = await createApp(db);
    const deep: typeof addChart = (...args) => addChart(args[0], args[1], args[2], 200);
    for (const countryCode of ["lv", "lt"]) await rank({ countryCode, chartDate: "2026-04-09" }, app, null, deep);
    await rank({ countryCode: "lv" }, app, null, deep);
    await rank({ countryCode: "lt" }, app, 150, deep);

    expect((await list(app, "country_codes=lt,lv&collection=top_free")).body.data).toMatchObject([
      { country_code: "lt", state: "ranked", window: 200, rank: 150, status: "new", compared_with: "2026-04-09" },
      { country_code: "lv", state: "not_in_window", window: 200, rank: null },
    ]);
  });

  it("returns an empty list for an app without ranks, and for a day without charts", async () => {
    const app = await createApp(database().db);

    for (const date of ["", "date=9999-12-31", "date=0001-01-01"]) {
      expect((await list(app, date)).body.data).toEqual([]);
    }
  });

  it.each([
    ["from without to", "from=2026-04-01", "to"],
    ["to without from", "to=2026-04-01", "from"],
    ["a day beside a series", "date=2026-04-01&from=2026-04-01&to=2026-04-01", "date"],
    ["days in the wrong order", "from=2026-04-02&to=2026-04-01", "to"],
    ["more than 366 days", "from=2025-04-01&to=2026-04-02", "to"],
    ["a series without a collection", "from=2026-04-01&to=2026-04-01&country_codes=us", "collection"],
    ["a series without countries", "from=2026-04-01&to=2026-04-01&collection=top_free", "country_codes"],
    [
      "a series of six countries",
      "from=2026-04-01&to=2026-04-01&collection=top_free&country_codes=us,de,fr,it,es,jp",
      "country_codes",
    ],
    ["an unknown country", "country_codes=us,xx", "country_codes.1"],
    ["the sentinel", "country_codes=zz", "country_codes.0"],
    ["an unknown collection", "collection=all", "collection"],
    ["an unknown category", "category_id=999999", "category_id"],
    ["a day that is none", "date=2026-02-30", "date"],
  ])("returns 422 for %s", async (_query, query, field) => {
    const { status, body } = await list(rival, query);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("returns 422 for a category of the other platform", async () => {
    const android = await categoryIdOf(database().db, "android", null);

    expect((await list(rival, `category_id=${android}`)).body.errors).toEqual({
      category_id: ["The store has no such category."],
    });
  });

  it("returns 401 without a token, and the same 404 for an unknown app as for an unknown address", async () => {
    const { db } = database();
    const unknown = await list({ platform: "ios", externalId: "1" });
    const absent = await createApi(db).get("/nothing", await createCaller(db));

    expect((await createApi(db).get("/apps/ios/1/rankings")).status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([404, absent.text]);
  });
});
