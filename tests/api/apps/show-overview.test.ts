import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { chartDays } from "../../../db/schema/charts.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { ChartCollection } from "../../../lib/domain/chart.ts";
import { addCompetitor, addOfferChange, addPoint, addVersion, track } from "../../support/catalogue.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { type App, createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";
import { allFive, createRatedApp, date, now } from "../ratings/rated-app.ts";

const database = useDatabase();
const setUp = useApi(database);

beforeEach(async () => {
  await database().db.delete(chartDays);
});

/** A time of April 2026. */
const at = (day: number, hour = 6) => new Date(`${date(day)}T${String(hour).padStart(2, "0")}:00:00Z`);

const ANOTHER_APP = 2_000_000_000;

type Listed = {
  readonly day: number;
  readonly rank: number | null;
  readonly collection?: ChartCollection;
  readonly countryCode?: string;
  /** The store's id of the category. */
  readonly category?: string | null;
};

async function addRank(db: TestDb, app: App, { day, rank, category = null, ...of }: Listed): Promise<number> {
  const { platform } = app;
  const categoryId = await categoryIdOf(db, platform, category);
  const { collection = "top_free", countryCode = "us" } = of;
  const chart = { platform, collection, countryCode, categoryId, chartDate: date(day) };
  const entry = rank === null ? { rank: 1, appId: ANOTHER_APP } : { rank, appId: app.id };
  await addChart(db, chart, [entry], 200);
  return categoryId;
}

type Day = { readonly date: string; readonly rating_count: number | null; readonly ranks: readonly (number | null)[] };

