import { describe, expect, it } from "vitest";
import * as z from "zod";

import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { RELATED_APPS_MAX } from "../../scrapers/contracts/facts.ts";
import {
  extendedIdentitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsSchema,
} from "../../scrapers/contracts/records.ts";
import { googleLibrary } from "../infra/stores/store-seams.ts";
import { byRun } from "../support/by-run.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const android = () => harness.scrapers.android;
/** Every form of a page is among the first ones. */
const APPS = byRun({ usual: 80, nightly: 240 });
const appsIn = (country: string) =>
  harness
    .apps("android")
    .filter((app) => app.isAvailable(country))
    .slice(0, APPS);

/** The values of google-play-scraper that are facts as well. */
const libraryFacts = z
  .object({
    title: z.string(),
    developer: z.string(),
    genreId: z.string(),
    genre: z.string(),
    categories: z.array(z.object({ id: z.string(), name: z.string() })),
    contentRating: z.string(),
    contentRatingDescription: z.string().nullish(),
    androidVersion: z.string(),
    offersIAP: z.boolean(),
    IAPRange: z.string().nullish(),
    adSupported: z.boolean(),
    developerAddress: z.string().nullish(),
    developerLegalAddress: z.string().nullish(),
    developerWebsite: z.string(),
    privacyPolicy: z.string().nullish(),
    headerImage: z.string(),
  })
  .transform((app) => ({
    name: app.title,
    category: { id: app.genreId, name: app.genre },
    categories: app.categories,
    content_rating: { code: app.contentRating, text: app.contentRatingDescription ?? null },
    minimum_os: app.androidVersion,
    in_app_purchases: app.offersIAP ? { range: app.IAPRange } : null,
    ads: app.adSupported,
    developer: {
      address: app.developerLegalAddress ?? app.developerAddress?.replace("\n", ", ") ?? null,
      website: app.developerWebsite,
    },
    privacy_policy: app.privacyPolicy ?? null,
    feature_graphic: app.headerImage,
  }));

const identityOf = (app: Pick<AppOnDay, "externalId">, query = "") =>
  getParsed(extendedIdentitySchema(), android(), `/apps/${app.externalId}/identity?include=facts${query}`);

describe("facts of a details page (android)", () => {
  it.each(["us", "jp"])("are for every app what google-play-scraper reads, field by field: %s", async (country) => {
    const library = googleLibrary(harness.simulator);
    for (const app of nonEmpty(appsIn(country))) {
      const { facts } = await identityOf(app, `&country=${country}&locale=en-US`);

      const expected = await library.app({ appId: app.externalId, country, lang: "en-US" });
      const publisher = { id: app.publisher.externalId, name: expected.developer };
      expect(facts, app.externalId).toEqual({ ...libraryFacts.parse(expected), publisher });
    }
  });

  it("come with the exact installs, in all metrics", async () => {
    const library = googleLibrary(harness.simulator);
    for (const { externalId, isPreRegistration } of nonEmpty(appsIn("us"))) {
      const { installs } = await getParsed(metricsSchema(), android(), `/apps/${externalId}/metrics`);
      const expected = await library.app({ appId: externalId });

      expect(installs, externalId).toBe(isPreRegistration ? null : expected.maxInstalls);
    }
  });

  it("are left out of responses that did not ask for them", async () => {
    const [app] = appsIn("us");
    const identity = await getParsed(extendedIdentitySchema(), android(), `/apps/${app?.externalId}/identity`);
    const listing = await getParsed(listingSchema(), android(), `/apps/${app?.externalId}/listings`);

    for (const response of nonEmpty([identity, listing])) {
      expect(response).not.toHaveProperty("facts");
      expect(response).not.toHaveProperty("similar");
    }
  });

  it("are returned with one listing of many alone, and cost no request", async () => {
    const app = appsIn("us").find((one) => one.isAvailable("de"));
    const path = `/apps/${app?.externalId}/listings/locales?locales=en-US:us,de-DE:de&facts=en-US:us`;

    const { listings } = await getParsed(listingsResponseSchema(), android(), path);

    expect(listings.map((one) => one.outcome === "found" && "facts" in one.listing)).toEqual([true, false]);
    expect(harness.simulator.requests.list().map(({ kind }) => kind)).toEqual(["details", "details"]);
  });

  it("cost no request with an identity or a listing", async () => {
    const [app] = appsIn("us");
    for (const route of nonEmpty(["identity", "listings"])) {
      harness.simulator.requests.clear();
      await getParsed(z.unknown(), android(), `/apps/${app?.externalId}/${route}?include=facts`);
      expect(harness.simulator.requests.list()).toHaveLength(1);
    }
  });
});

