import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { listingsResponseSchema, metricsResponseSchema } from "../../scrapers/contracts/records.ts";
import { get, getParsed, isRatedIn, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const countries = ["us", "de", "fr", "it", "es"] as const;
const appId = (platform: Platform) => harness.app(platform, isRatedIn(...countries)).externalId;

const paths = {
  ios: () => `/apps/${appId("ios")}/listings/locales?countries=us:en-US,de:de-DE,fr:fr-FR,it:it,es:es-ES`,
  android: () => `/apps/${appId("android")}/listings/locales?locales=en-US:us,de-DE:de,fr-FR:fr,it-IT:it,es-ES:es`,
};

describe.each(["ios", "android"] as const)("/listings/locales with one bad storefront (%s)", (platform) => {
  it("returns the others when one storefront takes all the time", async () => {
    harness.simulator.faults.add({ match: { country: "fr" }, respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 1_500 })[platform];

    const { listings } = await getParsed(listingsResponseSchema(), scraper, paths[platform]());

    expect(listings.map(({ outcome }) => outcome)).toEqual(["found", "found", "failed", "found", "found"]);
    expect(listings[2]).toMatchObject({ reason: "timeout", statusCode: 504 });
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

    await getParsed(listingsResponseSchema(), scraper, paths[platform]());

    expect(most).toBe(2);
  });
});

describe("the web page of an app (ios)", () => {
  const listing = () => `/apps/${appId("ios")}/listings/locales?countries=us:en-US,de:de-DE`;
  const metrics = () => `/apps/${appId("ios")}/metrics/countries?countries=us,de`;

  it.each([
    { respond: { status: 403 }, reason: "http_403" },
    { respond: { status: 500 }, reason: "http_5xx" },
    { respond: "reset", reason: "network_error" },
  ] as const)("fails the item with $reason when the page fails", async ({ respond, reason }) => {
    harness.simulator.faults.add({ match: { kind: "page", country: "de" }, respond });

    const { listings } = await getParsed(listingsResponseSchema(), harness.scrapers.ios, listing());
    const { metrics: figures } = await getParsed(metricsResponseSchema(), harness.scrapers.ios, metrics());

    expect([listings[0]?.outcome, figures[0]?.outcome]).toEqual(["found", "found"]);
    expect(listings[1]).toMatchObject({ outcome: "failed", reason });
    expect(figures[1]).toMatchObject({ outcome: "failed", reason });
  });

  it.each([{ respond: { status: 404 } }, { respond: "garbage" }, { respond: "truncated_json" }] as const)(
    "returns null for its fields, and names them, when it is unreadable ($respond)",
    async ({ respond }) => {
      harness.simulator.faults.add({ match: { kind: "page", country: "de" }, respond });

      const { listings } = await getParsed(listingsResponseSchema(), harness.scrapers.ios, listing());
      const { metrics: figures } = await getParsed(metricsResponseSchema(), harness.scrapers.ios, metrics());

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

    expect(await get(scraper, `/apps/${appId("ios")}/metrics`)).toMatchObject({ status: 504 });
  });

  it("is also found by its short address, through the store's redirect", async () => {
    const lookup = await fetch(`${harness.simulator.url}/lookup?id=${appId("ios")}&country=us&entity=software`, {
      headers: { "x-store-host": "itunes.apple.com" },
    });
    const body = (await lookup.text()).replace(/"trackViewUrl":"[^"]*"/, '"trackViewUrl":"https://attacker.example/x"');
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 200, body } });
    harness.simulator.requests.clear();

    const { metrics: figures } = await getParsed(
      metricsResponseSchema(),
      harness.scrapers.ios,
      `/apps/${appId("ios")}/metrics/countries?countries=us`,
    );

    expect(figures[0]).toMatchObject({ outcome: "found", metrics: { rating_breakdown: expect.any(Object) } });
    expect(harness.simulator.requests.list({ kind: "page" }).map(({ status }) => status)).toEqual([301, 200]);
  });
});
