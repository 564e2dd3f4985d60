import { describe, expect, it } from "vitest";
import type * as z from "zod";

import { storeCategories } from "../../db/seeds/store-categories.ts";
import { chartPageSchema, chartResponseSchema } from "../../scrapers/contracts/lists.ts";
import { byRun } from "../support/by-run.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ appsPerStore: 2_400, publishersPerStore: 40 });
const ios = () => harness.scrapers.ios;
const sent = () => harness.simulator.requests.list().map(({ kind, country, status }) => `${kind} ${country} ${status}`);
const pageOf = (query: string) => getParsed(chartPageSchema().strict(), ios(), `/charts/pages?${query}`);
const failed = (reason: string) => ({ status: 500, body: { statusCode: 500, reason } });

const genres = storeCategories.flatMap(({ platform, externalId }) => (platform === "ios" ? (externalId ?? []) : []));
const collections = ["top_free", "top_paid"] as const;

function appsOf(collection: (typeof collections)[number], country: string, category: string | null) {
  return harness.simulator.catalogue.chart({ platform: "ios", collection, country, category, day: DAY });
}

function namesOf(charts: z.infer<ReturnType<typeof chartPageSchema>>["missing"]) {
  return charts.map(({ collection, category }) => `${collection} ${category}`);
}

/** Serves the page of a genre with its data changed. */
async function serveChanged(genre: string, change: (data: Record<string, unknown>) => unknown): Promise<void> {
  const response = await fetch(`${harness.simulator.url}/us/iphone/charts/${genre}`, {
    headers: { "x-store-host": "apps.apple.com" },
  });
  const [html, serialized = ""] = /serialized-server-data">(.*?)<\/script>/s.exec(await response.text()) ?? [];
  const data = JSON.parse(serialized);
  const changed = JSON.stringify({ data: [{ data: change(data.data[0].data) }] }).replaceAll("<", "\\u003c");
  const body = html?.replace(serialized, () => changed);
  harness.simulator.faults.add({
    match: { kind: "chart_page" },
    respond: { status: 200, body: `<script id="${body}` },
  });
}

describe("GET /charts/pages (ios)", () => {
  it("[IOS-14 IOS-15] returns 200 ranks of the free and the paid chart of a genre, by one request", async () => {
    const { country, category, charts, missing } = await pageOf("country=de&category=6014");

    expect({ country, category, missing }).toEqual({ country: "de", category: "6014", missing: [] });
    expect(namesOf(charts)).toEqual(["top_free 6014", "top_paid 6014"]);
    for (const { collection, window, entries } of nonEmpty(charts)) {
      const apps = appsOf(collection, "de", "6014");
      expect(window).toBe(200);
      expect(entries.map(({ rank, app_id }) => [rank, app_id])).toEqual(
        apps.map(({ externalId }, index) => [index + 1, externalId]),
      );
    }
    expect(charts[0]?.entries).toHaveLength(200);
    expect(sent()).toEqual(["chart_page de 200"]);
  });

  it("[IOS-14] returns without a category the charts of all genres and of games, by one request", async () => {
    const { category, charts, missing } = await pageOf("country=jp");

    expect({ category, missing }).toEqual({ category: null, missing: [] });
    expect(namesOf(charts)).toEqual(["top_free null", "top_paid null", "top_free 6014", "top_paid 6014"]);
    for (const chart of nonEmpty(charts)) {
      expect(chart.entries.map(({ app_id }) => app_id)).toEqual(
        appsOf(chart.collection, "jp", chart.category).map(({ externalId }) => externalId),
      );
    }
    expect(sent()).toEqual(["chart_page jp 200"]);
  });

  it("[IOS-15] returns name and icon of the first twenty-five, and null for the others", async () => {
    const { charts } = await pageOf("country=fr&category=6014");

    const [entries = [], apps] = [charts[0]?.entries, appsOf("top_free", "fr", "6014")];
    expect(entries.map(({ name, icon_url }) => [name, icon_url])).toEqual(
      apps.map((app, index) => {
        const listing = app.listing(null, "fr");
        return index < 25 ? [listing?.title, listing?.iconUrl] : [null, null];
      }),
    );
  });

  it("is of the United States by default", async () => {
    expect((await pageOf("")).country).toBe("us");
  });

  it("accepts Apple's id of all genres as no category", async () => {
    expect(await pageOf("category=36")).toEqual(await pageOf(""));
  });

  it("begins with the hundred that GET /charts returns", async () => {
    for (const query of ["country=us", "country=br&category=6014", "country=gb&category=6015"]) {
      const { charts } = await pageOf(query);
      for (const { collection, category, entries } of nonEmpty(charts)) {
        const feed = `/charts?collection=${collection}&${query.replace(/&category=.*/, "")}`;
        const { results } = await getParsed(
          chartResponseSchema(),
          ios(),
          category === null ? feed : `${feed}&category=${category}`,
        );
        expect(entries.slice(0, 100).map(({ app_id }) => app_id)).toEqual(results.map(({ app_id }) => app_id));
      }
    }
  });

  const countries = byRun({ usual: ["us", "xk"], nightly: ["de", "jp", "br", "is", "cn"] });
  it.each(countries)("returns every genre that the service knows, in %s", async (country) => {
    for (const genre of nonEmpty(genres)) {
      const { charts, missing } = await pageOf(`country=${country}&category=${genre}`);
      expect(missing).toEqual([]);
      for (const { collection, entries } of nonEmpty(charts)) {
        expect(entries.map(({ app_id }) => app_id)).toEqual(
          appsOf(collection, country, genre).map(({ externalId }) => externalId),
        );
      }
    }
  });

  it("[TRAP-1] is requested by https, in one language, without cookies", async () => {
    const requests: Request[] = [];
    const recording: typeof fetch = async (...request) => {
      requests.push(new Request(...request));
      return new Response(null, { status: 503 });
    };
    const { ios: scraper } = harness.with({ fetch: recording, STORE_SIMULATOR_URL: undefined });

    await get(scraper, "/charts/pages?country=de&category=6007");
    await get(scraper, "/charts/pages?country=de");

    expect(requests.map(({ url }) => url)).toEqual([
      "https://apps.apple.com/de/iphone/charts/6007?chart=top-free",
      "https://apps.apple.com/de/iphone/charts/36?chart=top-free",
    ]);
    expect(requests.map(({ headers }) => headers.get("cookie"))).toEqual([null, null]);
  });

  it.each(["country=deu", "category=GAME", "category=", "category=1234567"])("rejects %s with 422", async (query) => {
    expect(await get(ios(), `/charts/pages?${query}`)).toMatchObject({ status: 422, body: { statusCode: 422 } });
  });

  it("rejects a country without an App Store", async () => {
    expect(await get(ios(), "/charts/pages?country=aq")).toMatchObject({ status: 422 });
    expect(sent()).toEqual([]);
  });
});

