import { describe, expect, it } from "vitest";
import {
  extendedIdentitySchema,
  identitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsResponseSchema,
  metricsSchema,
} from "../../scrapers/contracts/records.ts";
import { searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const apps = () => harness.apps("ios").filter((app) => app.isAvailable("us") && app.isAvailable("de"));

const ios = () => harness.scrapers.ios;

/** Enough apps to include every variant of the catalogue. */
const sample = () => apps().slice(0, 40);

/** An app, by its path, that a storefront lacks. */
function lackedApp() {
  const app = apps().find((one) => one.unavailableCountries().length > 0);
  const [absent = ""] = app?.unavailableCountries() ?? [];
  return { path: `/apps/${app?.externalId}`, absent };
}

describe("GET /apps/:appId/identity (ios)", () => {
  it.each([
    ["600", true],
    ["601", false],
  ])("returns metrics on request when a cache has kept the record for %s seconds: %s", async (age, hasMetrics) => {
    const aged: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return new Response(response.body, { status: response.status, headers: { age } });
    };
    const [app] = sample();
    const path = `/apps/${app?.externalId}/identity?country=de&include=metrics`;

    const identity = await getParsed(extendedIdentitySchema(), harness.with({ fetch: aged }).ios, path);

    expect(identity.app_id).toBe(app?.externalId);
    expect(identity.metrics !== undefined).toBe(hasMetrics);
  });

  it("[IOS-5 IOS-6] returns the identity of an app", async () => {
    for (const app of nonEmpty(sample())) {
      const metrics = app.metrics("de");
      const identity = await getParsed(identitySchema(), ios(), `/apps/${app.externalId}/identity?country=de`);

      expect(identity).toMatchObject({
        app_id: app.externalId,
        name: app.listing(null, "de")?.title,
        publisher_name: app.publisher.name,
        publisher_external_id: app.publisher.externalId,
        category: app.category.name,
        category_id: app.category.externalId,
        original_release_date: app.originalReleaseDate,
        is_free: metrics?.price === 0,
        price: metrics?.price,
        currency: metrics?.currency,
        version: app.version,
        icon_url: app.iconUrl,
      });
      expect(Date.parse(identity.current_version_release_date ?? "")).toBe(Date.parse(app.versionReleasedAt));
    }
  });

  it("[SCR-1 SCR-2] returns 404 with the contract's body for an app that the store does not have", async () => {
    const response = await get(ios(), "/apps/999999999/identity");

    expect(response.status).toBe(404);
    expect(response.body).toEqual({ error: expect.any(String), statusCode: 404 });
  });

  it("[SCR-2 TRAP-11] returns 404 for an app that this storefront does not have", async () => {
    const { path, absent } = lackedApp();

    expect((await get(ios(), `${path}/identity?country=${absent}`)).status).toBe(404);
    expect((await get(ios(), `${path}/identity?country=us`)).status).toBe(200);
  });

  it("returns 404 for the id of a publisher", async () => {
    const [publisher] = harness.simulator.catalogue.publishers("ios");

    expect((await get(ios(), `/apps/${publisher?.externalId}/identity`)).status).toBe(404);
  });
});

describe("GET /apps/:appId/listings (ios)", () => {
  it("[LST-2 IOS-7 IOS-8 TRAP-5] returns the texts and pictures of the requested language", async () => {
    for (const app of nonEmpty(sample())) {
      const expected = app.listing("de-DE", "de");
      const listing = await getParsed(listingSchema(), ios(), `/apps/${app.externalId}/listings?country=de&lang=de-DE`);

      expect(listing).toMatchObject({
        platform: "ios",
        country: "de",
        locale: "de-DE",
        title: expected?.title,
        subtitle: expected?.subtitle,
        description: expected?.description,
        promotional_text: expected?.promotionalText,
        whats_new: expected?.whatsNew,
        icon_url: expected?.iconUrl,
        screenshots: expected?.screenshots,
        video_url: expected?.videoUrl,
        description_length: [...(expected?.description ?? "")].length,
        version: expected?.version,
        unread_fields: [],
      });
    }
  });

  it("returns the storefront's own language when none is requested", async () => {
    const [app] = apps();

    const listing = await getParsed(listingSchema(), ios(), `/apps/${app?.externalId}/listings?country=de`);

    expect(listing.locale).toBe(app?.listing(null, "de")?.locale);
  });
});

describe("GET /apps/:appId/listings/locales (ios)", () => {
  it("[IOS-9] returns every item in order, and requests equal ones once", async () => {
    const [app] = apps();

    const path = `/apps/${app?.externalId}/listings/locales?countries=us:en-US,de,us:en-US,de:en-GB`;
    const { listings } = await getParsed(listingsResponseSchema(), ios(), path);

    expect(listings.map(({ country, locale, outcome }) => [country, locale, outcome])).toEqual([
      ["us", "en-US", "found"],
      ["de", app?.listing(null, "de")?.locale, "found"],
      ["us", "en-US", "found"],
      ["de", "en-GB", "found"],
    ]);
    expect(harness.simulator.requests.count({ kind: "lookup" })).toBe(3);
    expect(harness.simulator.requests.count({ kind: "page" })).toBe(3);
  });
});

