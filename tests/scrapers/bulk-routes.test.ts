import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { listingsResponseSchema, metricsResponseSchema } from "../../scrapers/contracts/records.ts";
import { DAY, get, getParsed, type Harness, startHarness } from "./scraper-harness.ts";

let harness: Harness;
const appIds = { ios: "", android: "" };
const countries = ["us", "de", "fr", "it", "es"] as const;

beforeAll(async () => {
  harness = await startHarness();
  for (const platform of ["ios", "android"] as const) {
    const apps = harness.simulator.catalogue.apps(platform).map((app) => app.on(DAY));
    const everywhere = apps.find((app) => countries.every((country) => (app.metrics(country)?.ratingCount ?? 0) > 0));
    appIds[platform] = everywhere?.externalId ?? "";
  }
});
afterEach(() => harness.simulator.faults.clear());
afterAll(() => harness.simulator.stop());

const paths = {
  ios: () => `/apps/${appIds.ios}/listings/locales?countries=us:en-US,de:de-DE,fr:fr-FR,it:it,es:es-ES`,
  android: () => `/apps/${appIds.android}/listings/locales?locales=en-US:us,de-DE:de,fr-FR:fr,it-IT:it,es-ES:es`,
};

describe.each(["ios", "android"] as const)("/listings/locales with one bad storefront (%s)", (platform) => {
  it.each([
    { respond: { status: 429, headers: { "retry-after": "31" } }, status: 429, reason: "http_429", retryAfter: 31 },
    { respond: { status: 500 }, status: 500, reason: "http_5xx", retryAfter: null },
    { respond: "garbage", status: 500, reason: "invalid_response", retryAfter: null },
    { respond: "reset", status: 500, reason: "network_error", retryAfter: null },
  ] as const)("fails only that item, with $reason", async ({ respond, status, reason, retryAfter }) => {
    harness.simulator.faults.add({ match: { country: "fr" }, respond });

    const { listings } = await getParsed(listingsResponseSchema, harness.scrapers[platform], paths[platform]());

    expect(listings.map(({ outcome }) => outcome)).toEqual(["found", "found", "failed", "found", "found"]);
    expect(listings[2]).toEqual({
      country: "fr",
      locale: "fr-FR",
      outcome: "failed",
      error: expect.any(String),
      statusCode: status,
      reason,
      retry_after_seconds: retryAfter,
    });
  });

  it("returns the others when one storefront takes all the time", async () => {
    harness.simulator.faults.add({ match: { country: "fr" }, respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 1_500 })[platform];

    const { listings } = await getParsed(listingsResponseSchema, scraper, paths[platform]());

    expect(listings.map(({ outcome }) => outcome)).toEqual(["found", "found", "failed", "found", "found"]);
    expect(listings[2]).toMatchObject({ reason: "timeout", statusCode: 504 });
  });

  it("fails every item when the deadline passes before any is found", async () => {
    harness.simulator.faults.add({ respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 150, STORE_CONCURRENCY: 2 })[platform];

    const { listings } = await getParsed(listingsResponseSchema, scraper, paths[platform]());

    expect(listings.map((item) => item.outcome === "failed" && item.reason)).toEqual(Array(5).fill("timeout"));
  });

  it("limits its concurrent requests", async () => {
    let underWay = 0;
    let most = 0;
    const counting: typeof fetch = async (input, init) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return fetch(input, init).finally(() => {
        underWay -= 1;
      });
    };
    harness.simulator.faults.add({ latencyMs: 20 });
    const scraper = harness.with({ STORE_CONCURRENCY: 2, fetch: counting })[platform];

    await getParsed(listingsResponseSchema, scraper, paths[platform]());

    expect(most).toBe(2);
  });
});

describe("the web page of an app (ios)", () => {
  const listing = () => `/apps/${appIds.ios}/listings/locales?countries=us:en-US,de:de-DE`;
  const metrics = () => `/apps/${appIds.ios}/metrics/countries?countries=us,de`;

  it.each([
    { respond: { status: 403 }, reason: "http_403" },
    { respond: { status: 500 }, reason: "http_5xx" },
    { respond: "reset", reason: "network_error" },
  ] as const)("fails the item with $reason when the page fails", async ({ respond, reason }) => {
    harness.simulator.faults.add({ match: { kind: "page", country: "de" }, respond });

    const { listings } = await getParsed(listingsResponseSchema, harness.scrapers.ios, listing());
    const { metrics: figures } = await getParsed(metricsResponseSchema, harness.scrapers.ios, metrics());

    expect([listings[0]?.outcome, figures[0]?.outcome]).toEqual(["found", "found"]);
    expect(listings[1]).toMatchObject({ outcome: "failed", reason });
    expect(figures[1]).toMatchObject({ outcome: "failed", reason });
  });

  it.each([{ respond: { status: 404 } }, { respond: "garbage" }, { respond: "truncated_json" }] as const)(
    "returns null for its fields, and names them, when it is unreadable ($respond)",
    async ({ respond }) => {
      harness.simulator.faults.add({ match: { kind: "page", country: "de" }, respond });

      const { listings } = await getParsed(listingsResponseSchema, harness.scrapers.ios, listing());
      const { metrics: figures } = await getParsed(metricsResponseSchema, harness.scrapers.ios, metrics());

      expect(listings[1]).toMatchObject({
        outcome: "found",
        listing: { subtitle: null, promotional_text: null, video_url: null, locale: "de-DE" },
      });
      const [, item] = listings;
      const unread = item?.outcome === "found" ? item.listing.unread_fields : [];
      expect(unread).toEqual(expect.arrayContaining(["subtitle", "promotional_text", "video_url"]));
      expect(figures[1]).toMatchObject({ outcome: "found", metrics: { rating_breakdown: null } });
    },
  );

  it("ends at the deadline of the route", async () => {
    harness.simulator.faults.add({ match: { kind: "page" }, respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 400 }).ios;

    expect(await get(scraper, `/apps/${appIds.ios}/metrics`)).toMatchObject({ status: 504 });
  });

  it("is also found by its short address, through the store's redirect", async () => {
    const lookup = await fetch(`${harness.simulator.url}/lookup?id=${appIds.ios}&country=us&entity=software`, {
      headers: { "x-store-host": "itunes.apple.com" },
    });
    const body = (await lookup.text()).replace(/"trackViewUrl":"[^"]*"/, '"trackViewUrl":"https://attacker.example/x"');
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 200, body } });
    harness.simulator.requests.clear();

    const { metrics: figures } = await getParsed(
      metricsResponseSchema,
      harness.scrapers.ios,
      `/apps/${appIds.ios}/metrics/countries?countries=us`,
    );

    expect(figures[0]).toMatchObject({ outcome: "found", metrics: { rating_breakdown: expect.any(Object) } });
    expect(harness.simulator.requests.list({ kind: "page" }).map(({ status }) => status)).toEqual([301, 200]);
  });
});