describe("related apps of a details page (android)", () => {
  const request = { platform: "android", country: "us", day: DAY } as const;
  const shown = (apps: readonly AppOnDay[]) =>
    apps.slice(0, RELATED_APPS_MAX).map((one) => ({
      app_id: one.externalId,
      name: one.listing("en", "us")?.title,
      subtitle: null,
    }));

  it("are for every app those of the page's clusters, in their order", async () => {
    const { catalogue } = harness.simulator;
    let withPublisher = 0;
    for (const app of nonEmpty(appsIn("us"))) {
      const { similar, more_by_publisher } = await identityOf(app);
      const others = catalogue
        .publisherApps({ ...request, publisherExternalId: app.publisher.externalId })
        .filter(({ externalId }) => externalId !== app.externalId)
        .slice(0, 6);

      expect(similar, app.externalId).toEqual(shown(catalogue.similarApps({ ...request, externalId: app.externalId })));
      expect(more_by_publisher, app.externalId).toEqual(others.length === 0 ? undefined : shown(others));
      withPublisher += others.length;
    }
    expect(withPublisher).toBeGreaterThan(100);
  });

  it("are in another language those of the publisher alone, whose cluster is known by its address", async () => {
    const app = appsIn("us").find((one) => ofPublisher(one).length > 1) ?? harness.app("android", () => true);
    const path = `/apps/${app.externalId}/listings?locale=de-DE&include=facts`;

    const listing = await getParsed(listingSchema(), android(), path);

    expect(listing.similar).toBeUndefined();
    expect(listing.more_by_publisher).not.toHaveLength(0);
  });

  function ofPublisher({ publisher }: AppOnDay): readonly AppOnDay[] {
    return harness.simulator.catalogue.publisherApps({ ...request, publisherExternalId: publisher.externalId });
  }
});

describe("a details page of another form (android)", () => {
  const app = () => harness.app("android", (one) => one.isAvailable("us") && !one.isPreRegistration);

  /** Serves the app's page with some of its values changed. */
  async function serve(change: (details: unknown[]) => void, changePage = (html: string) => html): Promise<void> {
    const response = await fetch(`${harness.simulator.url}/store/apps/details?id=${app().externalId}&hl=en&gl=us`, {
      headers: { "x-store-host": "play.google.com" },
    });
    const html = await response.text();
    const body = html.replace(/(key: 'ds:5'.*?data:)(.*?)(, sideChannel)/s, (_all, before, data, after) => {
      const payload = JSON.parse(data);
      change(payload[1][2]);
      return before + JSON.stringify(payload).replaceAll("<", "\\u003c") + after;
    });
    harness.simulator.faults.add({ match: { kind: "details" }, respond: { status: 200, body: changePage(body) } });
  }

  it("leaves out an Android version that is not shown, or that depends on the device", async () => {
    await serve((details) => {
      details[140] = [[["1.0"]]];
    });

    expect((await identityOf(app())).facts).not.toHaveProperty("minimum_os");
  });

  it("shows an Android version among the values that some pages keep apart", async () => {
    await serve((details) => {
      details[140] = null;
      details.push({ 141: [[["1.0"]], [null, [[[null, "9 and up"]]]]] });
    });

    expect((await identityOf(app())).facts?.minimum_os).toBe("9");
  });

  it("says that an app has none of what its page has no value for", async () => {
    await serve((details) => {
      for (const position of [19, 48, 69, 96, 99]) details[position] = null;
    });

    expect((await identityOf(app())).facts).toMatchObject({
      in_app_purchases: null,
      ads: false,
      developer: null,
      privacy_policy: null,
      feature_graphic: null,
    });
  });

  it("leaves out facts of an unexpected type, and returns the others", async () => {
    await serve((details) => {
      details[19] = [7];
      details[118] = [["Puzzle", null, 7, null]];
      details[13] = [null, null, "many"];
      details[99] = [[null, null, null, null, null, [null, null, ["https://app.example/"]]]];
    });

    const { facts, metrics } = await identityOf(app(), "&locale=en");

    expect(facts).toMatchObject({ name: expect.any(String), ads: expect.any(Boolean) });
    for (const key of ["in_app_purchases", "categories", "privacy_policy"]) expect(facts).not.toHaveProperty(key);
    expect(metrics).toMatchObject({ installs: null });
  });

  it("shows no related apps without their block, or when its place in the page is not named", async () => {
    await serve(
      () => undefined,
      (html) => html.replaceAll("ag2B9c", "other"),
    );

    const identity = await identityOf(app());

    expect(identity.facts).toBeDefined();
    expect(identity).not.toHaveProperty("similar");
    expect(identity).not.toHaveProperty("more_by_publisher");
  });
});
