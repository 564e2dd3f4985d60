import { describe, expect, it } from "vitest";

import { UNRESOLVABLE_URL } from "../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import { storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";
import { nonEmpty } from "../support/non-empty.ts";
import type { ScraperFactories } from "./bundled-scrapers.ts";
import { type Expected, faultCases, faultsOfNamesAndNumbers, faultsOfOneRecord } from "./fault-cases.ts";
import { type FaultRoute, faultRoutes } from "./fault-routes.ts";
import { get, type Received, useHarness } from "./scraper-harness.ts";

/** The request timeout here, in milliseconds. */
const PATIENCE_MS = 100;

export const routeNames = [
  "charts",
  "chart pages",
  "app search",
  "app search for ids",
  "search ranks",
  "suggestions",
  "identity",
  "listing",
  "listings",
  "metrics",
  "metrics by country",
  "pages",
  "histograms",
  "storefront's apps",
  "developer's apps",
  "developer search",
];

/**
 * Routes of one kind handle a fault in the same code: one app, one app in bulk, parts of one, many apps, a list, a
 * page, a property list.
 */
export const oneRouteOfEachKind = [
  "identity",
  "listings",
  "pages",
  "histograms",
  "storefront's apps",
  "charts",
  "chart pages",
  "suggestions",
];

/** Those that share it. */
export const otherRoutes = routeNames.filter((name) => !oneRouteOfEachKind.includes(name));

const routesOfIos = [
  "app search for ids",
  "metrics by country",
  "pages",
  "histograms",
  "storefront's apps",
  "chart pages",
];

/** The routes of a scraper that are named, under each fault of its store. */
export function describeFaults(
  platform: Platform,
  { only, loadFactories }: { readonly only: readonly string[]; readonly loadFactories?: () => ScraperFactories },
): void {
  const harness = useHarness({ publishersPerStore: 12, loadFactories });
  const routeOf = (name: string) => {
    const found = faultRoutes(harness, platform).find(({ route }) => route === name);
    if (found === undefined) throw new Error(`no route ${name}`);
    return found;
  };

  const names = only.filter((name) => platform === "ios" || !routesOfIos.includes(name));

  describe.each(names)(`${platform} %s`, (name) => {
    it.each(faultCases)(
      "[SCR-3 TRAP-3] returns the expected outcome of $fault, and recovers",
      async ({ fault, respond, expected }) => {
        const route = routeOf(name);
        const { [platform]: scraper } = harness.with(
          isSilent(expected[platform]) ? { requestTimeoutMs: PATIENCE_MS } : {},
        );
        harness.simulator.faults.add({ respond });

        const response = await get(scraper, route.path);
        if (route.hasRecords && faultsOfOneRecord.includes(fault)) expectFailedRecord(response);
        else if (route.hasIdsAlone && faultsOfNamesAndNumbers.includes(fault)) expect(response.status).toBe(200);
        else expectResponse(response, route, expected[platform]);

        harness.simulator.faults.clear();
        const { status, body } = await get(harness.scrapers[platform], route.path);
        expect(status).toBe(200);
        route.schema.parse(body);
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    );

    it("[TRAP-3] returns network_error when the store rejects connections", async () => {
      await harness.simulator.reject();
      const pending = get(harness.scrapers[platform], routeOf(name).path);

      expectResponse(await pending.finally(harness.simulator.accept), routeOf(name), disconnected);
    });

    it("returns network_error when the store's name does not resolve", async () => {
      const { [platform]: scraper } = harness.with({ STORE_SIMULATOR_URL: UNRESOLVABLE_URL });

      expectResponse(await get(scraper, routeOf(name).path), routeOf(name), disconnected);
    });

    it("[TRAP-19] returns 504 only for its own deadline", async () => {
      const { [platform]: scraper } = harness.with({ ROUTE_DEADLINE_MS: 50 });
      harness.simulator.faults.add({ respond: "timeout" });

      const expected = { outcome: "failed", status: 504, reason: "timeout" } as const;
      expectResponse(await get(scraper, routeOf(name).path), routeOf(name), expected);
    });
  });
}

const disconnected: Expected = { outcome: "failed", status: 500, reason: "network_error" };

function isSilent(expected: Expected): boolean {
  return expected.outcome === "failed" && expected.reason === "timeout";
}

function expectResponse(response: Received, route: FaultRoute, expected: Expected): void {
  if (expected.outcome === "found") {
    expect(response).toMatchObject({ status: 200 });
    route.schema.parse(response.body);
    return;
  }
  if (route.bulk !== undefined) {
    expectItems(response, route, expected);
    return;
  }
  const isAbsent = expected.outcome === "absent" && route.isOfSubject;
  const failure = expected.outcome === "absent" ? { status: 500, reason: "invalid_response" as const } : expected;
  const error = scraperErrorSchema().strict().parse(response.body);
  if (isAbsent) expect(error).toEqual({ error: expect.any(String), statusCode: 404 });
  else expect(error).toEqual(errorBody(failure));
  expect(response.status).toBe(error.statusCode);
  expect(response.headers["retry-after"]).toBe(expected.outcome === "failed" ? expected.retryAfter : undefined);
}

/** Names the class of requests that the store limits, or that fails. */
function errorBody({ status, reason }: { readonly status: number; readonly reason: string }) {
  const isLimited = reason === "http_403" || status === 429 || status === 503;
  const named = {
    ...(isLimited && { host_class: expect.any(String) }),
    ...(!isLimited && reason === "http_5xx" && { failing_class: expect.any(String) }),
  };
  return { error: expect.any(String), statusCode: status, reason, ...named };
}

function expectFailedRecord({ status, body }: Received): void {
  expect(status).toBe(200);
  const [app, ...others] = storefrontAppsSchema().parse(body).apps;
  expect(app).toEqual({ id: app?.id, outcome: "failed", reason: "invalid_response" });
  expect(others).toEqual([]);
}

/** Checks that each item has its own outcome, and none a partial record. */
function expectItems(
  response: Received,
  { schema, bulk = "listings", hasParts = false }: FaultRoute,
  expected: Expected,
): void {
  expect(response.status).toBe(200);
  const { [bulk]: items } = Object(schema.parse(response.body));
  const seconds = expected.outcome === "failed" && expected.retryAfter ? Number(expected.retryAfter) : null;
  const failure = expected.outcome === "failed" && {
    outcome: "failed",
    ...errorBody(expected),
    retry_after_seconds: seconds,
  };
  for (const item of nonEmpty(items)) {
    const { country: _country, locale: _locale, ...outcome } = item;
    const isUnreadable = expected.outcome === "failed" && expected.reason === "invalid_response";
    if (hasParts && isUnreadable && outcome.outcome !== "failed") continue;
    expect(outcome).toEqual(failure || { outcome: "empty_response" });
  }
}