describe("a page of charts that the store does not return", () => {
  it.each([
    { respond: { status: 403 }, status: 429, reason: "http_403", named: { host_class: "apps_page" } },
    { respond: { status: 429 }, status: 429, reason: "http_429", named: { host_class: "apps_page" } },
    { respond: { status: 502 }, status: 500, reason: "http_5xx", named: { failing_class: "apps_page" } },
    { respond: "reset", status: 500, reason: "network_error", named: {} },
  ] as const)("[IOS-16] is the error $reason of its class", async ({ respond, status, reason, named }) => {
    harness.simulator.faults.add({ match: { kind: "chart_page" }, respond });

    const response = await get(ios(), "/charts/pages?country=de");

    expect(response).toMatchObject({ status, body: { statusCode: status, reason, ...named } });
  });

  it("[IOS-16] is not reported as a missing app when the store responds with 404", async () => {
    expect(await get(ios(), "/charts/pages?country=de&category=9999")).toMatchObject(failed("invalid_response"));
    expect(sent()).toEqual(["chart_page de 404"]);
  });

  it("[IOS-16] is an error where the storefront redirects to another", async () => {
    // Apple has a number for Panama, but the service reads no storefront there.
    const response = await get(ios(), "/charts/pages?country=pa&category=6007");

    expect(response).toMatchObject(failed("invalid_response"));
    expect(response.body).toMatchObject({ error: "The store returned a page of another storefront" });
    expect(sent()).toEqual(["chart_page pa 301", "chart_page us 200"]);
  });

  it("[IOS-16] is an error where the store redirects every page to one of mainland China", async () => {
    const location = "https://apps.apple.com/cn/iphone/today";
    harness.simulator.faults.add({ match: { kind: "chart_page" }, respond: { status: 302, headers: { location } } });

    const [fromGermany, fromChina] = [
      await get(ios(), "/charts/pages?country=de"),
      await get(ios(), "/charts/pages?country=cn"),
    ];

    expect(fromGermany.body).toMatchObject({ error: "The store returned a page of another storefront" });
    expect([fromGermany, fromChina]).toMatchObject([failed("invalid_response"), failed("invalid_response")]);
  });

  it("[IOS-16] is an error where the page names no storefront", async () => {
    await serveChanged("6007", ({ canonicalURL: _, ...data }) => data);

    expect(await get(ios(), "/charts/pages?category=6007")).toMatchObject(failed("invalid_response"));
  });

  it("[IOS-16] is an error if it belongs to another genre", async () => {
    await serveChanged("6015", (data) => data);

    expect(await get(ios(), "/charts/pages?category=6007")).toMatchObject(failed("invalid_response"));
  });

  it("[IOS-16] is an error where none of its charts can be read", async () => {
    await serveChanged("6007", (data) => ({ ...data, segments: [] }));

    expect(await get(ios(), "/charts/pages?category=6007")).toMatchObject(failed("invalid_response"));
  });
});

describe("a page that lacks one of its charts", () => {
  const without = (chart: string) => (data: Record<string, unknown>) => ({
    ...data,
    segments: Object(data.segments).filter((segment: { chart: string }) => segment.chart !== chart),
  });

  it.each([
    ["top-free", "top_paid", "top_free"],
    ["top-paid", "top_free", "top_paid"],
  ])("[IOS-16] without %s returns %s, and says that the other is missing", async (chart, returned, lacking) => {
    await serveChanged("6007", without(chart));

    const { charts, missing } = await pageOf("category=6007");

    expect([namesOf(charts), namesOf(missing)]).toEqual([[`${returned} 6007`], [`${lacking} 6007`]]);
    expect(harness.logged).toContainEqual(
      expect.objectContaining({
        level: "warn",
        event: "charts.missing",
        fields: expect.objectContaining({ country: "us", missing }),
      }),
    );
  });

  it("[IOS-16] of all genres returns those of all apps, and says that those of games are missing", async () => {
    await serveChanged("36", ({ charts, ...data }) => ({ ...data, ...Object(charts)[0] }));

    const { charts, missing } = await pageOf("");

    expect(namesOf(charts)).toEqual(["top_free null", "top_paid null"]);
    expect(namesOf(missing)).toEqual(["top_free 6014", "top_paid 6014"]);
  });
});
