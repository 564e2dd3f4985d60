import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import { requireRequest } from "../../lib/stores/connector.ts";
import type { PageChart } from "../../lib/stores/records.ts";
import { appleLibrary, get } from "../infra/stores/store-seams.ts";
import { createScraperConnector, DAY } from "../stores/scraper-world.ts";
import { byRun } from "../support/by-run.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { parseChartPage } from "./parse-chart-page.ts";

const ALL = "36";
/** More than there are genres. */
const PAGES = byRun({ usual: 30, nightly: 100 });
const context = { correlationId: "test", deadlineMs: 20_000 };

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: DAY, seed: 7, appsPerStore: 12_000, publishersPerStore: 400 });
});
afterAll(() => simulator.stop());

const genres = storeCategories.flatMap(({ platform, type, externalId }) =>
  platform === "ios" && type === "app" ? [externalId] : [],
);
const storefronts = activeStorefronts(countries, "ios").map(({ code }) => code);

/** Each genre in several storefronts, and each storefront at most once a genre. */
const pages = Array.from({ length: PAGES }, (_, index) => ({
  country: storefronts[(index * 7) % storefronts.length] ?? "us",
  genre: genres[index % genres.length] ?? null,
}));

/** Genres that the library rejects without a request. */
const unknownToLibrary = ["6026", "6027"];

/** `genre` is null for all genres. */
const nameOf = (collection: string, genre: string | null) => `${collection.replace("_", "-")} ${genre ?? ALL}`;

async function scraped(country: string, genre: string | null): Promise<readonly PageChart[]> {
  const connector = createScraperConnector("ios", simulator);
  const fetchChartPage = requireRequest("ios", connector.fetchChartPage);
  return (await fetchChartPage({ country, categoryExternalId: genre }, context)).charts;
}

describe("an independent parser of pages of charts", () => {
  it(`reads the ids and titles of ${PAGES} pages as the scraper does`, async () => {
    let fullCharts = 0;
    for (const { country, genre } of nonEmpty(pages)) {
      const html = await (await get(simulator, "apps.apple.com", `/${country}/iphone/charts/${genre ?? ALL}`)).text();
      const parsed = parseChartPage(html);

      const charts = await scraped(country, genre);

      const byName = new Map(parsed.map((chart) => [`${chart.collection} ${chart.genre ?? genre ?? ALL}`, chart]));
      expect([...byName.keys()].toSorted()).toEqual(
        charts
          .map(({ collection, category_external_id: categoryExternalId }) => nameOf(collection, categoryExternalId))
          .toSorted(),
      );
      for (const { collection, category_external_id: categoryExternalId, entries } of nonEmpty(charts)) {
        const chart = byName.get(nameOf(collection, categoryExternalId));
        expect(entries.map(({ external_id }) => external_id)).toEqual(chart?.ids);
        const named = entries.flatMap(({ external_id: externalId, name }) =>
          name === null ? [] : [[externalId, name]],
        );
        expect(new Map(named.map(([id, name]) => [id, name]))).toEqual(chart?.titles);
        if (entries.length === 200) fullCharts += 1;
      }
    }
    expect(fullCharts).toBeGreaterThan(PAGES / 2);
  });

  it("agrees with the unmodified library about the first hundred ranks, which are those of the feed", async () => {
    const library = appleLibrary(simulator);
    const collections = { "top-free": "topfreeapplications", "top-paid": "toppaidapplications" } as const;
    const known = genres.filter((genre) => !unknownToLibrary.includes(genre ?? ALL));
    for (const [index, genre] of nonEmpty(known.slice(0, 12)).entries()) {
      // The library shows other storefronts the chart of the United States.
      const country = ["us", "de", "jp"][index % 3] ?? "us";
      const html = await (await get(simulator, "apps.apple.com", `/${country}/iphone/charts/${genre ?? ALL}`)).text();
      for (const chart of nonEmpty(
        parseChartPage(html).filter((one) => (one.genre ?? genre ?? ALL) === (genre ?? ALL)),
      )) {
        const listed = await library.list({
          collection: collections[chart.collection],
          country,
          num: 100,
          ...(genre !== null && { category: Number(genre) }),
        });

        expect(listed.map(({ id }) => id)).toEqual(chart.ids.slice(0, 100));
      }
    }
  });
});
