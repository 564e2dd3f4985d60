import { describe, expect, it } from "vitest";

import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import {
  APP_PARTS_MAX,
  histogramsResponseSchema,
  pageSchema,
  pagesResponseSchema,
} from "../../scrapers/contracts/app-parts.ts";
import { listingSchema, metricsSchema } from "../../scrapers/contracts/records.ts";
import { get, getParsed, isRatedIn, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const ios = () => harness.scrapers.ios;
const sent = () => harness.simulator.requests.list().map(({ kind, country, status }) => `${kind} ${country} ${status}`);
const failed = {
  outcome: "failed",
  error: expect.any(String),
  statusCode: expect.any(Number),
  retry_after_seconds: null,
};
const unread = { unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"] };
const soldApp = () => harness.app("ios", isRatedIn("us", "de", "fr"));

const pagesOf = async ({ externalId }: Pick<AppOnDay, "externalId">, targets: string, scraper = ios()) =>
  (await getParsed(pagesResponseSchema().strict(), scraper, `/apps/${externalId}/pages?targets=${targets}`)).pages;
const histogramsOf = async ({ externalId }: Pick<AppOnDay, "externalId">, countries: string, scraper = ios()) =>
  (
    await getParsed(
      histogramsResponseSchema().strict(),
      scraper,
      `/apps/${externalId}/histograms?countries=${countries}`,
    )
  ).histograms;

describe("GET /apps/:id/pages (ios)", () => {
  it("returns what pages show, in the order of the request, by one request each", async () => {
    const app = soldApp();

    const pages = await pagesOf(app, "de:de-DE,us:en-US,fr:fr-FR");

    expect(pages.map(({ country, locale, outcome }) => [country, locale, outcome])).toEqual([
      ["de", "de-DE", "found"],
      ["us", "en-US", "found"],
      ["fr", "fr-FR", "found"],
    ]);
    expect(sent().toSorted()).toEqual(["page de 200", "page fr 200", "page us 200"]);
  });

  it("returns the fields of the route for a whole listing", async () => {
    const apps = harness.apps("ios").filter(isRatedIn("de")).slice(0, 10);

    expect(apps).toHaveLength(10);
    for (const { externalId } of apps) {
      const listing = await getParsed(listingSchema(), ios(), `/apps/${externalId}/listings?country=de&lang=de-DE`);

      const [page] = await pagesOf({ externalId }, "de:de-DE");

      expect(page).toEqual({ country: "de", locale: "de-DE", outcome: "found", page: pageSchema().parse(listing) });
    }
  });

  it("sends the language in Apple's form", async () => {
    await pagesOf(soldApp(), "hk:zh-Hant");

    expect(harness.simulator.requests.list().map(({ language }) => language)).toEqual(["zh-Hant-HK"]);
  });

  it("requests ten pages, and rejects eleven", async () => {
    const app = soldApp();
    const targets = ["us:en-US", "us:es-MX", "us:fr-FR", "us:pt-BR", "us:ko", "us:ru", "us:vi", "us:ar", "us:zh-Hans"];

    expect(await pagesOf(app, [...targets, "de:de-DE"].join(","))).toHaveLength(APP_PARTS_MAX);
    const tooMany = [...targets, "de:de-DE", "fr:fr-FR"].join(",");
    expect(await get(ios(), `/apps/${app.externalId}/pages?targets=${tooMany}`)).toMatchObject({ status: 422 });
  });

  it("requests equal targets once", async () => {
    const [first, second] = await pagesOf(soldApp(), "de:de-DE,de:de-DE");

    expect(second).toEqual(first);
    expect(sent()).toEqual(["page de 200"]);
  });

  it.each(["", "de", "deu:de-DE", "de:", "de:de-DE:x", "de:de_DE!"])("rejects the targets %j", async (targets) => {
    const response = await get(ios(), `/apps/${soldApp().externalId}/pages?targets=${targets}`);

    expect(response).toMatchObject({ status: 422, body: { statusCode: 422 } });
  });

  it("rejects a country without an App Store", async () => {
    const response = await get(ios(), `/apps/${soldApp().externalId}/pages?targets=de:de-DE,aq:en-US`);

    expect(response).toMatchObject({ status: 422, body: { statusCode: 422 } });
  });

  it("returns missing where the store has no such page", async () => {
    const app = harness.app("ios", (one) => isRatedIn("us")(one) && !one.isAvailable("de"));

    const pages = await pagesOf(app, "de:de-DE,us:en-US");

    expect(pages).toMatchObject([{ country: "de", locale: "de-DE", outcome: "missing" }, { outcome: "found" }]);
  });

  it.each([
    { respond: { status: 403 }, reason: "http_403", statusCode: 429, named: { host_class: "apps_page" } },
    { respond: { status: 500 }, reason: "http_5xx", statusCode: 500, named: { failing_class: "apps_page" } },
    { respond: "reset", reason: "network_error", statusCode: 500, named: {} },
  ] as const)("fails one page of ten with $reason, and returns the others", async ({ respond, named, ...reason }) => {
    const targets = ["us:en-US", "us:es-MX", "us:fr-FR", "us:pt-BR", "us:ko", "us:ru", "us:vi", "us:ar", "fr:fr-FR"];
    harness.simulator.faults.add({ match: { country: "de" }, respond });

    const [bad, ...others] = await pagesOf(soldApp(), ["de:de-DE", ...targets].join(","));

    expect(bad).toEqual({ country: "de", locale: "de-DE", ...failed, ...reason, ...named });
    expect(others.map(({ outcome }) => outcome)).toEqual(targets.map(() => "found"));
  });

  it("names every field of one page of ten that cannot be read", async () => {
    harness.simulator.faults.add({ match: { country: "de" }, respond: "garbage" });

    const [bad, ...others] = await pagesOf(soldApp(), "de:de-DE,us:en-US,fr:fr-FR");

    expect(bad).toMatchObject({ outcome: "found", page: { subtitle: null, screenshots: [], ...unread } });
    expect(others).toMatchObject([{ page: { unread_fields: [] } }, { page: { unread_fields: [] } }]);
  });

  it("fails a page of another storefront", async () => {
    const app = soldApp();
    const other = await fetch(`${harness.simulator.url}/fr/app/app/id${app.externalId}`, {
      headers: { "x-store-host": "apps.apple.com" },
    });
    const body = await other.text();
    harness.simulator.faults.add({ match: { country: "de" }, respond: { status: 200, body } });

    expect(await pagesOf(app, "de:de-DE")).toEqual([
      { country: "de", locale: "de-DE", ...failed, reason: "invalid_response", statusCode: 500 },
    ]);
  });

  it("reads nothing of a page of another app", async () => {
    const app = soldApp();
    const other = harness.app("ios", (one) => isRatedIn("de")(one) && one.externalId !== app.externalId);
    const response = await fetch(`${harness.simulator.url}/de/app/app/id${other.externalId}`, {
      headers: { "x-store-host": "apps.apple.com" },
    });
    const body = await response.text();
    harness.simulator.faults.add({ match: { country: "de" }, respond: { status: 200, body } });

    expect(await pagesOf(app, "de:de-DE")).toMatchObject([{ outcome: "found", page: unread }]);
  });

  it("returns the others when one page takes all the time of the route", async () => {
    harness.simulator.faults.add({ match: { country: "fr" }, respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 1_500 }).ios;

    const pages = await pagesOf(soldApp(), "us:en-US,fr:fr-FR", scraper);

    expect(pages).toMatchObject([{ outcome: "found" }, { outcome: "failed", reason: "timeout", statusCode: 504 }]);
  });
});

describe("GET /apps/:id/histograms (ios)", () => {
  it("returns the ratings of each storefront in the order of the request, by one request each", async () => {
    const app = soldApp();

    const histograms = await histogramsOf(app, "fr,us,de");

    expect(histograms.map(({ country, outcome }) => [country, outcome])).toEqual([
      ["fr", "found"],
      ["us", "found"],
      ["de", "found"],
    ]);
    expect(sent().toSorted()).toEqual(["reviews de 200", "reviews fr 200", "reviews us 200"]);
  });

  it("returns the stars of the route for all metrics", async () => {
    const apps = harness.apps("ios").filter(isRatedIn("de")).slice(0, 10);

    expect(apps).toHaveLength(10);
    for (const { externalId } of apps) {
      const metrics = await getParsed(metricsSchema(), ios(), `/apps/${externalId}/metrics?country=de`);

      const [found] = await histogramsOf({ externalId }, "de");

      const { rating_count, rating_breakdown } = metrics;
      expect(found).toMatchObject({ outcome: "found", ratings: { country: "de", rating_count, rating_breakdown } });
    }
  });

  it("returns no rating for an app that nobody has rated", async () => {
    const app = harness.app("ios", (one) => one.metrics("de")?.ratingCount === 0);

    expect(await histogramsOf(app, "de")).toMatchObject([
      { outcome: "found", ratings: { rating: null, rating_count: 0, rating_breakdown: { 1: 0, 5: 0 } } },
    ]);
  });

  it("requests ten storefronts, and rejects eleven", async () => {
    const path = `/apps/${soldApp().externalId}/histograms?countries=us,de,fr,it,es,jp,kr,br,mx,ca`;

    const { histograms } = await getParsed(histogramsResponseSchema(), ios(), path);
    expect(histograms).toHaveLength(APP_PARTS_MAX);
    expect(await get(ios(), `${path},gb`)).toMatchObject({ status: 422 });
  });

  it.each(["", "usa", "us:en-US", "us,aq"])("rejects the countries %j", async (countries) => {
    const response = await get(ios(), `/apps/${soldApp().externalId}/histograms?countries=${countries}`);

    expect(response).toMatchObject({ status: 422, body: { statusCode: 422 } });
  });

  it("returns missing where the store has no ratings of the app", async () => {
    const app = harness.app("ios", (one) => isRatedIn("us")(one) && !one.isAvailable("de"));

    expect(await histogramsOf(app, "de,us")).toMatchObject([
      { country: "de", outcome: "missing" },
      { country: "us", outcome: "found" },
    ]);
  });

  const ratings = { adamId: 7, ratingAverage: 4.5, ratingCount: 100, ratingCountList: [5, 5, 10, 20, 60] };
  it.each([
    ["of another app", { ...ratings, adamId: 8 }],
    ["of no app", { ...ratings, adamId: undefined }],
    ["with four counts", { ...ratings, ratingCountList: [5, 5, 10, 80] }],
    ["with a negative count", { ...ratings, ratingCountList: [-5, 15, 10, 20, 60] }],
    ["with a count as text", { ...ratings, ratingCount: "100" }],
    ["with another total", { ...ratings, ratingCount: 103 }],
    ["with a rating of six", { ...ratings, ratingAverage: 6 }],
    ["as a page", "<!DOCTYPE html><html></html>"],
  ])("fails the one storefront of ten whose ratings come %s", async (_title, content) => {
    const app = soldApp();
    const record = typeof content === "string" ? content : JSON.stringify({ ...content, adamId: content.adamId });
    const body = record.replace('"adamId":7', `"adamId":${app.externalId}`);
    harness.simulator.faults.add({ match: { country: "de" }, respond: { status: 200, body } });

    const [bad, ...others] = await histogramsOf(app, "de,us,fr");

    expect(bad).toEqual({ country: "de", ...failed, reason: "invalid_response", statusCode: 500 });
    expect(others).toMatchObject([{ outcome: "found" }, { outcome: "found" }]);
  });

  it.each([
    { respond: { status: 404 }, reason: "invalid_response" },
    { respond: { status: 403 }, reason: "http_403" },
    { respond: { status: 502 }, reason: "http_5xx" },
  ] as const)("fails the one storefront for which the store responds $respond.status", async ({ respond, reason }) => {
    harness.simulator.faults.add({ match: { country: "de" }, respond });

    expect(await histogramsOf(soldApp(), "us,de")).toMatchObject([
      { country: "us", outcome: "found" },
      { country: "de", outcome: "failed", reason },
    ]);
  });
});
