import type { ScraperHostClass } from "../../../../scrapers/contracts/host-classes.ts";
import { ABSENCE_HEADER } from "../../../../scrapers/contracts/records.ts";
import { isSold, type ShownApps, shownHit, shownIdentity, shownListing, shownMetrics, textHash } from "./shown-apps.ts";

/** The stores as the scrapers show them: apps of equal values, short charts, and storefronts that may fail. */
export type ShownStore = ShownApps & {
  /** Apps of the charts, which every storefront sells. */
  readonly topApps: readonly string[];
  /** Storefronts that respond with 500 to whatever is requested. */
  readonly failing: ReadonlySet<string>;
  readonly search: (term: string) => readonly string[];
};

export type ScraperResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests to the store: so many at once, each so many after the other. */
  readonly requested: { readonly items: number; readonly requestsEach: number };
};

const one = { items: 1, requestsEach: 1 };
const NO_RANKS_BELOW = 200;

/** Returns what a scraper responds to a request of the service. */
export function respond(store: ShownStore, url: URL): ScraperResponse {
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const query = (name: string) => url.searchParams.get(name) ?? "";
  const list = (name: string) => query(name).split(",");
  const { platform } = store;
  const [first = "", second = "", third = "", fourth = ""] = segments.map(decodeURIComponent);
  switch (`${first}/${first === "apps" && second !== "search" ? "id" : second}/${third}/${fourth}`) {
    case "apps/id/identity/":
      return identityOf(store, second, query("country"), url.searchParams.get("locale"));
    case "apps/id/listings/locales": {
      const targets = platform === "ios" ? list("countries").map(pair) : list("locales").map(swappedPair);
      const listings = targets.map(({ country, locale }) =>
        settled(store, second, { country, locale, hostClass: listingClass(store) }, () => ({
          listing: shownListing(platform, second, country, locale),
        })),
      );
      return found({ listings }, { items: targets.length, requestsEach: platform === "ios" ? 2 : 1 });
    }
    case "apps/id/metrics/countries": {
      const countries = list("countries");
      const metrics = countries.map((country) =>
        settled(store, second, { country, hostClass: "itunes_lookup" }, () => ({
          metrics: shownMetrics(platform, country, { withStars: true }),
        })),
      );
      return found({ metrics }, { items: countries.length, requestsEach: 2 });
    }
    case "apps/id/metrics/": {
      const country = query("country");
      return single(store, second, country, () => shownMetrics(platform, country, { withStars: true }));
    }
    case "apps/id/pages/": {
      const pages = list("targets")
        .map(pair)
        .map(({ country, locale }) =>
          settled(store, second, { country, locale, hostClass: "apps_page" }, () => ({
            page: shownListing(platform, second, country, locale),
          })),
        );
      return found({ pages: pages.map(missingInPlaceOfEmpty) }, { items: pages.length, requestsEach: 1 });
    }
    case "apps/id/histograms/": {
      const histograms = list("countries").map((country) =>
        settled(store, second, { country, hostClass: "itunes_reviews" }, () => ({
          ratings: shownMetrics(platform, country, { withStars: true }),
        })),
      );
      const items = histograms.length;
      return found({ histograms: histograms.map(missingInPlaceOfEmpty) }, { items, requestsEach: 1 });
    }
    case "apps/search/ids/":
      return found({ ids: store.search(query("term")) }, one);
    case "apps/search//":
      return found({ results: store.search(query("term")).map((id) => shownHit(platform, id)) }, one);
    case `storefronts/${second}/apps/`:
      return storefrontApps(store, second, { ids: list("ids"), fields: query("fields"), lang: query("lang") });
    case "charts///":
      return chart(store, query("country"));
    case "charts/pages//":
      return chartPage(store, query("country"), url.searchParams.get("category"));
    default:
      throw new Error(`The bench has no response to ${url.pathname}.`);
  }
}

function identityOf(store: ShownStore, externalId: string, country: string, locale: string | null): ScraperResponse {
  const { platform } = store;
  return single(store, externalId, country, () => ({
    ...shownIdentity(platform, externalId),
    ...(platform === "ios" && { metrics: shownMetrics(platform, country, { withStars: false }) }),
    ...(locale !== null && {
      metrics: shownMetrics(platform, country, { withStars: true }),
      listing: shownListing(platform, externalId, country, locale),
    }),
  }));
}

