import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { type Caller, createApi, createCaller } from "../../support/api.ts";
import { addCoverage, addMetrics, addPoint, track } from "../../support/catalogue.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";
import { addLegacyChartRows } from "../../support/legacy-chart-rows.ts";

const database = useDatabase();

const TODAY = "2026-04-10";
const WEEK_AGO = "2026-04-03";
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

/** A caller who tracks a game of their own, whose own storefront no other test has charts in. */
async function callerWithGame(overrides: Partial<Parameters<typeof createApp>[1]> = {}) {
  const { db } = database();
  const caller = await createCaller(db);
  const app = await createApp(db, {
    categoryId: games,
    originCountryCode: ownCountries.pop() ?? "us",
    lastSyncedAt: now(),
    ...overrides,
  });
  await track(db, { userId: caller.user.id, appId: app.id });
  return { caller, app };
}

const ownCountries = ["at", "be", "ch", "cz", "dk", "es", "fi", "gr", "hu", "ie", "it", "nl", "no", "pl", "pt", "se"];

async function trendsFor(caller: Caller, query = "") {
  const { body, status } = await createApi(database().db, { now }).get(`/apps?include=trends${query}`, caller);
  expect(status).toBe(200);
  return body.data[0].trends;
}

/** Adds a chart that lists apps at ranks. Without one, it lists another app alone. */
async function addRanks(app: App, chart: Partial<ChartKey>, at: number | null, window = 100, add = addChart) {
  const key = {
    platform: app.platform,
    collection: "top_free",
    countryCode: app.originCountryCode,
    categoryId: games,
    chartDate: TODAY,
    ...chart,
  } as const;
  await add(
    database().db,
    key,
    [at === null ? { rank: 1, appId: rival.id } : { rank: at, appId: app.id }],
    add === addChart ? window : undefined,
  );
}