describe("GET /apps/{platform}/{external_id}/overview", () => {
  it("[EVT-40] returns the newest figures beside those of a week before", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createRatedApp(db, {
      2: { seen: { us: { rating: 4, count: 100 } }, missing: [] },
      9: { seen: { us: { rating: 4.5, count: 170 } }, missing: [] },
    });
    await addPoint(db, { appId: app.id, countryCode: "us", validFrom: at(1), price: 1.99, currency: "USD" });
    const price = { appId: app.id, countryCode: "us", oldPrice: 1.99, newPrice: 2.99 };
    await addOfferChange(db, { ...price, detectedAt: at(8) });
    await addVersion(db, { appId: app.id, version: "1.0", createdAt: at(1) });
    const current = await addVersion(db, { appId: app.id, version: "1.1", createdAt: at(6), releasedAt: at(5) });
    await db.execute(sql`UPDATE apps SET current_version_id = ${current} WHERE id = ${app.id}`);
    const categoryId = await addRank(db, app, { day: 2, rank: 12 });
    await addRank(db, app, { day: 9, rank: 7 });

    const { status, body } = await api.get(`/apps/ios/${app.externalId}/overview`, caller);

    expect(status).toBe(200);
    expect(body.data.app).toMatchObject({ id: app.id, external_id: app.externalId, version: "1.1" });
    expect(body.data.head).toEqual({
      measured_on: date(9),
      rating: 4.5,
      previous_rating: 4,
      rating_count: 170,
      previous_rating_count: 100,
      price: 2.99,
      currency: "USD",
      previous_price: 1.99,
      previous_currency: "USD",
      price_country_code: "us",
      version: "1.1",
      version_released_at: at(5).toISOString().replace(".000", ""),
      previous_version: "1.0",
      best_rank: {
        country_code: "us",
        collection: "top_free",
        category: { id: categoryId, name: expect.any(String) },
        chart_date: date(9),
        window: 200,
        rank: 7,
        compared_with: date(2),
        previous_rank: 12,
      },
    });
    expect(body.data.series).toHaveLength(90);
    expect(body.meta).toEqual({ from: date(-79), to: date(10), country_code: "us", ratings_country_code: null });
  });

  it("[EVT-40] has null for each figure of an app of which nothing was read", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createApp(db);

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?days=2`, caller);

    expect(new Set(Object.values(body.data.head))).toEqual(new Set([null]));
    const nothing = { rating: null, rating_count: null, gained: null, price: null, currency: null, ranks: [] };
    expect(body.data.series).toEqual([9, 10].map((day) => ({ date: date(day), ...nothing })));
    expect(body.data).toMatchObject({ charts: [], events: [], rival_events: [] });
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "[EVT-41] has the values of ratings, prices and rankings for each day (%i)",
    async (seed) => {
      const { db, api, caller } = await setUp({ now });
      const random = seededRandom(seed);
      const app = await createRandomApp(db, random);
      const days = 5 + Math.floor(random() * 60);
      const path = `/apps/ios/${app.externalId}`;
      const country = seed % 2 === 0 ? "de" : undefined;
      const categoryId = await categoryIdOf(db, "ios", "6007");
      const charts = `charts=top_free,top_paid:${categoryId}`;

      const { body } = await api.get(
        `${path}/overview?days=${days}&${charts}${country ? `&country_code=${country}` : ""}`,
        caller,
      );

      const series: readonly Day[] = body.data.series;
      const codes = country ? `&country_codes=${country}` : "";
      const ratings = await api.get(`${path}/ratings/history?days=${days}${codes}`, caller);
      expect(series.map(({ date: day, rating_count }) => [day, rating_count])).not.toEqual([]);
      expect(series).toMatchObject(
        ratings.body.data.map((point: Record<string, unknown>) => ({
          date: point.date,
          rating: point.rating,
          rating_count: point.rating_count,
          gained: point.delta_total,
        })),
      );

      const prices = await api.get(`${path}/prices?country_code=${country ?? "us"}`, caller);
      const periods: readonly { price: number; currency: string; since: string }[] = prices.body.data[0]?.periods ?? [];
      const priceOn = (day: string) => periods.find(({ since }) => since.slice(0, 10) <= day);
      expect(series).toMatchObject(
        series.map(({ date: day }) => ({
          price: priceOn(day)?.price ?? null,
          currency: priceOn(day)?.currency ?? null,
        })),
      );

      const span = `from=${series[0]?.date}&to=${series.at(-1)?.date}&country_codes=${country ?? "us"}`;
      for (const [index, chart] of [`collection=top_free`, `collection=top_paid&category_id=${categoryId}`].entries()) {
        const rankings = await api.get(`${path}/rankings?${span}&${chart}`, caller);
        const expected = rankings.body.data.map(({ rank }: { rank: number | null }) => rank);
        expect(series.map(({ ranks }) => ranks[index])).toEqual(expected);
      }
    },
  );

  it("[EVT-42] shows all storefronts’ ratings and the own storefront’s price, or those of a named one", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createRatedApp(db, { 9: { seen: { us: allFive(10), de: allFive(5) }, missing: [] } });
    for (const [countryCode, price] of [["us", 1] as const, ["de", 2] as const]) {
      await addPoint(db, { appId: app.id, countryCode, validFrom: at(9, 8), price, currency: "USD" });
    }

    const own = await api.get(`/apps/ios/${app.externalId}/overview`, caller);
    const german = await api.get(`/apps/ios/${app.externalId}/overview?country_code=DE`, caller);

    expect(own.body.data.head).toMatchObject({ price: 1, price_country_code: "us" });
    expect(own.body.meta).toMatchObject({ country_code: "us", ratings_country_code: null });
    expect(german.body.data.head).toMatchObject({ price: 2, price_country_code: "de" });
    expect(german.body.meta).toMatchObject({ country_code: "de", ratings_country_code: "de" });
    const ratings = await api.get(`/apps/ios/${app.externalId}/ratings/history?country_codes=de&days=2`, caller);
    expect(german.body.data.head.rating_count).toBe(ratings.body.data[0].rating_count);
  });

  it("[EVT-42] shows the one rating and price of Google Play in every storefront", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createRatedApp(db, { 9: { seen: { zz: allFive(10) }, missing: [] } }, { platform: "android" });

    const { body } = await api.get(`/apps/android/${app.externalId}/overview?country_code=de`, caller);

    expect(body.data.head).toMatchObject({ rating: 5, rating_count: 10 });
    expect(body.meta).toMatchObject({ country_code: "de", ratings_country_code: null });
  });

  it("[EVT-46] has the storefronts whose number of ratings changed most in 30 days", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createRatedApp(db, {
      [-25]: { seen: { us: allFive(10), de: allFive(50), jp: allFive(3), at: allFive(7) }, missing: [] },
      [-21]: { seen: { us: { rating: 4, count: 20 } }, missing: [] },
      [-15]: { seen: { us: allFive(900), fr: allFive(400) }, missing: [] },
      9: { seen: { us: { rating: 4.5, count: 21 }, de: allFive(20), jp: allFive(5) }, missing: [] },
    });

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?country_code=jp&days=2`, caller);

    expect(body.data.moved_countries).toEqual([
      { country_code: "de", rating: 5, previous_rating: 5, rating_count: 20, gained: -30 },
      { country_code: "jp", rating: 5, previous_rating: 5, rating_count: 5, gained: 2 },
      { country_code: "us", rating: 4.5, previous_rating: 4, rating_count: 21, gained: 1 },
    ]);
  });

  it("[EVT-46] has at most eight storefronts, and none of an app that has the same ratings in all", async () => {
    const { db, api, caller } = await setUp({ now });
    const codes = ["us", "de", "fr", "jp", "gb", "it", "es", "at", "ch"];
    const seenWith = (count: number) => Object.fromEntries(codes.map((code, place) => [code, allFive(count * place)]));
    const days = { [-25]: { seen: seenWith(1), missing: [] }, 9: { seen: seenWith(2), missing: [] } };
    const app = await createRatedApp(db, days);
    const global = await createRatedApp(
      db,
      { [-25]: { seen: { zz: allFive(1) }, missing: [] }, 9: { seen: { zz: allFive(2) }, missing: [] } },
      { platform: "android" },
    );

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview`, caller);
    const ofGlobal = await api.get(`/apps/android/${global.externalId}/overview`, caller);

    const shown = body.data.moved_countries.map((one: { country_code: string }) => one.country_code);
    expect(shown).toEqual(codes.slice(1).toReversed());
    expect(ofGlobal.body.data.moved_countries).toEqual([]);
  });

  it("[EVT-43] shows the charts of all categories and of its own in which the app ranks best now", async () => {
    const { db, api, caller } = await setUp({ now });
    const own = await categoryIdOf(db, "ios", "6007");
    const app = await createRatedApp(db, {}, { categoryId: own });
    await addRank(db, app, { day: 9, rank: 40, collection: "top_grossing" });
    await addRank(db, app, { day: 10, rank: 3, category: "6007" });
    await addRank(db, app, { day: 10, rank: 20 });
    await addRank(db, app, { day: 10, rank: 1, category: "6008" });
    await addRank(db, app, { day: 10, rank: 1, countryCode: "de" });
    await addRank(db, app, { day: 1, rank: 1, collection: "top_paid" });
    await addRank(db, app, { day: 9, rank: 2, collection: "top_paid", category: "6007" });
    await addRank(db, app, { day: 10, rank: null, collection: "top_paid", category: "6007" });

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?days=3`, caller);

    const all = await categoryIdOf(db, "ios", null);
    type Chart = { readonly collection: string; readonly category: { readonly id: number } };
    expect(body.data.charts.map(({ collection, category }: Chart) => [collection, category.id])).toEqual([
      ["top_free", own],
      ["top_free", all],
      ["top_grossing", all],
    ]);
    expect(body.data.series.map(({ ranks }: Day) => ranks)).toEqual([
      [null, null, null],
      [null, null, 40],
      [3, 20, null],
    ]);
    expect(body.data.head.best_rank).toMatchObject({ rank: 3, compared_with: null, previous_rank: null });
  });

  it("[EVT-43] shows the named charts in their order, also those without the app", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createRatedApp(db, {});
    const category = await addRank(db, app, { day: 10, rank: 3, category: "6007" });
    await addRank(db, app, { day: 3, rank: null, category: "6007" });

    const { body } = await api.get(
      `/apps/ios/${app.externalId}/overview?charts[]=top_paid&charts[]=top_free:${category}`,
      caller,
    );

    expect(body.data.charts).toMatchObject([
      { country_code: "us", collection: "top_paid" },
      { country_code: "us", collection: "top_free", category: { id: category } },
    ]);
    expect(body.data.head.best_rank).toMatchObject({ rank: 3, compared_with: date(3), previous_rank: null });
  });

  it("[EVT-44] has the events of the period, newest first, of the app and apart of named competitors", async () => {
    const { db, api, caller } = await setUp({ now });
    const [app, rival, other] = [await createApp(db), await createApp(db), await createApp(db)];
    await track(db, { userId: caller.user.id, appId: app.id });
    for (const competitor of [rival, other]) {
      await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: competitor.id });
      await addEvent(db, { appId: competitor.id, occurredAt: at(8), weight: 0.4, data: { after: "theirs" } });
    }
    const older = await addEvent(db, { appId: app.id, occurredAt: at(1), weight: 0.4, data: { after: "mine" } });
    const newer = await addEvent(db, { appId: app.id, occurredAt: at(10, 23), type: "sync.failed" });
    await addEvent(db, { appId: app.id, occurredAt: at(0, 23) });

    const path = `/apps/ios/${app.externalId}/overview?days=10`;
    const { body } = await api.get(`${path}&rivals[]=${rival.externalId}`, caller);
    const without = await api.get(path, caller);

    expect(body.data.events.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(body.data.events[1]).toMatchObject({
      type: "listing.changed",
      field: "title",
      occurred_at: at(1).toISOString().replace(".000", ""),
      weight: 0.4,
      data: { after: "mine" },
    });
    expect(body.data.rival_events).toMatchObject([
      { weight: 0.2, data: { after: "theirs" }, app: { id: rival.id, is_competitor: true, is_tracked: false } },
    ]);
    expect(body.data).toMatchObject({ has_more_events: false, has_more_rival_events: false });
    expect(without.body.data.rival_events).toEqual([]);
  });

  it("[EVT-44] shows an event as GET /events does", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createApp(db);
    await track(db, { userId: caller.user.id, appId: app.id });
    await addEvent(db, { appId: app.id, occurredAt: at(9), data: { before: "Old", after: "New", is_cut: false } });

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview`, caller);

    const { app: _, ...listed } = (await api.get("/events", caller)).body.data[0];
    expect(body.data.events).toEqual([listed]);
  });

  it("[EVT-44] has at most 200 events of the app and 100 of competitors, and says that there are more", async () => {
    const { db, api, caller } = await setUp({ now });
    const [app, rival] = [await createApp(db), await createApp(db)];
    await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
    for (let count = 0; count < 201; count += 1) await addEvent(db, { appId: app.id, occurredAt: at(9) });
    for (let count = 0; count < 101; count += 1) await addEvent(db, { appId: rival.id, occurredAt: at(9) });

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?rivals=${rival.externalId}`, caller);

    expect(body.data.events).toHaveLength(200);
    expect(body.data.rival_events).toHaveLength(100);
    expect(body.data).toMatchObject({ has_more_events: true, has_more_rival_events: true });
  });

  it("[EVT-40] names the app's storefronts and the competitors that the caller defined, oldest first", async () => {
    const { db, api, caller } = await setUp({ now });
    const [app, first, second] = [await createApp(db), await createApp(db), await createApp(db)];
    await db.execute(sql`
      UPDATE apps SET origin_country_code = 'de', unavailable_countries = '{jp}' WHERE id = ${app.id}`);
    for (const rival of [second, first])
      await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?country_code=us`, caller);

    expect(body.data).toMatchObject({ origin_country_code: "de", unavailable_countries: ["jp"], rival_events: [] });
    expect(body.data.competitors).toMatchObject([
      { id: second.id, external_id: second.externalId },
      { id: first.id, external_id: first.externalId },
    ]);
  });

  it("[EVT-44] has the events of the ten competitors that were defined first, if all are requested", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createApp(db);
    const rivals: App[] = [];
    for (let count = 0; count < 11; count += 1) {
      const rival = await createApp(db);
      await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
      await addEvent(db, { appId: rival.id, occurredAt: at(9) });
      rivals.push(rival);
    }

    const { body } = await api.get(`/apps/ios/${app.externalId}/overview?rivals=all`, caller);

    const ids = body.data.rival_events.map((event: { app: { id: number } }) => event.app.id);
    expect(ids.toSorted()).toEqual(
      rivals
        .slice(0, 10)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(body.data.competitors).toHaveLength(11);
  });

  it("[EVT-44] rejects competitors that the caller has not defined for the app", async () => {
    const { db, api, caller } = await setUp({ now });
    const [app, rival, stranger] = [await createApp(db), await createApp(db), await createApp(db)];
    await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
    await addCompetitor(db, { userId: caller.user.id, appId: rival.id, competitorAppId: stranger.id });

    const { status, body } = await api.get(
      `/apps/ios/${app.externalId}/overview?rivals[]=${rival.externalId}&rivals[]=${stranger.externalId}`,
      caller,
    );

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["rivals.1"]);
  });

  it.each([
    ["days=367", "days"],
    ["country_code=xx", "country_code"],
    ["country_code=cu", "country_code"],
    ["charts=top_new", "charts.0"],
    ["charts=top_free,top_free:999999", "charts.1"],
    ["charts=top_free:9999999999", "charts.0"],
    ["charts=top_free,top_paid,top_grossing,top_free:1,top_paid:1,top_free:2", "charts"],
    [`rivals=${Array.from({ length: 11 }, (_, index) => index + 1).join(",")}`, "rivals"],
  ])("rejects %s", async (query, field) => {
    const { db, api, caller } = await setUp({ now });
    const app = await createApp(db);

    const { status, body } = await api.get(`/apps/ios/${app.externalId}/overview?${query}`, caller);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it("is of every app that the service knows, and 404 for any other", async () => {
    const { db, api, caller } = await setUp({ now });
    const app = await createApp(db);

    expect((await api.get(`/apps/ios/${app.externalId}/overview`, caller)).status).toBe(200);
    expect((await api.get("/apps/ios/404/overview", caller)).status).toBe(404);
    expect((await api.get(`/apps/ios/${app.externalId}/overview`)).status).toBe(401);
  });
});

/** The days of a random app, of which many were not read. */
const randomDays = Array.from({ length: 46 }, (_, index) => index - 35);
const randomCountries = ["us", "de"];
type RatedDay = Parameters<typeof createRatedApp>[1][number];

async function createRandomApp(db: TestDb, random: () => number): Promise<App> {
  for (const day of [-40, 0]) await createMissingPartitions(db, at(day));
  const counts = new Map(randomCountries.map((code) => [code, 100]));
  const read = randomDays.filter(() => random() < 0.8);
  const app = await createRatedApp(db, Object.fromEntries(read.map((day) => [day, randomRatings(random, counts)])));
  await addPrices(db, app, random);
  for (const day of randomDays) await addRanks(db, app, { day, random });
  return app;
}

function randomRatings(random: () => number, counts: Map<string, number>): RatedDay {
  const unread = randomCountries.filter(() => random() < 0.3);
  const seen = randomCountries
    .filter((code) => !unread.includes(code))
    .map((code) => {
      const count = (counts.get(code) ?? 0) + Math.floor(random() * 20);
      counts.set(code, count);
      return [code, { rating: Math.round(random() * 400 + 100) / 100, count }];
    });
  const isRotated = random() < 0.5;
  return { seen: Object.fromEntries(seen), missing: isRotated ? [] : unread, rotatedOut: isRotated ? unread : [] };
}

type Ranked = { readonly day: number; readonly random: () => number };

async function addRanks(db: TestDb, app: App, { day, random }: Ranked): Promise<void> {
  for (const countryCode of randomCountries) {
    const rank = random() < 0.3 ? null : 1 + Math.floor(random() * 150);
    if (random() < 0.7) await addRank(db, app, { day, rank, countryCode });
    if (random() < 0.5) await addRank(db, app, { day, rank, countryCode, collection: "top_paid", category: "6007" });
  }
}

async function addPrices(db: TestDb, { id: appId }: App, random: () => number): Promise<void> {
  for (const countryCode of randomCountries) {
    const start = -30 + Math.floor(random() * 25);
    let price = 1;
    await addPoint(db, { appId, countryCode, validFrom: at(start, 7), price, currency: "USD" });
    for (let day = start + 1; day <= 10; day += 1 + Math.floor(random() * 8)) {
      for (const hour of random() < 0.3 ? [2, 23] : [12]) {
        const next = price + 1;
        const change = { appId, countryCode, oldPrice: price, newPrice: next, detectedAt: at(day, hour) };
        await addOfferChange(db, change);
        price = next;
      }
    }
  }
}