type Requested = { readonly ids: readonly string[]; readonly fields: string; readonly lang: string };

function storefrontApps(store: ShownStore, country: string, { ids, fields, lang }: Requested): ScraperResponse {
  const { platform, failing } = store;
  if (failing.has(country)) return failure("itunes_lookup");
  const apps = ids.map((id) => {
    if (!isSold(store, id, country)) return { id, outcome: "missing" };
    const metrics = shownMetrics(platform, country, { withStars: false });
    if (fields === "metrics") return { id, outcome: "found", metrics };
    const listing = { ...shownListing(platform, id, country, lang), ...unreadInLists };
    return {
      id,
      outcome: "found",
      metrics,
      identity: shownIdentity(platform, id),
      listing,
      text_hash: textHash(id, lang),
    };
  });
  const requestedAt = "2026-05-11T00:00:00.000Z";
  const body = { country, lang: lang === "" ? null : lang, requested_at: requestedAt, requests_made: 1, apps };
  return found(body, one);
}

const unreadInLists = {
  subtitle: null,
  promotional_text: null,
  screenshots: [],
  video_url: null,
  unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"],
};

function chart({ platform, topApps, failing }: ShownStore, country: string): ScraperResponse {
  if (failing.has(country)) return failure(platform === "ios" ? "itunes_rss" : "play_batch");
  const results = topApps.map((id, index) => {
    const { rating_count: _unknown, ...hit } = shownHit(platform, id);
    return { ...hit, rank: index + 1, released: null };
  });
  return found({ results }, one);
}

function chartPage({ topApps, failing }: ShownStore, country: string, category: string | null): ScraperResponse {
  if (failing.has(country)) return failure("apps_page");
  const shown = category === null ? [null, "6014"] : [category];
  const entries = topApps.map((id, index) => ({
    rank: index + 1,
    app_id: id,
    name: `App ${id}`,
    icon_url: "https://images.example/icon.png",
  }));
  const charts = shown.flatMap((of) =>
    ["top_free", "top_paid"].map((collection) => ({ collection, category: of, window: NO_RANKS_BELOW, entries })),
  );
  return found({ country, category, charts, missing: [] }, one);
}

function single(store: ShownStore, externalId: string, country: string, show: () => object): ScraperResponse {
  if (store.failing.has(country)) return failure(store.platform === "ios" ? "itunes_lookup" : "play_page");
  if (isSold(store, externalId, country)) return found(show(), one);
  const isElsewhere = store.platform === "android";
  return {
    status: 404,
    body: { error: "Not found", statusCode: 404 },
    ...(isElsewhere && { headers: { [ABSENCE_HEADER]: "not_offered" } }),
    requested: one,
  };
}

type Item = { readonly country: string; readonly locale?: string; readonly hostClass: ScraperHostClass };

/** Returns the outcome of one item of many. */
function settled(store: ShownStore, externalId: string, { hostClass, ...item }: Item, show: () => object) {
  if (store.failing.has(item.country)) {
    return { ...item, outcome: "failed", ...failureBody(hostClass), retry_after_seconds: null };
  }
  if (isSold(store, externalId, item.country)) return { ...item, outcome: "found", ...show() };
  return { ...item, outcome: "empty_response", ...(store.platform === "android" && { absence: "not_offered" }) };
}

function missingInPlaceOfEmpty<Item extends { readonly outcome: string }>(item: Item) {
  return item.outcome === "empty_response" ? { ...item, outcome: "missing" } : item;
}

function failure(hostClass: ScraperHostClass): ScraperResponse {
  return { status: 500, body: failureBody(hostClass), requested: one };
}

function failureBody(hostClass: ScraperHostClass) {
  return { error: "The store failed", statusCode: 500, reason: "http_5xx", failing_class: hostClass };
}

const listingClass = ({ platform }: ShownStore): ScraperHostClass =>
  platform === "ios" ? "itunes_lookup" : "play_page";

function found(body: object, requested: ScraperResponse["requested"]): ScraperResponse {
  return { status: 200, body, requested };
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
