import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import { addChartBefore } from "../../support/charts-before.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";

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
  snapshot_date: string;
  rank: number;
};

const ranksOf = (rankings: readonly Ranking[]) => rankings.map((each) => [each.snapshot_date, each.rank]);

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

    const shared = { snapshot_date: TODAY, category: { id: all, name: "All" } };
    const compared = { compared_with: "2026-02-27" };
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        ...shared,
        ...compared,
        country_code: "de",
        collection: "top_free",
        rank: 200,
        previous_rank: null,
        rank_change: null,
        status: "new",
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
      (await list(app, `date=2026-03-31&${query}`)).body.data.map((each: Ranking) => [each.country_code, each.rank]);

    expect(await ranks("")).toHaveLength(9);
    expect(await ranks(`country_codes=fr,IT&collection=top_free&category_id=${all}`)).toEqual([
      ["fr", 3],
      ["it", 3],
    ]);
    expect(await ranks(`country_codes[]=es&category_id=${games}`)).toEqual([["es", 2]]);
    expect(await ranks("collection=top_paid&country_codes=es")).toEqual([["es", 1]]);
  });

  it.each([
    ["one of this release with one of the release before", "se", addChart, addChartBefore],
    ["one of the release before with one of this release", "fi", addChartBefore, addChart],
    ["two of the release before", "dk", addChartBefore, addChartBefore],
  ] as const)("reads %s, on a day and in a series", async (_charts, countryCode, add, addEarlier) => {
    const app = await createApp(database().db);
    await rank({ countryCode, chartDate: "2026-04-08" }, app, 9, addEarlier);
    await rank({ countryCode }, app, 2, add);

    const ofDay = await list(app);
    const series = await list(app, `from=2026-04-01&to=${TODAY}&collection=top_free&country_codes=${countryCode}`);

    const expected = { rank: 2, previous_rank: 9, rank_change: 7, status: "up", compared_with: "2026-04-08" };
    expect(ofDay.body.data).toMatchObject([expected]);
    expect(series.body.data).toMatchObject([{ rank: 9, status: "new", compared_with: null }, expected]);
  });

  it("returns a series by country and day, each rank compared with the chart before, also with one outside of it", async () => {
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

    expect(body.data).toMatchObject([
      { country_code: "br", snapshot_date: "2026-04-02", rank: 3, status: "new", compared_with: null },
      { country_code: "jp", snapshot_date: "2026-04-01", rank: 5, status: "same", compared_with: "2026-03-30" },
      { country_code: "jp", snapshot_date: "2026-04-04", rank: 8, status: "new", compared_with: "2026-04-03" },
    ]);
    expect(body.meta).toEqual({ from: "2026-04-01", to: "2026-04-04" });
    expect(ranksOf(ofCategory.body.data)).toEqual([["2026-04-02", 4]]);
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
      category_id: ["App Store has no such category."],
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
