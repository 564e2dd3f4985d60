import { afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { searchWords, wordsOf } from "../../../infra/store-simulator/catalogue/search-index.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { appleLibrary, get, googleLibrary } from "./store-seams.ts";

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 83, appsPerStore: 1_600, publishersPerStore: 40 });
  return () => simulator.stop();
});
afterEach(() => {
  simulator.setDay(0);
  simulator.faults.clear();
  simulator.limits.clear();
});

const idsOf = async (platform: "ios" | "android", term: string, country = "us") =>
  platform === "ios"
    ? appleLibrary(simulator).searchIds({ term, country, lang: "en-us" })
    : googleLibrary(simulator).searchIds({ term, country, lang: "en", num: 20 });

const searchResponse = z.object({ pageData: z.object({ metricsBase: z.object({ storeFront: z.string() }) }) });

describe.each(platforms)("a search of the simulated store %s", (platform) => {
  it.each(["weather", "weather radar", "we ra"])("finds apps that have each word of the term: %s", async (term) => {
    const ids = await idsOf(platform, term);

    expect(ids.length).toBeGreaterThan(10);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of nonEmpty(ids)) {
      const app = simulator.catalogue.appOn({ platform, externalId: id, day: 0 });
      if (app === undefined) throw new Error(`no app ${id}`);
      const { title = "", subtitle, shortDescription } = app.listing(null, "us") ?? {};
      const words = [...searchWords(app.facts), ...wordsOf([title, subtitle, shortDescription].join(" "))];
      for (const word of nonEmpty(term.split(" "))) {
        expect(words).toContainEqual(expect.stringMatching(new RegExp(`^${word}`)));
      }
    }
  });

  it("finds apps by a word that only subtitles have", async () => {
    const ids = await idsOf(platform, "simple");

    expect(ids.length).toBeGreaterThan(0);
    for (const id of nonEmpty(ids)) {
      const listing = simulator.catalogue.appOn({ platform, externalId: id, day: 0 })?.listing(null, "us");
      expect(listing?.subtitle ?? listing?.shortDescription).toMatch(/simple/);
    }
  });

  it("shows an app first whose name is the first word", async () => {
    const app = simulator.catalogue.apps(platform).find((one) => one.on(0).isAvailable("us"));
    const [first] = await idsOf(platform, app?.brand ?? "");

    expect(simulator.catalogue.app(platform, first ?? "")?.brand).toBe(app?.brand);
  });

  it("is the same for the same day, and moves from day to day and from storefront to storefront", async () => {
    const today = await idsOf(platform, "weather");
    expect(await idsOf(platform, "weather")).toEqual(today);

    expect(await idsOf(platform, "weather", "gb")).not.toEqual(today);
    simulator.setDay(1);
    const tomorrow = await idsOf(platform, "weather");
    expect(tomorrow).not.toEqual(today);
    const top = today.slice(0, 20);
    expect(tomorrow.slice(0, 30).filter((id) => top.includes(id)).length).toBeGreaterThan(10);
  });

  it("shows as many apps as term and day decide", () => {
    const { catalogue } = simulator;
    const found = catalogue.search({ platform, term: "e", country: "us", day: 0, limit: 1_000 });
    expect(found.length).toBeGreaterThan(250);
  });
});

describe("a search of the simulated App Store", () => {
  it("shows 180 to 250 apps, and not always as many", async () => {
    const sizes: number[] = [];
    for (const day of [0, 1, 2, 3, 4]) {
      simulator.setDay(day);
      sizes.push((await idsOf("ios", "e")).length);
    }

    expect(new Set(sizes).size).toBeGreaterThan(1);
    for (const size of nonEmpty(sizes)) {
      expect(size).toBeGreaterThanOrEqual(180);
      expect(size).toBeLessThanOrEqual(250);
    }
  });

  it("names its storefront, and another one under a fault", async () => {
    const path = "/WebObjects/MZStore.woa/wa/search?term=weather";
    const storeFront = async () => {
      const headers = { "x-apple-store-front": "143443,24 t:native" };
      const response = await get(simulator, "search.itunes.apple.com", path, headers);
      return searchResponse.parse(await response.json()).pageData.metricsBase.storeFront;
    };
    expect(await storeFront()).toBe("143443");

    simulator.faults.add({ match: { kind: "search" }, respond: { storefront: "br" } });
    expect(await storeFront()).toBe("143503");
  });
});

describe("a limit of searches", () => {
  it("rejects searches alone", async () => {
    simulator.limits.set({
      host: "play.google.com",
      kinds: ["search", "suggestions"],
      perMinute: 1,
      forbiddenMinutes: 30,
      timeFactor: 1,
    });
    const statusOf = async (path: string) => (await get(simulator, "play.google.com", path)).status;
    const app = simulator.catalogue.apps("android").find((one) => one.on(0).isInStore);

    expect(await statusOf("/store/search?q=weather&c=apps")).toBe(200);
    expect(await statusOf("/store/search?q=weather&c=apps")).toBe(429);
    expect(await statusOf(`/store/apps/details?id=${app?.externalId}`)).toBe(200);
  });
});
