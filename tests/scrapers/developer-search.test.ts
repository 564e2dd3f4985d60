import { describe, expect, it } from "vitest";

import { developerAppsResponseSchema, developersResponseSchema } from "../../scrapers/contracts/lists.ts";
import { searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ appsPerStore: 1_000, publishersPerStore: 16 });

describe.each(["ios", "android"] as const)("GET /developers/search (%s)", (platform) => {
  it("[IOS-13 AND-13] returns each developer of the found apps once, in the order of the apps", async () => {
    const scraper = harness.scrapers[platform];
    const { results: apps } = await getParsed(
      searchResponseSchema(),
      scraper,
      "/apps/search?term=notes&limit=50&country=de",
    );

    const { results } = await getParsed(
      developersResponseSchema(),
      scraper,
      "/developers/search?term=notes&limit=50&country=de",
    );

    const ids = [...new Set(apps.map(({ developer_id }) => developer_id))];
    expect(results.map(({ developer_id }) => developer_id).slice(0, ids.length)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(1);
    const [first] = results;
    const own = apps.filter((app) => app.developer_id === first?.developer_id);
    expect(first).toMatchObject({ name: own[0]?.developer, app_count: expect.any(Number), url: expect.any(String) });
    expect(first?.app_count).toBeGreaterThanOrEqual(own.length);
    expect(first?.sample_apps).toEqual(
      own.slice(0, 3).map(({ app_id, name, icon_url }) => ({ app_id, name, icon_url })),
    );
  });

  it("[IOS-13 AND-13] returns as many developers as requested, ten by default", async () => {
    const path = "/developers/search?term=notes";

    const ten = await getParsed(developersResponseSchema(), harness.scrapers[platform], path);
    const two = await getParsed(developersResponseSchema(), harness.scrapers[platform], `${path}&limit=2`);

    expect(ten.results.length).toBeGreaterThan(2);
    expect(ten.results.length).toBeLessThanOrEqual(10);
    expect(two.results).toEqual(ten.results.slice(0, 2));
  });

  it("[TRAP-6] returns developer ids by which apps can be listed", async () => {
    const { results } = await getParsed(
      developersResponseSchema(),
      harness.scrapers[platform],
      "/developers/search?term=notes&limit=3",
    );

    expect(results).toHaveLength(3);
    for (const { developer_id } of results) {
      const path = `/developers/${encodeURIComponent(developer_id)}/apps`;
      const { apps } = await getParsed(developerAppsResponseSchema(), harness.scrapers[platform], path);
      expect(apps.length).toBeGreaterThan(0);
    }
  });

  it("returns an empty list for a term without hits", async () => {
    const path = "/developers/search?term=qqqqzzzz";

    expect(await getParsed(developersResponseSchema(), harness.scrapers[platform], path)).toEqual({ results: [] });
  });

  it.each(["", "?term=", "?term=x&limit=51", "?term=x&limit=0", "?term=x&country=usa"])(
    "rejects %j with 422",
    async (query) => {
      expect((await get(harness.scrapers[platform], `/developers/search${query}`)).status).toBe(422);
    },
  );
});
