import { describe, expect, it } from "vitest";
import {
  identitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsSchema,
} from "../../scrapers/contracts/records.ts";
import { searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const apps = () => harness.apps("android").filter((app) => app.isAvailable("us") && app.isAvailable("de"));

const android = () => harness.scrapers.android;
const sample = () => apps().slice(0, 40);

/** An app, by its path, that a storefront lacks. */
function lackedApp() {
  const app = apps().find((one) => one.unavailableCountries().length > 0);
  const [absent = ""] = app?.unavailableCountries() ?? [];
  return { path: `/apps/${app?.externalId}`, absent };
}

describe("GET /apps/:appId/identity (android)", () => {
  it("[AND-5 TRAP-10] returns the identity of an app, with the canonical id of its publisher", async () => {
    for (const app of nonEmpty(sample())) {
      const metrics = app.metrics("de");
      const identity = await getParsed(identitySchema(), android(), `/apps/${app.externalId}/identity?country=de`);

      expect(identity).toMatchObject({
        app_id: app.externalId,
        name: app.listing("en", "de")?.title,
        publisher_name: app.publisher.name,
        publisher_external_id: app.publisher.externalId,
        publisher_url: app.publisher.website,
        category: app.category.name,
        category_id: app.category.externalId,
        supported_locales: null,
        is_free: metrics?.price === 0,
        price: metrics?.price,
        currency: metrics?.currency,
        version: app.version,
        icon_url: app.iconUrl,
      });
      expect([app.originalReleaseDate, null]).toContain(identity.original_release_date);
      expect(Date.parse(identity.current_version_release_date ?? "")).toBe(Date.parse(app.versionReleasedAt));
    }
  });

  it("returns no version when it varies with the device", async () => {
    const varying = harness.app("android", (app) => app.isAvailable("us") && app.version === null);

    const identity = await getParsed(identitySchema(), android(), `/apps/${varying.externalId}/identity`);

    expect(identity.version).toBeNull();
  });

  it("[SCR-1 SCR-2] returns 404 with the contract's body for an app that the store does not have", async () => {
    const response = await get(android(), "/apps/com.example.absent/identity");

    expect(response.status).toBe(404);
    expect(response.body).toEqual({ error: expect.any(String), statusCode: 404 });
  });
});

describe.each([
  { route: "identity", query: (country: string) => `?country=${country}` },
  { route: "listings", query: (country: string) => `?country=${country}&locale=de-DE` },
  { route: "metrics", query: (country: string) => `?country=${country}` },
])("GET /apps/:appId/$route of an app that the country does not have (android)", ({ route, query }) => {
  it("[SCR-2 TRAP-11] returns 404 with the contract's body, though the store shows a page", async () => {
    const { path, absent } = lackedApp();

    const response = await get(android(), `${path}/${route}${query(absent)}`);

    expect([response.status, response.body]).toEqual([404, { error: expect.any(String), statusCode: 404 }]);
    expect(harness.simulator.requests.list().map(({ kind, status }) => [kind, status])).toEqual([["details", 200]]);
    expect((await get(android(), `${path}/${route}${query("us")}`)).status).toBe(200);
  });

  it("[SCR-1 TRAP-11] says by a header that the store shows the app without an offer", async () => {
    const { path, absent } = lackedApp();

    expect((await get(android(), `${path}/${route}${query(absent)}`)).headers).toMatchObject({
      "x-absence": "not_offered",
    });
    expect((await get(android(), `/apps/com.example.absent/${route}${query(absent)}`)).headers).not.toHaveProperty(
      "x-absence",
    );
  });

  it("[TRAP-11] returns an app that is open for pre-registration", async () => {
    const app = apps().find((one) => one.isPreRegistration);

    expect((await get(android(), `/apps/${app?.externalId}/${route}${query("de")}`)).status).toBe(200);
  });
});

describe("GET /apps/:appId/listings (android)", () => {
  it("[LST-2 LST-5 AND-6 AND-7 TRAP-9] returns texts and pictures of the locale, but no subtitle", async () => {
    for (const app of nonEmpty(sample())) {
      const expected = app.listing("de-DE", "de");
      const path = `/apps/${app.externalId}/listings?country=de&locale=de-DE`;
      const listing = await getParsed(listingSchema(), android(), path);

      expect(listing).toMatchObject({
        platform: "android",
        country: "de",
        locale: "de-DE",
        title: expected?.title,
        subtitle: null,
        short_description: expected?.shortDescription,
        promotional_text: null,
        description: expected?.description,
        whats_new: expected?.whatsNew,
        icon_url: expected?.iconUrl,
        screenshots: expected?.screenshots,
        video_url: expected?.videoUrl,
        description_length: [...(expected?.description ?? "")].length,
        unread_fields: [],
      });
    }
  });
});

describe("GET /apps/:appId/listings/locales (android)", () => {
  it("[AND-8] returns every locale in order, one without a country in the United States", async () => {
    const { path, absent } = lackedApp();

    const bulk = `${path}/listings/locales?locales=de-DE:de,en-US,hi:${absent},en-US`;
    const { listings } = await getParsed(listingsResponseSchema(), android(), bulk);

    expect(listings.map(({ country, locale, outcome }) => [country, locale, outcome])).toEqual([
      ["de", "de-DE", "found"],
      ["us", "en-US", "found"],
      [absent, "hi", "empty_response"],
      ["us", "en-US", "found"],
    ]);
    expect(harness.simulator.requests.count({ kind: "details" })).toBe(3);
  });

  it("[TRAP-11] says for each locale whether the store shows the app without an offer", async () => {
    const { path, absent } = lackedApp();

    const { listings } = await getParsed(
      listingsResponseSchema(),
      android(),
      `${path}/listings/locales?locales=hi:${absent}`,
    );
    const unknown = "/apps/com.example.absent/listings/locales?locales=hi:de";

    expect(listings).toMatchObject([{ outcome: "empty_response", absence: "not_offered" }]);
    expect((await getParsed(listingsResponseSchema(), android(), unknown)).listings[0]).not.toHaveProperty("absence");
  });
});

describe("GET /apps/:appId/metrics (android)", () => {
  it("[AND-9 AND-11] returns the rating, the stars and the store's installs bucket", async () => {
    for (const app of nonEmpty(sample())) {
      const expected = app.metrics("us");
      const metrics = await getParsed(metricsSchema(), android(), `/apps/${app.externalId}/metrics`);

      const [one, two, three, four, five] = expected?.stars ?? [];
      expect(metrics).toEqual({
        country: "us",
        rating: expected?.rating,
        rating_count: expected?.ratingCount,
        rating_breakdown: { 1: one, 2: two, 3: three, 4: four, 5: five },
        price: expected?.price,
        currency: expected?.currency,
        installs_range: expected?.installsRange,
        installs: expected?.installs,
        file_size_bytes: null,
        version: expected?.version,
      });
    }
  });

  it("[AND-9 AND-10] returns the price of the requested country, and the global rating", async () => {
    const priced = sample().filter((app) => app.metrics("de")?.currency !== app.metrics("us")?.currency);
    expect(priced).not.toEqual([]);

    for (const app of priced) {
      const { country, price, currency, rating } = await getParsed(
        metricsSchema(),
        android(),
        `/apps/${app.externalId}/metrics?country=de`,
      );
      const expected = app.metrics("de");
      expect({ country, price, currency, rating }).toEqual({
        country: "de",
        price: expected?.price,
        currency: expected?.currency,
        rating: app.metrics("us")?.rating,
      });
    }
  });
});

describe("GET /apps/search (android)", () => {
  it("[AND-4] returns hits in the store's order, with canonical publisher ids", async () => {
    const term = apps()[0]?.facts.brand ?? "";
    const hits = harness.simulator.catalogue.search({ platform: "android", term, country: "de", day: DAY, limit: 3 });

    const path = `/apps/search?term=${term}&country=de&limit=3`;
    const { results } = await getParsed(searchResponseSchema(), android(), path);

    expect(results.map(({ app_id }) => app_id)).toEqual(hits.map(({ externalId }) => externalId));
    expect(results.map(({ developer_id }) => developer_id)).toEqual(hits.map(({ publisher }) => publisher.externalId));
  });

  it("[TRAP-13] returns the only hit of a search, which the page shows outside its rows", async () => {
    const { catalogue } = harness.simulator;
    const hitsOf = (term: string) => catalogue.search({ platform: "android", term, country: "de", day: DAY, limit: 2 });
    const only = harness.app("android", (app) => app.isAvailable("de") && hitsOf(app.facts.brand).length === 1);

    const path = `/apps/search?term=${only.facts.brand}&country=de`;
    const { results } = await getParsed(searchResponseSchema(), android(), path);

    expect(results).toMatchObject([{ app_id: only.externalId, developer_id: only.publisher.externalId }]);
  });

  it("returns an empty list for a term without hits", async () => {
    expect(await getParsed(searchResponseSchema(), android(), "/apps/search?term=qqqqzzzz")).toEqual({ results: [] });
  });
});
