import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { routes as androidRoutes } from "../../scrapers/android/routes.ts";
import { healthSchema } from "../../scrapers/contracts/records.ts";
import { createScraper } from "../../scrapers/http/create-scraper.ts";
import { defineRoute } from "../../scrapers/http/route.ts";
import { settleItems } from "../../scrapers/http/settle-items.ts";
import { StoreError } from "../../scrapers/http/store-errors.ts";
import { routes as iosRoutes } from "../../scrapers/ios/routes.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();

const badRequests = {
  ios: [
    "/apps/com.example/identity",
    "/apps/12345678901234567890/identity",
    "/apps/1/identity?country=usa",
    "/apps/1/identity?country=%C4%B0S",
    "/apps/1/identity?country=",
    "/apps/1/identity?country=us&country=de",
    "/apps/1/listings?lang=x",
    "/apps/1/listings/locales",
    "/apps/1/listings/locales?countries=",
    "/apps/1/listings/locales?countries=us:en-US:x",
    `/apps/1/listings/locales?countries=${Array(26).fill("us").join(",")}`,
    "/apps/1/metrics/countries",
    "/apps/1/metrics/countries?countries=us,",
    "/storefronts/us/apps",
    "/storefronts/us/apps?ids=",
    "/storefronts/us/apps?ids=1,,2",
    "/storefronts/us/apps?ids=1,com.example",
    "/storefronts/usa/apps?ids=1",
    "/storefronts/us/apps?ids=1&lang=x",
    "/storefronts/us/apps?ids=1&fields=texts",
    `/storefronts/us/apps?ids=${Array(181).fill("1").join(",")}`,
    "/apps/search",
    "/apps/search?term=%20",
    "/apps/search?term=x&limit=0",
    "/apps/search?term=x&limit=51",
    "/apps/search?term=x&limit=ten",
    "/apps/%E0%A4%A/identity",
  ],
  android: [
    "/apps/com..%2F..%2Fetc/identity",
    "/apps/com%2520example/identity",
    "/apps/com.example/identity?country=1",
    "/apps/com.example/listings?locale=%22",
    "/apps/com.example/listings/locales",
    "/apps/com.example/listings/locales?locales=de-DE:DEU",
    `/apps/com.example/listings/locales?locales=${Array(26).fill("de").join(",")}`,
    "/apps/search?term=",
    "/apps/search?term=x&limit=1.5",
  ],
} as const;

describe.each(["ios", "android"] as const)("the edge of a scraper (%s)", (platform) => {
  it.each(badRequests[platform])("[SCR-1 IOS-4 AND-4] rejects %s with 422 and calls no store", async (path) => {
    const response = await get(harness.scrapers[platform], path);

    expect(response).toMatchObject({ status: 422, body: { error: expect.any(String), statusCode: 422 } });
    expect(response.headers["content-type"]).toBe("application/json");
    expect(harness.simulator.requests.count()).toBe(0);
  });

  it.each(["/", "/apps", "/apps/1", "/apps/1/identity/", "/apps/1/nothing", "/Health", "//health"])(
    "returns 400 for %s, an unknown route, since a 404 would mean an absent app",
    async (path) => {
      expect(await get(harness.scrapers[platform], path)).toMatchObject({ status: 400, body: { statusCode: 400 } });
    },
  );

  it("[SVC-11] carries no version in its paths", () => {
    const paths = { ios: iosRoutes, android: androidRoutes }[platform].map(({ path }) => path);

    expect(paths).toContain("/apps/:appId/identity");
    expect(paths.filter((path) => /\/v\d/.test(path))).toEqual([]);
  });

  it("[IOS-1 AND-1] returns ok at /health without calling the store", async () => {
    expect(await getParsed(healthSchema(), harness.scrapers[platform], "/health")).toEqual({ status: "ok" });
    expect(harness.simulator.requests.count()).toBe(0);
  });

  it("serves GET only", async () => {
    expect((await get(harness.scrapers[platform], "/health", { method: "POST" })).status).toBe(405);
  });

  it("logs the caller's correlation id, or the request's own when that is invalid", async () => {
    harness.logged.length = 0;

    await get(harness.scrapers[platform], "/health", { headers: { "x-correlation-id": "run-42" } });
    await get(harness.scrapers[platform], "/health", { headers: { "x-correlation-id": "a\nb" } });

    expect(harness.logged.map(({ fields }) => fields.correlation_id)).toEqual(["run-42", "request-1"]);
  });
});

describe("a route of any scraper", () => {
  const echo = defineRoute({
    path: "/echo/:word",
    query: () => z.object({ word: z.string(), other: z.string().optional() }),
    handle: async (_store: null, query) => query,
  });
  const broken = defineRoute({
    path: "/broken",
    query: () => z.object({}),
    handle: async (): Promise<never> => {
      throw new Error("secret detail");
    },
  });
  const items = defineRoute({
    path: "/items",
    query: () => z.object({}),
    handle: async (_store: null, _query, call) =>
      settleItems(["fine", "broken", "late"], call, async (item) => {
        // As for a record that was not checked.
        if (item === "broken") throw new TypeError("secret detail");
        if (item === "late") throw new StoreError("The store returned 503", { reason: "http_5xx" });
        return { value: item };
      }),
  });
  const logged: string[] = [];
  const log = (level: string) => (event: string) => void logged.push(`${level} ${event}`);
  beforeEach(() => void logged.splice(0));
  const scraper = createScraper({
    routes: [echo, broken, items],
    store: null,
    logger: { info: log("info"), warn: log("warn"), error: log("error") },
    now: () => new Date(0),
    routeDeadlineMs: 1_000,
  });

  it("gets its path decoded exactly once", async () => {
    expect((await get(scraper, "/echo/C%252B%2B+Apps%2F%E2%9C%93")).body).toEqual({ word: "C%2B++Apps/✓" });
  });

  it("reads a path parameter from the path only", async () => {
    expect((await get(scraper, "/echo/one?word=two&other=%2B+x")).body).toEqual({ word: "one", other: "+ x" });
  });

  it.each(["/broken", "/items"])(
    "[SCR-3] responds to %s with 500, blames no store and logs an error when its own code breaks",
    async (path) => {
      const { status, body } = await get(scraper, path);

      expect([status, body]).toEqual([500, { error: "The scraper failed", statusCode: 500 }]);
      expect(logged).toContain("error route.broken");
    },
  );
});
