import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { identitySchema, listingSchema, metricsSchema } from "../../scrapers/contracts/records.ts";
import { get, getParsed, isRatedIn, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const appId = (platform: Platform) =>
  harness.app(platform, (app) => isRatedIn("us")(app) && app.metrics("us")?.price === 0).externalId;

/** Serves the app's own lookup response with some fields changed; undefined removes a field. */
async function serveLookup(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${harness.simulator.url}/lookup?id=${appId("ios")}&country=us&entity=software`, {
    headers: { "x-store-host": "itunes.apple.com" },
  });
  const lookup = JSON.parse(await response.text());
  const body = JSON.stringify({ resultCount: 1, results: [{ ...lookup.results[0], ...changes }] });
  harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 200, body } });
}

/** Serves the app's own details page with some of its values changed. */
async function serveDetails(change: (details: unknown[]) => void): Promise<void> {
  const response = await fetch(`${harness.simulator.url}/store/apps/details?id=${appId("android")}&hl=en&gl=us`, {
    headers: { "x-store-host": "play.google.com" },
  });
  const html = await response.text();
  const body = html.replace(/(key: 'ds:5'.*?data:)(.*?)(, sideChannel)/s, (_all, before, data, after) => {
    const payload = JSON.parse(data);
    change(payload[1][2]);
    return before + JSON.stringify(payload).replaceAll("<", "\\u003c") + after;
  });
  harness.simulator.faults.add({ match: { kind: "details" }, respond: { status: 200, body } });
}

const ios = (route: string) => `/apps/${appId("ios")}/${route}`;
const android = (route: string) => `/apps/${appId("android")}/${route}`;

describe("a changed or incomplete response of Apple", () => {
  it("[IOS-6] is not a free app when lookup has no price", async () => {
    await serveLookup({ price: undefined, currency: undefined });

    const identity = await getParsed(identitySchema(), harness.scrapers.ios, ios("identity"));

    expect(identity).toMatchObject({ is_free: false, price: null, currency: null });
  });

  it("has no invented version or dates", async () => {
    await serveLookup({ version: undefined, releaseDate: "soon", currentVersionReleaseDate: undefined });

    const identity = await getParsed(identitySchema(), harness.scrapers.ios, ios("identity"));

    expect(identity).toMatchObject({
      version: null,
      original_release_date: null,
      current_version_release_date: null,
    });
  });

  it.each([
    { trackName: undefined },
    { trackName: 7 },
    { price: "free" },
    { averageUserRating: 6 },
    { userRatingCount: -1 },
    { fileSizeBytes: "big" },
    { trackId: 42 },
    { screenshotUrls: [1] },
  ])("is unreadable with %j", async (changes) => {
    await serveLookup(changes);

    expect(await get(harness.scrapers.ios, ios("identity"))).toMatchObject({
      status: 500,
      body: { reason: "invalid_response" },
    });
  });

  it("is unreadable when it is too long", async () => {
    await serveLookup({ description: "long ".repeat(600_000) });

    expect(await get(harness.scrapers.ios, ios("identity"))).toMatchObject({
      status: 500,
      body: { reason: "invalid_response" },
    });
  });

  it("passes NUL and lone surrogates on", async () => {
    await serveLookup({ description: "a\0b\ud800c" });

    const listing = await getParsed(listingSchema(), harness.scrapers.ios, ios("listings"));

    expect(listing.description).toBe("a\0b\ud800c");
  });
});

describe("a changed or incomplete response of Google", () => {
  it("is not a free app when the page has no price", async () => {
    await serveDetails((details) => {
      details[57] = null;
    });

    const identity = await getParsed(identitySchema(), harness.scrapers.android, android("identity"));

    expect(identity).toMatchObject({ is_free: false, price: null, currency: null });
  });

  it("is not a free app while it is open for pre-registration only", async () => {
    await serveDetails((details) => {
      details[18] = [1];
      details[51] = null;
      details[145] = null;
    });

    const identity = await getParsed(identitySchema(), harness.scrapers.android, android("identity"));
    const metrics = await getParsed(metricsSchema(), harness.scrapers.android, android("metrics"));

    expect(identity).toMatchObject({ is_free: false, current_version_release_date: null });
    expect(metrics).toMatchObject({
      rating: null,
      rating_count: 0,
      rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    });
  });

  it.each([[[]], [[null]], [[null, "soon"]]])("means an absent app when the page's offer is %j", async (offer) => {
    await serveDetails((details) => {
      details[18] = offer;
    });

    for (const route of ["identity", "listings", "metrics"]) {
      expect((await get(harness.scrapers.android, android(route))).status).toBe(404);
    }
  });

  it("[TRAP-9] returns what's new as text, with its line breaks", async () => {
    await serveDetails((details) => {
      details[144] = [null, [null, "What&#39;s new<br>• Faster &amp; <b>safer</b><br/>1 &lt; 2"]];
    });

    const listing = await getParsed(listingSchema(), harness.scrapers.android, android("listings"));

    expect(listing.whats_new).toBe("What's new\n• Faster & safer\n1 < 2");
  });

  it("[TRAP-12] is no captcha page because an app describes one", async () => {
    await serveDetails((details) => {
      details[73] = [[null, "Solves google.com/recaptcha and unusual traffic"]];
    });

    expect((await get(harness.scrapers.android, android("identity"))).status).toBe(200);
  });

  it.each([
    ["no title", 0],
    ["no publisher", 68],
    ["no description", 72],
    ["no word on whether the app is offered", 18],
  ])("[TRAP-11] is unreadable with %s", async (_title, index) => {
    await serveDetails((details) => {
      details[index] = null;
    });

    expect(await get(harness.scrapers.android, android("identity"))).toMatchObject({
      status: 500,
      body: { reason: "invalid_response" },
    });
  });

  it("[PUB-3 TRAP-6] encodes reserved characters of a publisher's name", async () => {
    await serveDetails((details) => {
      details[68] = ["AC/DC + 100% #1?", [null, null, null, null, [null, null, "/store/apps/dev?id=1"]]];
    });

    const identity = await getParsed(identitySchema(), harness.scrapers.android, android("identity"));

    expect(identity.publisher_external_id).toBe("AC%2FDC+%2B+100%25+%231%3F");
  });

  it("[TRAP-18] carries no cookie into a later call", async () => {
    const cookies: (string | null)[] = [];
    const recording: typeof fetch = (input, init) => {
      cookies.push(new Headers(init?.headers).get("cookie"));
      return fetch(input, init);
    };
    const scraper = harness.with({ fetch: recording }).android;
    harness.simulator.faults.add({
      times: 1,
      respond: { status: 200, headers: { "set-cookie": "NID=robot; Path=/" } },
    });

    await get(scraper, android("identity"));
    await get(scraper, android("identity"));

    expect(cookies).toEqual([null, null]);
  });
});
