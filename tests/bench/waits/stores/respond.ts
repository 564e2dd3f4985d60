import { chart, chartPage, publisherApps, searchRanks, storefrontApps } from "./respond-to-lists.ts";
import { bulk, found, type ScraperResponse, type ShownStore, single } from "./scraper-response.ts";
import { shownHit, shownIdentity, shownListing, shownMetrics } from "./shown-apps.ts";

type Request = {
  readonly store: ShownStore;
  /** What the path names: an app or a storefront. */
  readonly id: string;
  /** A parameter; empty where there is none. */
  readonly query: (name: string) => string;
  readonly list: (name: string) => readonly string[];
};

type Route = { readonly path: RegExp; readonly respond: (request: Request) => ScraperResponse };

const routes: readonly Route[] = [
  { path: /^\/apps\/search\/ids$/, respond: ({ store, query }) => found({ ids: store.search(query("term")) }) },
  { path: /^\/apps\/search\/ranks$/, respond: ({ store }) => searchRanks(store) },
  {
    path: /^\/apps\/search$/,
    respond: ({ store, query }) =>
      found({ results: store.search(query("term")).map((id) => shownHit(store.platform, id)) }),
  },
  { path: /^\/apps\/([^/]+)\/identity$/, respond: identity },
  {
    path: /^\/apps\/([^/]+)\/listings\/locales$/,
    respond: ({ store, id, list }) => {
      const targets =
        store.platform === "ios"
          ? list("countries").map((text) => ({ ...pair(text), hostClass: "itunes_lookup" as const, requestsEach: 2 }))
          : list("locales").map((text) => ({ ...swappedPair(text), hostClass: "play_page" as const }));
      const listingOf = ({ country, locale }: (typeof targets)[number]) => ({
        listing: shownListing(store.platform, id, country, locale),
      });
      return bulk({ store, externalId: id, name: "listings", items: targets }, listingOf);
    },
  },
  {
    path: /^\/apps\/([^/]+)\/metrics\/countries$/,
    respond: ({ store, id, list }) => {
      const items = list("countries").map((country) => ({
        country,
        hostClass: "itunes_lookup" as const,
        requestsEach: 2,
      }));
      return bulk({ store, externalId: id, name: "metrics", items }, ({ country }) => ({
        metrics: metricsOf(store, country),
      }));
    },
  },
  {
    path: /^\/apps\/([^/]+)\/metrics$/,
    respond: ({ store, id, query }) => single(store, id, query("country"), () => metricsOf(store, query("country"))),
  },
  {
    path: /^\/apps\/([^/]+)\/pages$/,
    respond: ({ store, id, list }) => {
      const items = list("targets").map((text) => ({
        ...pair(text),
        hostClass: "apps_page" as const,
        absence: "missing" as const,
      }));
      const pageOf = ({ country, locale }: (typeof items)[number]) => ({
        page: shownListing(store.platform, id, country, locale),
      });
      return bulk({ store, externalId: id, name: "pages", items }, pageOf);
    },
  },
  {
    path: /^\/apps\/([^/]+)\/histograms$/,
    respond: ({ store, id, list }) => {
      const items = list("countries").map((country) => ({
        country,
        hostClass: "itunes_reviews" as const,
        absence: "missing" as const,
      }));
      return bulk({ store, externalId: id, name: "histograms", items }, ({ country }) => ({
        ratings: metricsOf(store, country),
      }));
    },
  },
  {
    path: /^\/storefronts\/([^/]+)\/apps$/,
    respond: ({ store, id, list, query }) => {
      const lang = query("lang");
      const requested = { country: id, ids: list("ids"), fields: query("fields"), lang: lang === "" ? null : lang };
      return storefrontApps(store, requested);
    },
  },
  {
    path: /^\/developers\/([^/]+)\/apps$/,
    respond: ({ store, id, query }) => publisherApps(store, id, query("country")),
  },
  { path: /^\/charts$/, respond: ({ store, query }) => chart(store, query("country")) },
  {
    path: /^\/charts\/pages$/,
    respond: ({ store, query }) => chartPage(store, query("country"), query("category") || null),
  },
];

/** Returns what a scraper responds to a request of the service. */
export function respond(store: ShownStore, { pathname, searchParams }: URL): ScraperResponse {
  const query = (name: string) => searchParams.get(name) ?? "";
  for (const { path, respond: respondTo } of routes) {
    const match = path.exec(pathname);
    if (match === null) continue;
    const id = decodeURIComponent(match[1] ?? "");
    return respondTo({ store, id, query, list: (name) => query(name).split(",") });
  }
  throw new Error(`The bench has no response to ${pathname}.`);
}

/** Google Play's page also shows the listing and the metrics, where its language is named. */
function identity({ store, id, query }: Request): ScraperResponse {
  const { platform } = store;
  const country = query("country");
  const locale = query("locale");
  return single(store, id, country, () => ({
    ...shownIdentity(platform, id),
    ...(platform === "ios" && { metrics: shownMetrics(platform, country, { withStars: false }) }),
    ...(locale !== "" && {
      metrics: metricsOf(store, country),
      listing: shownListing(platform, id, country, locale),
    }),
  }));
}

function metricsOf({ platform }: ShownStore, country: string) {
  return shownMetrics(platform, country, { withStars: true });
}

/** `us:en-US` */
function pair(text: string) {
  const [country = "", locale = ""] = text.split(":");
  return { country, locale };
}

/** `en-US:us` */
function swappedPair(text: string) {
  const { country: locale, locale: country } = pair(text);
  return { country, locale };
}
