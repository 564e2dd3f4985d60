import { describe, expect, it } from "vitest";

import { searchRanksSchema } from "../../scrapers/contracts/lists.ts";
import { scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import { appleLibrary, googleLibrary } from "../infra/stores/store-seams.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();

const ranksOf = (platform: "ios" | "android", query: string) =>
  getParsed(searchRanksSchema(), harness.scrapers[platform], `/apps/search/ranks?${query}`);

describe.each(["ios", "android"] as const)("GET /apps/search/ranks (%s)", (platform) => {
  const libraryOf = () => ({ ios: appleLibrary, android: googleLibrary })[platform](harness.simulator);

  it.each([
    ["weather", "us", "en-US"],
    ["wetter", "de", "de-DE"],
    ["we ra", "gb", "en-GB"],
  ])("[SCR-6] returns the ids of the unmodified library, in its order: %s", async (term, country, lang) => {
    const { ids } = await ranksOf(platform, `term=${term}&country=${country}&lang=${lang}`);

    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual(await libraryOf().searchIds({ term, country, lang, num: ids.length }));
  });

  it("[SCR-6] makes one request", async () => {
    harness.simulator.requests.clear();
    await ranksOf(platform, "term=weather");

    expect(harness.simulator.requests.list()).toMatchObject([{ kind: "search" }]);
  });

  it("returns an empty list where the store shows nothing", async () => {
    expect(await ranksOf(platform, "term=qqqqzzzz")).toMatchObject({ ids: [], apps: [] });
  });
});

describe("GET /apps/search/ranks (ios)", () => {
  it("[SCR-7] fails if the response is of another storefront", async () => {
    harness.simulator.faults.add({ match: { kind: "search" }, respond: { storefront: "br" } });

    const { status, body } = await get(harness.scrapers.ios, "/apps/search/ranks?term=weather&country=de");

    expect(status).toBe(500);
    expect(scraperErrorSchema().parse(body).reason).toBe("invalid_response");
  });

  it("[SCR-7] says whether the response names its storefront", async () => {
    expect((await ranksOf("ios", "term=weather&country=de")).names_storefront).toBe(true);

    const body = JSON.stringify({ bubbles: [{ results: [{ id: "1" }, { id: "2" }, { id: "1" }] }] });
    harness.simulator.faults.add({ respond: { status: 200, body } });
    expect(await ranksOf("ios", "term=weather")).toEqual({ ids: ["1", "2"], apps: [], names_storefront: false });
  });
});

describe("GET /apps/search/ranks (android)", () => {
  it("describes the apps of the page", async () => {
    const { ids, apps, names_storefront } = await ranksOf("android", "term=weather&country=de&lang=de-DE");

    expect(apps.map(({ app_id }) => app_id)).toEqual(ids);
    for (const { name } of nonEmpty(apps)) expect(name).toMatch(/./);
    expect(names_storefront).toBe(false);
  });
});
