import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { routes as androidRoutes } from "../../scrapers/android/routes.ts";
import { routes as iosRoutes } from "../../scrapers/ios/routes.ts";
import { get, isRatedIn, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ publishersPerStore: 12 });
const appOf = (platform: Platform) => harness.app(platform, isRatedIn("de", "fr"));

type Queries = Readonly<Record<string, string>>;

/** Returns a query of every route that takes a country, with its countries as they are given here. */
const queries: Readonly<Record<Platform, (de: string, fr: string) => Queries>> = {
  ios: (de, fr) => ({
    "/charts": `?collection=top_free&country=${de}`,
    "/charts/pages": `?country=${de}`,
    "/apps/search": `?term=notes&country=${de}`,
    "/apps/search/ids": `?term=notes&country=${de}`,
    "/suggestions": `?term=notes&country=${de}`,
    "/apps/search/ranks": `?term=notes&country=${de}`,
    "/apps/:appId/identity": `?country=${de}`,
    "/apps/:appId/listings": `?country=${de}&lang=de-DE`,
    "/apps/:appId/listings/locales": `?countries=${de}:de-DE,${fr},${de}:en-GB`,
    "/apps/:appId/metrics": `?country=${de}`,
    "/apps/:appId/metrics/countries": `?countries=${de},${fr}`,
    "/apps/:appId/pages": `?targets=${de}:de-DE,${fr}:fr-FR`,
    "/apps/:appId/histograms": `?countries=${de},${fr}`,
    "/storefronts/:country/apps": `?ids=1&lang=de-DE`,
    "/developers/search": `?term=notes&country=${de}`,
    "/developers/:developerId/apps": `?country=${de}`,
  }),
  android: (de, fr) => ({
    "/charts": `?country=${de}`,
    "/apps/search": `?term=notes&country=${de}`,
    "/suggestions": `?term=notes&country=${de}`,
    "/apps/search/ranks": `?term=notes&country=${de}`,
    "/apps/:appId/identity": `?country=${de}`,
    "/apps/:appId/listings": `?country=${de}&locale=de-DE`,
    "/apps/:appId/listings/locales": `?locales=de-DE:${de},fr-FR:${fr}`,
    "/developers/search": `?term=notes&country=${de}`,
    "/apps/:appId/metrics": `?country=${de}`,
    "/developers/:developerId/apps": `?country=${de}`,
  }),
};

describe.each(["ios", "android"] as const)("a country code in upper or mixed case (%s)", (platform) => {
  const pathOf = (route: string, country: string, query: string) => {
    const { externalId, publisher } = appOf(platform);
    const parameters = { appId: externalId, developerId: encodeURIComponent(publisher.externalId), country };
    const path = Object.entries(parameters).reduce((so, [name, value]) => so.replace(`:${name}`, value), route);
    return path + query;
  };
  const { [platform]: queriesOf } = queries;

  it.each(Object.keys(queriesOf("", "")))("is read as its lower case by %s", async (route) => {
    const read = (de: string, fr: string) =>
      get(harness.scrapers[platform], pathOf(route, de, queriesOf(de, fr)[route] ?? ""));
    const expected = await read("de", "fr");
    harness.simulator.requests.clear();
    const response = await read("De", "FR");

    expect(expected.status).toBe(200);
    expect(response).toEqual(expected);
    const countries = harness.simulator.requests.list().map(({ country }) => country);
    expect(countries).not.toEqual([]);
    expect(countries.filter((country) => country !== "de" && country !== "fr")).toEqual([]);
  });

  it("is tested for every route", () => {
    const routes = { ios: iosRoutes, android: androidRoutes }[platform].map(({ path }) => path);

    expect(["/health", ...Object.keys(queriesOf("", ""))].toSorted()).toEqual(routes.toSorted());
  });
});
