import { drawsFrom } from "../catalogue/random.ts";
import { json, type StoreRoute } from "../store-route.ts";
import { nativeSubject, storeFrontOf } from "./storefront-ids.ts";

/** The store shows some 250 apps of a search, and on some days fewer. */
const HITS = { min: 180, max: 250 };
/** Results that have details besides their ids. */
const HYDRATED_HITS = 8;

export const appleSearchRoute: StoreRoute = {
  platform: "ios",
  kind: "search",
  method: "GET",
  host: "search.itunes.apple.com",
  path: /^\/WebObjects\/MZStore\.woa\/wa\/search$/,

  subject: nativeSubject,

  reply({ catalogue, day, request, subject }) {
    const country = subject.country ?? "us";
    const term = request.query.get("term") ?? "";
    const limit = drawsFrom(catalogue.seed).int(`ios window:${term}:${country}:${day}`, HITS.min, HITS.max);
    const hits = catalogue.search({ platform: "ios", term, country, day, limit });
    const results = hits.map(({ externalId }) => ({ type: 0, id: externalId, entity: "software" }));
    const hydrated = hits.slice(0, HYDRATED_HITS).map((app) => {
      const listing = app.listing(subject.language, country);
      return [app.externalId, { id: app.externalId, name: listing?.title, subtitle: listing?.subtitle ?? undefined }];
    });

    return json(
      200,
      JSON.stringify({
        pageData: {
          componentName: "search_results_page",
          metricsBase: { pageType: "Search", pageId: term, storeFront: storeFrontOf(country) },
        },
        bubbles: results.length === 0 ? [] : [{ name: "software", totalCount: results.length, results }],
        storePlatformData: { "native-search-lockup-search": { results: Object.fromEntries(hydrated) } },
      }),
    );
  },
};
