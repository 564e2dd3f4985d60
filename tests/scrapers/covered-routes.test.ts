import { describe, expect, it } from "vitest";

import { routes as androidRoutes } from "../../scrapers/android/routes.ts";
import { matchRoute } from "../../scrapers/http/route.ts";
import { routes as iosRoutes } from "../../scrapers/ios/routes.ts";
import { routeChecks } from "../smoke/route-checks.ts";
import { routeNames } from "./describe-faults.ts";
import { faultRoutes } from "./fault-routes.ts";
import { useHarness } from "./scraper-harness.ts";

const harness = useHarness({ publishersPerStore: 12 });

const nineRoutes = [
  "/health",
  "/charts",
  "/apps/search",
  "/apps/:appId/identity",
  "/apps/:appId/listings",
  "/apps/:appId/listings/locales",
  "/apps/:appId/metrics",
  "/developers/search",
  "/developers/:developerId/apps",
];
const routesBeyond = {
  ios: [
    "/charts/pages",
    "/apps/search/ids",
    "/apps/search/ranks",
    "/suggestions",
    "/apps/:appId/metrics/countries",
    "/apps/:appId/pages",
    "/apps/:appId/histograms",
    "/storefronts/:country/apps",
  ],
  android: ["/apps/search/ranks", "/suggestions"],
};

describe.each([
  ["ios", iosRoutes],
  ["android", androidRoutes],
] as const)("every route of the scraper (%s)", (platform, routes) => {
  const served = routes.map(({ path }) => path).toSorted();
  const routesOf = (addresses: readonly string[]) => {
    const found = addresses.map((address) => matchRoute<never>(routes, address.replace(/\?.*$/, "")).route.path);
    return [...new Set(found)].toSorted();
  };

  it("[SCR-5] is one of the specification's nine, or one of those beyond them", () => {
    expect(served).toEqual([...nineRoutes, ...routesBeyond[platform]].toSorted());
  });

  it("is called under each fault of its store", () => {
    const called = faultRoutes(harness, platform);

    expect(routesOf(["/health", ...called.map(({ path }) => path)])).toEqual(served);
    expect(routeNames).toEqual(expect.arrayContaining(called.map(({ route }) => route)));
  });

  it("is called by the smoke test of the real stores", () => {
    const checks = routeChecks.filter((check) => check.platform === platform);

    expect(routesOf(checks.map(({ path }) => path))).toEqual(served);
  });
});