describe("GET /apps/:appId/metrics (ios)", () => {
  it.each(["us", "de"])(
    "[IOS-10 IOS-11] returns the ratings of the storefront, with stars, price and size: %s",
    async (country) => {
      for (const app of nonEmpty(sample())) {
        const expected = app.metrics(country);
        const metrics = await getParsed(metricsSchema(), ios(), `/apps/${app.externalId}/metrics?country=${country}`);

        const [one, two, three, four, five] = expected?.stars ?? [];
        expect(metrics).toEqual({
          country,
          rating: expected?.rating,
          rating_count: expected?.ratingCount,
          rating_breakdown: { 1: one, 2: two, 3: three, 4: four, 5: five },
          price: expected?.price,
          currency: expected?.currency,
          installs_range: null,
          installs: null,
          file_size_bytes: expected?.fileSizeBytes,
          version: expected?.version,
        });
      }
    },
  );

  it("does not request the page of an app without ratings", async () => {
    const unrated = apps().find((app) => app.metrics("de")?.ratingCount === 0);

    const metrics = await getParsed(metricsSchema(), ios(), `/apps/${unrated?.externalId}/metrics?country=de`);

    expect(metrics).toMatchObject({
      rating: null,
      rating_count: 0,
      rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    });
    expect(harness.simulator.requests.count({ kind: "page" })).toBe(0);
  });
});

describe.each(["identity", "metrics"])("GET /apps/:appId/%s (ios)", (route) => {
  it("[IOS-5 IOS-10] sends the requested country and language to the store", async () => {
    await get(ios(), `/apps/${apps()[0]?.externalId}/${route}?country=de&lang=fr-FR`);

    const [lookup] = harness.simulator.requests.list({ kind: "lookup" });
    expect(lookup).toMatchObject({ country: "de", language: "fr_fr" });
  });
});

describe("GET /apps/:appId/metrics/countries (ios)", () => {
  it("[IOS-11] returns for each storefront the same as the single route", async () => {
    const { path, absent } = lackedApp();
    const single = await getParsed(metricsSchema(), ios(), `${path}/metrics?country=de`);

    const bulk = `${path}/metrics/countries?countries=de,${absent},us`;
    const { metrics } = await getParsed(metricsResponseSchema(), ios(), bulk);

    expect(metrics).toEqual([
      { country: "de", outcome: "found", metrics: single },
      { country: absent, outcome: "empty_response" },
      { country: "us", outcome: "found", metrics: expect.objectContaining({ country: "us" }) },
    ]);
  });
});

describe("GET /apps/search (ios)", () => {
  it("[IOS-4] returns the storefront's hits in its order, at most as many as requested", async () => {
    const { catalogue } = harness.simulator;
    const term = apps()[0]?.facts.brand ?? "";
    const hits = catalogue.search({ platform: "ios", term, country: "de", day: DAY, limit: 2 });

    const { results } = await getParsed(searchResponseSchema(), ios(), `/apps/search?term=${term}&country=de&limit=2`);

    expect(results.map(({ app_id }) => app_id)).toEqual(hits.map(({ externalId }) => externalId));
    expect(results[0]).toMatchObject({
      developer_id: hits[0]?.publisher.externalId,
      free: hits[0]?.metrics("de")?.price === 0,
      genre_id: hits[0]?.category.externalId,
    });
  });

  it("returns the hits in the order of the search, whatever that of the lookup", async () => {
    const request = { platform: "ios", term: "notes", country: "us", day: DAY, limit: 50 } as const;
    const hits = harness.simulator.catalogue.search(request).map(({ externalId }) => externalId);
    const lookup = await fetch(`${harness.simulator.url}/lookup?id=${hits}&country=us&entity=software`, {
      headers: { "x-store-host": "itunes.apple.com" },
    });
    const rows: readonly { trackId: number }[] = JSON.parse(await lookup.text()).results;

    const { results } = await getParsed(searchResponseSchema(), ios(), "/apps/search?term=notes&limit=50");

    expect(results.map(({ app_id }) => app_id)).toEqual(hits);
    expect(rows.map(({ trackId }) => String(trackId))).not.toEqual(hits);
  });

  it("searches a storefront that the library does not know, and not the United States", async () => {
    await getParsed(searchResponseSchema(), ios(), "/apps/search?term=notes&country=xk");

    expect(harness.simulator.requests.list({ kind: "search" }).map(({ country }) => country)).toEqual(["xk"]);
  });

  it("returns an empty list for a term without hits", async () => {
    expect(await getParsed(searchResponseSchema(), ios(), "/apps/search?term=qqqqzzzz")).toEqual({ results: [] });
  });

  it("rejects a country without an App Store", async () => {
    expect((await get(ios(), "/apps/search?term=notes&country=aq")).status).toBe(422);
  });
});
