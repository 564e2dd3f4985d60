import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { routes as androidRoutes } from "../../scrapers/android/routes.ts";
import { routes as iosRoutes } from "../../scrapers/ios/routes.ts";
import { DAY, get, type Harness, startHarness } from "./scraper-harness.ts";

let harness: Harness;
const ids = { ios: { app: "", developer: "" }, android: { app: "", developer: "" } };

beforeAll(async () => {
  harness = await startHarness({ publishersPerStore: 12 });
  for (const platform of ["ios", "android"] as const) {
    const apps = harness.simulator.catalogue.apps(platform).map((app) => app.on(DAY));
    const app = apps.find((one) => ["de", "fr"].every((country) => (one.metrics(country)?.ratingCount ?? 0) > 0));
    ids[platform] = { app: app?.externalId ?? "", developer: app?.publisher.externalId ?? "" };
  }
});
beforeEach(() => harness.simulator.requests.clear());
afterAll(() => harness.simulator.stop());

type CaseOfRoute = { readonly route: string; readonly lower: string; readonly mixed: string };

/** Every route that takes a country, with queries that differ only in the case of their countries. */
const cases: Readonly<Record<Platform, readonly CaseOfRoute[]>> = {
  ios: [
    { route: "/charts", lower: "?collection=top_free&country=de", mixed: "?collection=top_free&country=DE" },
    { route: "/apps/search", lower: "?term=notes&country=de", mixed: "?term=notes&country=De" },
    { route: "/apps/:appId/identity", lower: "?country=de", mixed: "?country=DE" },
    { route: "/apps/:appId/listings", lower: "?country=de&lang=de-DE", mixed: "?country=dE&lang=de-DE" },
    {
      route: "/apps/:appId/listings/locales",
      lower: "?countries=de:de-DE,fr,de:en-GB",
      mixed: "?countries=DE:de-DE,Fr,dE:en-GB",
    },
    { route: "/apps/:appId/metrics", lower: "?country=de", mixed: "?country=DE" },
    { route: "/apps/:appId/metrics/countries", lower: "?countries=de,fr", mixed: "?countries=DE,fR" },
    { route: "/developers/search", lower: "?term=notes&country=de", mixed: "?term=notes&country=DE" },
    { route: "/developers/:developerId/apps", lower: "?country=de", mixed: "?country=DE" },
  ],
  android: [
    { route: "/charts", lower: "?country=de", mixed: "?country=DE" },
    { route: "/apps/search", lower: "?term=notes&country=de", mixed: "?term=notes&country=De" },
    { route: "/apps/:appId/identity", lower: "?country=de", mixed: "?country=DE" },
    { route: "/apps/:appId/listings", lower: "?country=de&locale=de-DE", mixed: "?country=dE&locale=de-DE" },
    {
      route: "/apps/:appId/listings/locales",
      lower: "?locales=de-DE:de,fr-FR:fr",
      mixed: "?locales=de-DE:DE,fr-FR:fR",
    },
    { route: "/apps/:appId/metrics", lower: "?country=de", mixed: "?country=DE" },
    { route: "/developers/search", lower: "?term=notes&country=de", mixed: "?term=notes&country=DE" },
    { route: "/developers/:developerId/apps", lower: "?country=de", mixed: "?country=DE" },
  ],
};

describe.each(["ios", "android"] as const)("a country code in upper or mixed case (%s)", (platform) => {
  const pathOf = (route: string, query: string) => {
    const { app, developer } = ids[platform];
    return route.replace(":appId", app).replace(":developerId", encodeURIComponent(developer)) + query;
  };
  const { [platform]: casesOfPlatform } = cases;

  it.each(casesOfPlatform)("is read as its lower case by $route", async ({ route, lower, mixed }) => {
    const expected = await get(harness.scrapers[platform], pathOf(route, lower));
    harness.simulator.requests.clear();
    const response = await get(harness.scrapers[platform], pathOf(route, mixed));

    expect(expected.status).toBe(200);
    expect(response).toEqual(expected);
    const countries = harness.simulator.requests.list().map(({ country }) => country);
    expect(countries).not.toEqual([]);
    expect(countries.filter((country) => country !== "de" && country !== "fr")).toEqual([]);
  });

  it("is tested for every route", () => {
    const routes = { ios: iosRoutes, android: androidRoutes }[platform].map(({ path }) => path);

    expect(["/health", ...casesOfPlatform.map(({ route }) => route)].toSorted()).toEqual(routes.toSorted());
  });
});
