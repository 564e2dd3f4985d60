import { json, type StoreRoute } from "../store-route.ts";
import { nativeSubject } from "./storefront-ids.ts";

const HITS_MAX = 250;
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
    const hits = catalogue.search({ platform: "ios", term, country, day, limit: HITS_MAX });
    const results = hits.map(({ externalId }) => ({ type: 0, id: externalId, entity: "software" }));
    const hydrated = hits.slice(0, HYDRATED_HITS).map((app) => {
      const listing = app.listing(subject.language, country);
      return [app.externalId, { id: app.externalId, name: listing?.title, subtitle: listing?.subtitle ?? undefined }];
    });

    return json(
      200,
      JSON.stringify({
        pageData: { componentName: "search_results_page" },
        bubbles: results.length === 0 ? [] : [{ name: "software", totalCount: results.length, results }],
        storePlatformData: { "native-search-lockup-search": { results: Object.fromEntries(hydrated) } },
      }),
    );
  },
};
