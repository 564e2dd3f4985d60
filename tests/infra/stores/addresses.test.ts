import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { hasStoreFront } from "../../../infra/store-simulator/apple/storefront-ids.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get } from "./store-seams.ts";

let simulator: StoreSimulator;
let appId: string;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 43, appsPerStore: 150, publishersPerStore: 20 });
  const app = simulator.catalogue
    .apps("ios")
    .find(
      ({ on }) =>
        on(0).isAvailable("us") && on(0).isAvailable("de") && on(0).listing(null, "us")?.promotionalText != null,
    );
  appId = app?.externalId ?? "";
});
beforeEach(() => simulator.requests.clear());
afterAll(() => simulator.stop());

describe("the stores' addresses", () => {
  it.each([
    ["example.org", "/lookup"],
    ["play.google.com", "/store/apps/unknown"],
    ["itunes.apple.com", "/"],
    ["127.0.0.1", "/lookup"],
  ])("returns 421 for %s%s, which no store has", async (host, path) => {
    expect((await get(simulator, host, path)).status).toBe(421);
    expect(simulator.requests.list().at(-1)).toMatchObject({ host, path, status: 421, kind: null, platform: null });
  });

  it("takes the host from an absolute-form address", async () => {
    const { hostname, port } = new URL(simulator.url);
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path: `http://itunes.apple.com/lookup?id=${appId}` }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });

    expect(status).toBe(200);
  });

  it("puts three newlines before the JSON of a lookup", async () => {
    const body = await (await get(simulator, "itunes.apple.com", `/lookup?id=${appId}`)).text();

    expect(body.startsWith("\n\n\n{")).toBe(true);
  });

  it("redirects a bare App Store page to the one with a slug, which holds what lookup lacks", async () => {
    const bare = await get(simulator, "apps.apple.com", `/us/app/id${appId}?l=en-GB`);
    const location = new URL(bare.headers.get("location") ?? "");
    const page = await get(simulator, location.host, location.pathname);
    const [, json = ""] = /id="serialized-server-data">(.+?)<\/script>/s.exec(await page.text()) ?? [];
    const on = simulator.catalogue.appOn({ platform: "ios", externalId: appId, day: 0 });
    const [listing, metrics] = [on?.listing(null, "us"), on?.metrics("us")];

    expect(bare.status).toBe(301);
    expect(location.search).toBe("?l=en-GB");
    expect(JSON.parse(json).data[0].data).toMatchObject({
      promotionalText: listing?.promotionalText,
      shelfMapping: { productRatings: { items: [{ ratingCounts: metrics?.stars.toReversed() }] } },
    });
  });

  it("has Apple's number for every storefront", () => {
    const unknown = countries.filter(({ code, iosLanguages }) => iosLanguages !== null && !hasStoreFront(code));

    expect(unknown).toEqual([]);
  });
});

describe("the request log", () => {
  it("lists requests and responses, oldest first", async () => {
    simulator.faults.add({ match: { country: "de" }, times: 1, respond: { status: 503 } });
    await get(simulator, "itunes.apple.com", `/lookup?id=${appId}&country=de&lang=de`);
    await get(simulator, "play.google.com", "/store/apps/details?id=com.none&hl=en&gl=us");

    expect(simulator.requests.list()).toMatchObject([
      { platform: "ios", kind: "lookup", appId, country: "de", language: "de", status: 503, fault: "status_503" },
      { platform: "android", kind: "details", appId: "com.none", country: "us", status: 404, fault: null },
    ]);
    expect(simulator.requests.count({ platform: "ios" })).toBe(1);
  });
});

describe("the counts of requests", () => {
  const counts = async () => (await fetch(`${simulator.url}/__simulator/requests/counts`)).json();
  const path = (country: string) => `/lookup?id=${appId}&country=${country}`;

  it("are by host and kind, with each outcome and what the cache served", async () => {
    simulator.faults.add({ match: { country: "de" }, times: 1, respond: { status: 503 } });
    simulator.faults.add({ match: { country: "fr" }, times: 1, respond: "reset" });
    for (const country of ["de", "it", "it"]) await get(simulator, "itunes.apple.com", path(country));
    await get(simulator, "itunes.apple.com", path("fr")).catch(() => undefined);
    await get(simulator, "apps.apple.com", `/us/app/id${appId}`);
    await get(simulator, "itunes.apple.com", "/us/rss/topfreeapplications/limit=5/json");

    expect(await counts()).toEqual({
      counts: [
        { host: "apps.apple.com", kind: "page", requests: 1, cached: 0, outcomes: { 301: 1 } },
        { host: "itunes.apple.com", kind: "chart", requests: 1, cached: 0, outcomes: { 200: 1 } },
        { host: "itunes.apple.com", kind: "lookup", requests: 4, cached: 1, outcomes: { 200: 2, 503: 1, none: 1 } },
      ],
    });
  });

  it("take unknown addresses together", async () => {
    for (const host of ["one.example", "two.example"]) await get(simulator, host, "/");

    // After a 421 fetch sends the request once more.
    expect(await counts()).toEqual({
      counts: [{ host: null, kind: null, requests: 4, cached: 0, outcomes: { 421: 4 } }],
    });
  });

  it("begin anew when the log is cleared", async () => {
    await get(simulator, "itunes.apple.com", path("us"));
    simulator.requests.clear();

    expect(await counts()).toEqual({ counts: [] });
  });
});

describe("the control surface", () => {
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${simulator.url}/__simulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const lookup = () => get(simulator, "itunes.apple.com", `/lookup?id=${appId}&country=us`);

  it("adds and removes faults", async () => {
    await control("POST", "faults", { match: { kind: "lookup", pathPattern: "country=us" }, respond: { status: 429 } });
    const during = await lookup();
    await control("DELETE", "faults");

    expect([during.status, (await lookup()).status]).toEqual([429, 200]);
  });

  it("moves the day", async () => {
    await control("PUT", "day", { day: 12 });
    expect(simulator.day()).toBe(12);
    simulator.setDay(0);
  });

  it("lists and deletes requests", async () => {
    await lookup();
    const listed = await (await control("GET", "requests?limit=5")).json();
    await control("DELETE", "requests");

    expect(listed).toMatchObject({ total: 1, requests: [{ kind: "lookup" }] });
    expect(simulator.requests.count()).toBe(0);
  });

  it("lists the apps of a platform", async () => {
    const listed = await (await control("GET", "apps?platform=android&limit=2")).json();

    expect(listed).toMatchObject({ total: 150, apps: [{ external_id: expect.any(String) }, {}] });
  });

  it.each([
    ["POST", "faults", { respond: "explode" }, 422],
    ["PUT", "day", { day: -1 }, 422],
    ["PUT", "day", { day: 1, hour: 24 }, 422],
    ["PUT", "limits", { host: "example.org", perMinute: 20 }, 422],
    ["PUT", "limits", { host: "itunes.apple.com" }, 422],
    ["PUT", "limits", { host: "itunes.apple.com", perMinute: 0 }, 422],
    ["GET", "apps?platform=web", undefined, 422],
    ["GET", "unknown", undefined, 404],
  ])("rejects %s %s %o with %i", async (method, path, body, status) => {
    expect((await control(method, path, body)).status).toBe(status);
  });
});