describe("GET /apps?include=trends", () => {
  it("leaves trends out unless they are requested", async () => {
    const { caller } = await callerWithGame();

    const { body } = await createApi(database().db, { now }).get("/apps?sort=rating", caller);

    expect(body.data[0]).not.toHaveProperty("trends");
  });

  it("[TRD-1] returns thirty points until today, with null for days that were not read", async () => {
    const { db } = database();
    const { caller, app } = await callerWithGame();
    const countryCode = app.originCountryCode;
    await addPoint(db, point(app, "2026-02-20", 4, 10));
    await addPoint(db, point(app, "2026-04-08", 4.5, 30));
    await addCoverage(db, { appId: app.id, day: "2026-04-01" });
    await addCoverage(db, { appId: app.id, day: "2026-04-02", missing: [countryCode] });
    await addCoverage(db, { appId: app.id, day: "2026-04-03", rotatedOut: [countryCode] });
    await addCoverage(db, { appId: app.id, day: "2026-04-09", missing: ["us"] });

    const { points } = await trendsFor(caller);

    expect(points).toHaveLength(30);
    expect([points[0].date, points[29].date]).toEqual(["2026-03-12", TODAY]);
    expect(points.filter(({ rating }: { rating: number | null }) => rating !== null)).toEqual([
      { date: "2026-04-01", rating: 4, rating_count: 10, rank: null },
      { date: "2026-04-08", rating: 4.5, rating_count: 30, rank: null },
      { date: "2026-04-09", rating: 4.5, rating_count: 30, rank: null },
    ]);
  });

  it("[TRD-2] returns the values of the app's own storefront, or of the requested one", async () => {
    const { db } = database();
    const { caller, app } = await callerWithGame();
    await addMetrics(db, { appId: app.id, countryCode: app.originCountryCode, rating: 4, ratingCount: 5, price: 1.5 });
    await addMetrics(db, { appId: app.id, countryCode: "jp", rating: 3, ratingCount: 9, price: 200, currency: "JPY" });
    await addRanks(app, { countryCode: "jp" }, 8);

    expect(await trendsFor(caller)).toMatchObject({
      ...{ country_code: app.originCountryCode, price_country_code: app.originCountryCode },
      ...{ rating: 4, rating_count: 5, price: 1.5, rank: null },
    });
    expect(await trendsFor(caller, "&country_code=jp")).toMatchObject({
      ...{ country_code: "jp", price_country_code: "jp", rating: 3, rating_count: 9, price: 200, currency: "JPY" },
      rank: { rank: 8 },
    });
  });

  it("[TRD-2] returns the ratings of all storefronts and the ranks of one for an app of Google Play", async () => {
    const { db } = database();
    const tools = await categoryIdOf(db, "android", "TOOLS");
    const { caller, app } = await callerWithGame({ platform: "android", categoryId: tools });
    await addMetrics(db, {
      appId: app.id,
      countryCode: "zz",
      rating: 4,
      ratingCount: 5,
      priceCountryCode: "us",
      price: 2,
    });
    await addPoint(db, { ...point(app, TODAY, 4, 5), countryCode: "zz" });
    await addRanks(app, { countryCode: "br", categoryId: tools }, 3);

    const trends = await trendsFor(caller, "&country_code=br");

    expect(trends).toMatchObject({
      country_code: "br",
      rating: 4,
      rating_count: 5,
      price: 2,
      price_country_code: "us",
    });
    expect(trends.rank).toMatchObject({ rank: 3 });
    expect(trends.points.at(-1)).toEqual({ date: TODAY, rating: 4, rating_count: 5, rank: 3 });
  });

  it("[TRD-3] returns the ratings that were gained since the end of the day seven days ago", async () => {
    const { db } = database();
    const { caller, app } = await callerWithGame();
    await addMetrics(db, { appId: app.id, countryCode: app.originCountryCode, rating: 4, ratingCount: 130 });
    await addPoint(db, point(app, "2026-03-20", 4, 90));
    await addPoint(db, point(app, WEEK_AGO, 4, 100));
    await addPoint(db, point(app, "2026-04-04", 4, 130));

    expect((await trendsFor(caller)).gained_ratings_7d).toBe(30);
  });

  it.each([
    ["its rating count of that day is not known", "2026-04-04", now()],
    ["it was not read since", "2026-03-20", new Date("2026-04-03T23:00:00Z")],
  ])("[TRD-3] returns no gained ratings if %s", async (_reason, day, lastSyncedAt) => {
    const { db } = database();
    const { caller, app } = await callerWithGame({ lastSyncedAt });
    await addMetrics(db, { appId: app.id, countryCode: app.originCountryCode, rating: 4, ratingCount: 130 });
    await addPoint(db, point(app, day, 4, 100));

    expect((await trendsFor(caller)).gained_ratings_7d).toBeNull();
  });

  it("[TRD-4] returns the newest rank of the last days in a chart of the app's own category", async () => {
    const { caller, app } = await callerWithGame();
    await addRanks(app, { categoryId: all }, 1);
    await addRanks(app, { chartDate: "2026-04-02" }, 2);
    await addRanks(app, { chartDate: "2026-04-06" }, 5);
    await addRanks(app, { chartDate: "2026-04-08" }, 4);

    const { rank, points } = await trendsFor(caller);

    expect(rank).toEqual({
      collection: "top_free",
      category: { id: games, name: "Games" },
      chart_date: "2026-04-08",
      rank: 4,
    });
    const ranks = points.filter((each: { rank: number | null }) => each.rank !== null);
    expect(ranks.map((each: { date: string; rank: number }) => [each.date, each.rank])).toEqual([
      ["2026-04-02", 2],
      ["2026-04-06", 5],
      ["2026-04-08", 4],
    ]);
  });

  it("[TRD-4] takes the free, the paid and then the chart by revenue, whichever is the first to list the app", async () => {
    const { caller, app } = await callerWithGame();
    await addRanks(app, { collection: "top_free" }, null);
    await addRanks(app, { collection: "top_grossing" }, 3);
    expect((await trendsFor(caller)).rank).toMatchObject({ collection: "top_grossing", rank: 3 });

    await addRanks(app, { collection: "top_paid" }, 7);
    expect((await trendsFor(caller)).rank).toMatchObject({ collection: "top_paid", rank: 7 });
  });

  it("[TRD-4] reads charts that an earlier release has stored", async () => {
    const { caller, app } = await callerWithGame();
    await addRanks(app, {}, 6, 100, addLegacyChartRows);
    await addRanks(app, { chartDate: WEEK_AGO }, 9, 100, addLegacyChartRows);

    const trends = await trendsFor(caller);

    expect(trends.rank).toMatchObject({ rank: 6, chart_date: TODAY });
    expect(trends.biggest_move).toMatchObject({ rank: 6, previous_rank: 9 });
    expect(trends.points.at(-1)).toMatchObject({ rank: 6 });
  });

  it("[TRD-5] returns the biggest move in seven days among the charts of the own and of all categories", async () => {
    const { caller, app } = await callerWithGame();
    await addRanks(app, { chartDate: WEEK_AGO }, 10);
    await addRanks(app, {}, 5);
    await addRanks(app, { categoryId: all, collection: "top_grossing", chartDate: WEEK_AGO }, 20);
    await addRanks(app, { categoryId: all, collection: "top_grossing" }, 50);

    expect((await trendsFor(caller)).biggest_move).toEqual({
      collection: "top_grossing",
      category: { id: all, name: "All" },
      chart_date: TODAY,
      compared_with: WEEK_AGO,
      window: 100,
      rank: 50,
      previous_rank: 20,
      rank_change: -30,
    });
  });

  it("[TRD-5] counts an app that enters or leaves the ranks of both days as one below them", async () => {
    const entering = await callerWithGame();
    await addRanks(entering.app, { chartDate: WEEK_AGO }, 150, 200);
    await addRanks(entering.app, {}, 90, 100);
    const leaving = await callerWithGame();
    await addRanks(leaving.app, { chartDate: WEEK_AGO }, 1, 100);
    await addRanks(leaving.app, {}, 101, 200);

    expect((await trendsFor(entering.caller)).biggest_move).toMatchObject({
      ...{ window: 100, rank: 90, previous_rank: null, rank_change: 11 },
    });
    expect((await trendsFor(leaving.caller)).biggest_move).toMatchObject({
      ...{ window: 100, rank: null, previous_rank: 1, rank_change: -100 },
    });
  });

  it("[TRD-5] returns no move if the chart of the day seven days before was not read", async () => {
    const { caller, app } = await callerWithGame();
    await addRanks(app, { chartDate: "2026-04-02" }, 10);
    await addRanks(app, {}, 5);

    expect((await trendsFor(caller)).biggest_move).toBeNull();
  });

  it("rejects a storefront that does not exist", async () => {
    const { caller } = await callerWithGame();

    const { status, body } = await createApi(database().db, { now }).get("/apps?country_code=xx", caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["country_code"]]);
  });

  it.each([
    ["include.0", "include=facts"],
    ["country_code", "country_code=zz"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { caller } = await callerWithGame();

    const { status, body } = await createApi(database().db, { now }).get(`/apps?${query}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

function point(app: App, day: string, rating: number, ratingCount: number) {
  const validFrom = new Date(`${day}T05:00:00Z`);
  return { appId: app.id, countryCode: app.originCountryCode, validFrom, rating, ratingCount };
}
