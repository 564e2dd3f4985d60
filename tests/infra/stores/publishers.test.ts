import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CataloguePublisher } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

import { appleLibrary, googleLibrary } from "./store-seams.ts";

const SEED = 53;
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: SEED });
});
afterAll(() => simulator.stop());

function appsOf({ platform, externalId }: CataloguePublisher, country = "us"): readonly string[] {
  return simulator.catalogue
    .publisherApps({ platform, publisherExternalId: externalId, country, day: 0 })
    .map((app) => app.externalId);
}

function publisherWith(platform: Platform, fits: (publisher: CataloguePublisher) => boolean): CataloguePublisher {
  const publisher = simulator.catalogue.publishers(platform).find(fits);
  if (publisher === undefined) throw new Error(`seed ${SEED} has no such ${platform} publisher`);
  return publisher;
}

describe("app-store-scraper", () => {
  const developer = (devId: string, limit?: number) =>
    appleLibrary(simulator).developer({ devId, country: "us", ...(limit !== undefined && { limit }) });

  it("gets fifty apps of a publisher, and all of more than 120 when it asks for 200", async () => {
    const largest = publisherWith("ios", (one) => appsOf(one).length > 120);
    const [some, all] = [await developer(largest.externalId), await developer(largest.externalId, 200)];

    expect(some.map(({ id }) => String(id))).toEqual(appsOf(largest).slice(0, 50));
    expect(all.map(({ id }) => String(id))).toEqual(appsOf(largest));
  });

  it("reports an unknown publisher, or one without apps in the country", async () => {
    const absent = publisherWith("ios", (one) => appsOf(one).length > 0 && appsOf(one, "ie").length === 0);
    const { externalId: devId } = absent;

    await expect(developer("1")).rejects.toThrow(/not found/);
    await expect(appleLibrary(simulator).developer({ devId, country: "ie" })).rejects.toThrow(/not found/);
  });

  it("reads suggestions, each of which a search finds", async () => {
    const apple = appleLibrary(simulator);
    const suggested = await apple.suggest({ term: "lum", country: "us" });

    expect(suggested.length).toBeGreaterThan(5);
    expect(suggested.length).toBeLessThanOrEqual(10);
    for (const { term } of suggested) {
      expect(await apple.search({ term, country: "us", num: 1 }), term).toHaveLength(1);
    }
    expect(await apple.suggest({ term: "zzzz", country: "us" })).toEqual([]);
  });
});

describe("google-play-scraper", () => {
  const developer = async (devId: string, num = 500) =>
    (await googleLibrary(simulator).developer({ devId, num })).map(({ appId }) => appId);
  const hasName = (part: string) => (one: CataloguePublisher) => one.name.includes(part) && appsOf(one).length > 0;

  it("reads a page by name and goes on until it has more than 120 apps", async () => {
    const largest = publisherWith("android", (one) => appsOf(one).length > 120);

    expect(await developer(largest.name)).toEqual(appsOf(largest));
  });

  it("reads a page by number, of ten apps and what follows them", async () => {
    const branded = publisherWith("android", (one) => one.isBranded && appsOf(one).length > 20);

    expect(await developer(branded.accountId)).toEqual(appsOf(branded));
    expect(await developer(branded.accountId, 10)).toEqual(appsOf(branded).slice(0, 10));
  });

  it("reads names, prices and scores in the old layout of a continuation", async () => {
    const branded = publisherWith("android", (one) => one.isBranded && appsOf(one).length > 20);
    const [row] = (await googleLibrary(simulator).developer({ devId: branded.accountId, num: 60 })).slice(12);
    const app = simulator.catalogue.appOn({ platform: "android", externalId: row?.appId ?? "", day: 0 });

    expect(row).toMatchObject({
      title: app?.listing("en", "us")?.title,
      developer: branded.name,
      price: app?.metrics("us")?.price,
      free: app?.metrics("us")?.price === 0,
      icon: app?.iconUrl,
    });
  });

  it.each(["&", "+", "/", "#", "?", "%", "株式会社", "'"])("reads the page of a name with %s in it", async (part) => {
    const publisher = publisherWith("android", hasName(part));

    expect(await developer(publisher.name)).toEqual(appsOf(publisher));
  });

  it("returns 404 for an unknown publisher, and for the number of one without a page", async () => {
    const plain = publisherWith("android", (one) => !one.isBranded && appsOf(one).length > 0);

    for (const id of ["Nobody At All", "123", plain.accountId]) {
      await expect(developer(id)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("reads suggestions, each of which a search finds", async () => {
    const google = googleLibrary(simulator);
    const suggested = await google.suggest({ term: "lum" });

    expect(suggested).toHaveLength(5);
    for (const term of suggested) expect((await google.search({ term, num: 1 })).length, term).toBe(1);
    expect(await google.suggest({ term: "zzzz" })).toEqual([]);
  });
});
