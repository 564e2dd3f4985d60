import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";

import { get } from "./store-seams.ts";

const SEED = 47;
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: SEED });
});
afterEach(() => simulator.setDay(0));
afterAll(() => simulator.stop());

type Wanted = { collection?: "top_free" | "top_paid"; country?: string; category?: string | null; day?: number };

function chartOf(platform: Platform, wanted: Wanted = {}) {
  return simulator.catalogue.chart({
    platform,
    collection: "top_free",
    country: "us",
    category: null,
    day: 0,
    ...wanted,
  });
}

function idsOf(platform: Platform, wanted: Wanted = {}): readonly string[] {
  return chartOf(platform, wanted).map(({ externalId }) => externalId);
}

describe.each(platforms)("a chart of the %s catalogue", (platform) => {
  it("has two hundred different apps, all of which the country has", () => {
    for (const country of ["us", "de", "jp"]) {
      const chart = chartOf(platform, { country });

      expect(new Set(chart.map(({ externalId }) => externalId)).size).toBe(200);
      expect(chart.filter((app) => !app.isAvailable(country))).toEqual([]);
    }
  });

  it("has only apps that cost something there among the paid ones, and none among the free ones", () => {
    const prices = (collection: "top_free" | "top_paid") =>
      chartOf(platform, { collection, country: "de" }).map((app) => app.metrics("de")?.price ?? 0);

    expect(Math.min(...prices("top_paid"))).toBeGreaterThan(0);
    expect(Math.max(...prices("top_free"))).toBe(0);
  });

  it("differs by country, and is led by well known apps in each", () => {
    const [us, de] = [chartOf(platform), chartOf(platform, { country: "de" })];
    const averageFame = (apps: typeof us) => apps.reduce((sum, app) => sum + app.facts.fame, 0) / apps.length;

    expect(us.map(({ externalId }) => externalId)).not.toEqual(de.map(({ externalId }) => externalId));
    expect(averageFame(us.slice(0, 20))).toBeGreaterThan(averageFame(us.slice(180)));
    expect(averageFame(us)).toBeGreaterThan(0.7);
  });

  it("moves most apps a little from one day to the next, while some enter and some leave", () => {
    const [before, after] = [idsOf(platform), idsOf(platform, { day: 1 })];
    const stayed = after.filter((id) => before.includes(id));
    const moved = stayed.filter((id) => before.indexOf(id) !== after.indexOf(id));
    const distances = stayed.map((id) => Math.abs(before.indexOf(id) - after.indexOf(id)));

    expect(stayed.length).toBeGreaterThan(150);
    expect(stayed.length).toBeLessThan(200);
    expect(moved.length).toBeGreaterThan(50);
    expect(distances.toSorted((a, b) => a - b)[100]).toBeLessThan(15);
  });

  it("of a category has only its apps, those of the categories below it included", () => {
    const games = chartOf(platform, { category: { ios: "6014", android: "GAME" }[platform] });
    const child = { ios: "7002", android: "GAME_ACTION" }[platform];
    const action = chartOf(platform, { category: child });

    expect(new Set(action.map(({ category }) => category.externalId))).toEqual(new Set([child]));
    expect(games.map(({ category }) => category.externalId)).toContain(child);
    expect(action.length).toBeGreaterThan(10);
    expect(action.length).toBeLessThan(200);
  });
});

describe("the chart feed of the App Store", () => {
  const feed = async (path: string) =>
    (await get(simulator, "itunes.apple.com", `/de/rss/toppaidapplications/${path}/json`)).json();

  it("is the same with the country in its address", async () => {
    const ids = idsOf("ios", { collection: "top_paid", country: "de" });

    expect(await feed("limit=3")).toMatchObject({
      feed: { entry: ids.slice(0, 3).map((id) => ({ id: { attributes: { "im:id": id } } })) },
    });
  });

  it("has one entry as an object and no key for none", async () => {
    expect(await feed("limit=1")).toMatchObject({ feed: { entry: { "im:name": { label: expect.any(String) } } } });
    expect(await feed("genre=9999/limit=10")).not.toHaveProperty("feed.entry");
  });
});
