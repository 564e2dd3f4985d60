import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

import { appleLibrary, googleLibrary } from "./store-seams.ts";

const SEED = 23;
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: SEED });
});
afterAll(() => simulator.stop());

function pick(platform: Platform, fits: (app: AppOnDay) => boolean): AppOnDay {
  const app = simulator.catalogue.apps(platform).find((one) => fits(one.on(0)));
  if (app === undefined) throw new Error(`seed ${SEED} has no such ${platform} app`);
  return app.on(0);
}

describe("app-store-scraper", () => {
  it("reads an app as the catalogue has it", async () => {
    const app = pick("ios", (one) => one.isAvailable("de") && one.facts.languages.includes("de"));
    const found = await appleLibrary(simulator).app({ id: app.externalId, country: "de" });
    const [listing, metrics] = [app.listing(null, "de"), app.metrics("de")];

    expect(found).toMatchObject({
      title: listing?.title,
      description: listing?.description,
      icon: listing?.iconUrl,
      version: app.version,
      updated: app.versionReleasedAt,
      released: expect.stringContaining(app.originalReleaseDate),
      developer: app.publisher.name,
      developerId: Number(app.publisher.externalId),
      primaryGenreId: Number(app.category.externalId),
      size: String(metrics?.fileSizeBytes),
      score: metrics?.rating ?? 0,
      reviews: metrics?.ratingCount,
      price: metrics?.price,
      currency: "EUR",
    });
    expect(found.releaseNotes ?? null).toBe(listing?.whatsNew);
  });

  it("gets the language that it asks for where the storefront has it", async () => {
    const app = pick("ios", (one) => one.isAvailable("be") && one.facts.languages.includes("fr"));
    const found = await appleLibrary(simulator).app({ id: app.externalId, country: "be", lang: "fr_fr" });

    expect(found.description).toBe(app.listing("fr-FR", "be")?.description);
    expect(app.listing("fr-FR", "be")?.textLanguage).toBe("fr");
  });

  it("reports that an app is not in a storefront", async () => {
    const app = pick("ios", (one) => one.isInStore && !one.isAvailable("us"));

    await expect(appleLibrary(simulator).app({ id: app.externalId, country: "us" })).rejects.toThrow(/not found/);
  });

  it("searches in the storefront of its header, for which lookup also has numbers", async () => {
    const app = pick("ios", (one) => one.isAvailable("de"));
    const found = await appleLibrary(simulator).search({ term: app.facts.brand, country: "de", num: 5 });
    const expected = simulator.catalogue.search({
      platform: "ios",
      term: app.facts.brand,
      country: "de",
      day: 0,
      limit: 5,
    });

    expect(found.map(({ id }) => String(id))).toEqual(expected.map(({ externalId }) => externalId));
    expect(found.every(({ currency }) => currency === "EUR")).toBe(true);
  });

  it("finds nothing for a term that no app has", async () => {
    expect(await appleLibrary(simulator).search({ term: "zzzz nothing", country: "us" })).toEqual([]);
  });
});

describe("google-play-scraper", () => {
  it("reads an app as the catalogue has it", async () => {
    const app = pick("android", (one) => one.isAvailable("de") && one.metrics("de")?.rating != null);
    const found = await googleLibrary(simulator).app({
      appId: app.externalId,
      lang: "de",
      country: "de",
    });
    const [listing, metrics] = [app.listing("de", "de"), app.metrics("de")];
    const [one, two, three, four, five] = metrics?.stars ?? [];

    expect(found).toMatchObject({
      title: listing?.title,
      summary: listing?.shortDescription,
      icon: listing?.iconUrl,
      screenshots: listing?.screenshots.map(({ url }) => url),
      version: app.version ?? "VARY",
      updated: Date.parse(app.versionReleasedAt),
      developer: app.publisher.name,
      genreId: app.category.externalId,
      score: metrics?.rating,
      ratings: metrics?.ratingCount,
      histogram: { 1: one, 2: two, 3: three, 4: four, 5: five },
      maxInstalls: metrics?.installs,
      price: metrics?.price,
      currency: "EUR",
      available: true,
    });
    expect(found.description.replaceAll("\r\n", "\n")).toBe(listing?.description);
  });

  it("reads an unrated app, one without a version and one with a video", async () => {
    const unrated = pick("android", (app) => app.isAvailable("us") && app.metrics("us")?.rating === null);
    const varying = pick("android", (app) => app.isAvailable("us") && app.version === null);
    const filmed = pick("android", (app) => app.isAvailable("us") && app.listing("en", "us")?.videoUrl != null);
    const read = (app: AppOnDay) => googleLibrary(simulator).app({ appId: app.externalId });

    expect(await read(unrated)).toMatchObject({ histogram: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } });
    expect(await read(varying)).toMatchObject({ version: "VARY" });
    expect(await read(filmed)).toMatchObject({ video: filmed.listing("en", "us")?.videoUrl });
  });

  it("shows the install range as Google Play writes it", async () => {
    const app = pick("android", (one) => one.isAvailable("us"));
    const found = await googleLibrary(simulator).app({ appId: app.externalId });

    expect(found.installs).toBe(app.metrics("us")?.installsRange);
  });

  it("reads the texts, and no offer or price, of an app that is sold in other countries alone", async () => {
    const app = pick("android", (one) => one.availableCountries().length > 0 && !one.isAvailable("us"));
    const found = await googleLibrary(simulator).app({ appId: app.externalId });
    const [soldIn = ""] = app.availableCountries();

    expect(found).toMatchObject({
      title: app.listing("en", soldIn)?.title,
      available: false,
      preregister: false,
      free: false,
      price: 0,
      currency: undefined,
    });
  });

  it("reports that an app is in no country", async () => {
    const app = pick("android", (one) => !one.isInStore);

    for (const appId of [app.externalId, "com.example.absent"]) {
      await expect(googleLibrary(simulator).app({ appId })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("finds an app by its name in a card of its own, before the others", async () => {
    const { catalogue } = simulator;
    const app = pick("android", (one) => searchFor(one.facts.brand).length > 3 && one.isAvailable("us"));
    const found = await googleLibrary(simulator).search({ term: app.facts.brand, num: 10 });

    expect(catalogue.seed).toBe(SEED);
    expect(found.map(({ appId }) => appId)).toEqual(searchFor(app.facts.brand).slice(0, 10));
  });

  it("finds rows without a card for a word that many apps share", async () => {
    const found = await googleLibrary(simulator).search({ term: "notes", num: 10 });

    expect(found.map(({ appId }) => appId)).toEqual(searchFor("notes").slice(0, 10));
  });
});

function searchFor(term: string): readonly string[] {
  return simulator.catalogue
    .search({ platform: "android", term, country: "us", day: 0, limit: 31 })
    .map(({ externalId }) => externalId);
}
