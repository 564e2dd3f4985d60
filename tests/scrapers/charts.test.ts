import { describe, expect, it } from "vitest";

import { storeCategories } from "../../db/seeds/store-categories.ts";
import { chartCollections } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { chartResponseSchema } from "../../scrapers/contracts/lists.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ appsPerStore: 700, publishersPerStore: 40 });

const sizeParameter = { ios: "num", android: "count" } as const;

function chartOf(platform: Platform, query: string) {
  return getParsed(chartResponseSchema(), harness.scrapers[platform], `/charts?${query}`);
}

function expected(platform: Platform, collection: (typeof chartCollections)[number], country: string, category = "") {
  const { catalogue } = harness.simulator;
  return catalogue.chart({ platform, collection, country, category: category || null, day: DAY });
}

describe.each(["ios", "android"] as const)("GET /charts (%s)", (platform) => {
  it.each(chartCollections)(
    "[IOS-2 AND-2 SCR-4] returns %s of a country in the order of the ranks",
    async (collection) => {
      const { results } = await chartOf(platform, `collection=${collection}&country=de&${sizeParameter[platform]}=40`);

      const apps = expected(platform, collection, "de").slice(0, 40);
      expect(results.map(({ rank, app_id }) => [rank, app_id])).toEqual(
        apps.map(({ externalId }, index) => [index + 1, externalId]),
      );
      for (const [index, entry] of results.entries()) {
        const app = apps[index];
        const price = app?.metrics("de")?.price;
        expect(entry).toMatchObject({
          name: app?.listing(platform === "ios" ? null : "en", "de")?.title,
          icon_url: expect.any(String),
          developer: app?.publisher.name,
          developer_id: app?.publisher.externalId,
          price,
          free: price === 0,
          currency: app?.metrics("de")?.currency,
          version: null,
        });
      }
    },
  );

  it("[IOS-3 AND-3] returns as many entries as the store sends, up to two hundred", async () => {
    const { results } = await chartOf(platform, "collection=top_free");

    expect(results).toHaveLength({ ios: 100, android: 200 }[platform]);
  });

  it.each([1, 2, 7])("[IOS-3 AND-3 TRAP-14] returns at most the requested %i", async (size) => {
    const { results } = await chartOf(platform, `collection=top_free&${sizeParameter[platform]}=${size}`);

    expect(results).toHaveLength(size);
  });

  it("[IOS-2 AND-2] serves every category that the service knows", async () => {
    const categories = storeCategories.filter((one) => one.platform === platform && one.externalId !== null);

    for (const { externalId } of nonEmpty(categories)) {
      const { results } = await chartOf(platform, `collection=top_free&category=${externalId}`);
      const ids = expected(platform, "top_free", "us", externalId ?? "").map((app) => app.externalId);
      expect(results.map(({ app_id }) => app_id)).toEqual(ids.slice(0, results.length));
      expect(results.length).toBe(Math.min(ids.length, platform === "ios" ? 100 : 200));
    }
  });

  it("[TRAP-13] returns an empty list for an empty chart, and one entry for a chart of one", async () => {
    const sizes = new Map<number, string>();
    for (const { externalId } of storeCategories.filter(
      (one) => one.platform === platform && one.externalId !== null,
    )) {
      for (const code of ["is", "ke", "ug", "mt", "np"]) {
        const { length } = expected(platform, "top_paid", code, externalId ?? "");
        if (length < 2) sizes.set(length, `country=${code}&category=${externalId}`);
      }
    }

    expect((await chartOf(platform, `collection=top_paid&${sizes.get(0)}`)).results).toEqual([]);
    expect((await chartOf(platform, `collection=top_paid&${sizes.get(1)}`)).results).toMatchObject([{ rank: 1 }]);
  });

  it.each(["0", "201", "ten", "1.5", ""])("rejects the size %j with 422", async (size) => {
    const path = `/charts?collection=top_free&${sizeParameter[platform]}=${size}`;

    expect(await get(harness.scrapers[platform], path)).toMatchObject({ status: 422, body: { statusCode: 422 } });
  });

  it("[SCR-4] rejects another collection with 422", async () => {
    expect((await get(harness.scrapers[platform], "/charts?collection=top_new")).status).toBe(422);
  });
});

describe("GET /charts (ios)", () => {
  it("[IOS-2] requires a collection", async () => {
    expect((await get(harness.scrapers.ios, "/charts")).status).toBe(422);
  });

  it("[TRAP-14] returns the charts of genres that the library rejects", async () => {
    for (const genre of ["6026", "6027"]) {
      const { results } = await chartOf("ios", `collection=top_free&category=${genre}`);
      expect(results.map(({ genre_id }) => genre_id)).toEqual(results.map(() => genre));
      expect(results.length).toBeGreaterThan(0);
    }
  });

  it("[TRAP-14] returns the chart of a storefront that the library does not know, and not of the United States", async () => {
    const { results } = await chartOf("ios", "collection=top_free&country=xk");

    expect(harness.simulator.requests.list().map(({ country }) => country)).toEqual(["xk"]);
    expect(results.map(({ app_id }) => app_id)).toEqual(
      expected("ios", "top_free", "xk")
        .slice(0, 100)
        .map(({ externalId }) => externalId),
    );
  });

  it("rejects a country without an App Store", async () => {
    expect((await get(harness.scrapers.ios, "/charts?collection=top_free&country=aq")).status).toBe(422);
  });

  it("[TRAP-1] calls Apple by https only", async () => {
    const sent: string[] = [];
    const recording: typeof fetch = async (input) => {
      sent.push(String(input));
      return new Response(null, { status: 503 });
    };
    const { ios } = harness.with({ fetch: recording, STORE_SIMULATOR_URL: undefined });

    await get(ios, "/charts?collection=top_free&category=6014");

    expect(sent).toEqual(["https://itunes.apple.com/us/rss/topfreeapplications/genre=6014/limit=200/json"]);
  });

  it("returns the first release date of an app, and its genre", async () => {
    const { results } = await chartOf("ios", "collection=top_paid&num=10");

    expect(results.map(({ released, genre, genre_id, rating }) => [released, genre, genre_id, rating])).toEqual(
      expected("ios", "top_paid", "us")
        .slice(0, 10)
        .map((app) => [app.originalReleaseDate, app.category.name, app.category.externalId, null]),
    );
  });
});

describe("GET /charts (android)", () => {
  it("[AND-2 AND-3] returns the free apps of all categories in the United States by default", async () => {
    const { results } = await chartOf("android", "");

    expect(results.map(({ app_id }) => app_id)).toEqual(
      expected("android", "top_free", "us").map(({ externalId }) => externalId),
    );
  });

  it("returns an empty list for a category that the store does not have", async () => {
    expect((await chartOf("android", "category=GAME_OF_NOTHING")).results).toEqual([]);
  });

  it.each(["game", "6014", "A%22%2C%22B"])("rejects the category %s with 422", async (category) => {
    expect((await get(harness.scrapers.android, `/charts?category=${category}`)).status).toBe(422);
  });

  it("returns the rating of an app, and null for one that nobody has rated", async () => {
    const { results } = await chartOf("android", "collection=top_paid");

    const ratings = expected("android", "top_paid", "us").map((app) => app.metrics("us")?.rating);
    expect(results.map(({ rating }) => rating)).toEqual(ratings);
  });
});
