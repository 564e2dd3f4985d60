import type { ChartCollection } from "../catalogue/charts.ts";
import {
  html,
  json,
  type StoreQuery,
  type StoreResponse,
  type StoreRoute,
  type UpstreamRequest,
} from "../store-route.ts";
import { chartEntry, label } from "./chart-entry.ts";
import { countryOfStoreFront } from "./storefront-ids.ts";

const ENTRIES_MAX = 100;

const collections: ReadonlyMap<string, ChartCollection> = new Map([
  ["topfreeapplications", "top_free"],
  ["topfreeipadapplications", "top_free"],
  ["toppaidapplications", "top_paid"],
  ["toppaidipadapplications", "top_paid"],
  ["topgrossingapplications", "top_grossing"],
  ["topgrossingipadapplications", "top_grossing"],
]);

/** Some clients double the slash before the genre, with the same result. */
const chartPath = "([a-z]+)/+(?:genre=(\\d+)/)?limit=(\\d+)/json$";

/** The same feed has two addresses: the storefront is a number, or a country in the path. */
export const appleChartRoutes: readonly StoreRoute[] = [
  chartRoute({
    host: "ax.itunes.apple.com",
    path: new RegExp(`^/WebObjects/MZStoreServices\\.woa/ws/RSS/${chartPath}`),
    country: ({ query }) => countryOfStoreFront(query.get("s") ?? undefined),
  }),
  chartRoute({
    host: "itunes.apple.com",
    path: new RegExp(`^/[a-z]{2}/rss/${chartPath}`),
    country: ({ path }) => path.slice(1, 3),
  }),
];

function chartRoute(address: {
  readonly host: string;
  readonly path: RegExp;
  readonly country: (request: UpstreamRequest) => string;
}): StoreRoute {
  const { host, path } = address;
  return {
    platform: "ios",
    kind: "chart",
    method: "GET",
    host,
    path,
    subject: (request) => ({ appIds: [], country: address.country(request), language: null }),
    reply(query) {
      const [, collection = "", genre, limit = ""] = path.exec(query.request.path) ?? [];
      return chartReply(query, { collection: collections.get(collection), genre, limit: Number(limit) });
    },
  };
}

function chartReply(
  { catalogue, day, subject }: StoreQuery,
  wanted: { collection: ChartCollection | undefined; genre: string | undefined; limit: number },
): StoreResponse {
  const country = subject.country ?? "us";
  const { collection, genre = null, limit } = wanted;
  if (collection === undefined || !catalogue.countries.some(({ code }) => code === country)) {
    return html(400, "<HTML><BODY><b>Http/1.1 Bad Request</b></BODY></HTML>");
  }

  const apps = catalogue.chart({ platform: "ios", collection, country, category: genre, day });
  const entries = apps.slice(0, Math.min(limit, ENTRIES_MAX)).flatMap((app) => chartEntry(app, country));
  const feed = {
    author: { name: label("iTunes Store"), uri: label("http://www.apple.com/itunes/") },
    ...entryKey(entries),
    updated: label(catalogue.startOf(day).toISOString()),
    title: label("iTunes Store: Top Applications"),
    id: label(`https://itunes.apple.com/${country}/rss/`),
  };
  return json(200, JSON.stringify({ feed }));
}

/** The format derives from XML: a single entry is not in a list, and without entries the key is absent. */
function entryKey(entries: readonly object[]): object {
  if (entries.length === 0) return {};
  return { entry: entries.length === 1 ? entries[0] : entries };
}
