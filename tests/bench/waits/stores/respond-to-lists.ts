import { scraperDeveloperApp } from "../../../stores/scraper-responses.ts";
import { failure, found, rejection, type ScraperResponse, type ShownStore } from "./scraper-response.ts";
import { isSold, shownHit, shownIdentity, shownListing, shownMetrics, textHash } from "./shown-apps.ts";

type RequestedApps = {
  readonly country: string;
  readonly ids: readonly string[];
  readonly fields: string;
  /** null for the storefront's first language. */
  readonly lang: string | null;
};

/** Apple's lookup of many apps. */
export function storefrontApps(store: ShownStore, { country, ids, fields, lang }: RequestedApps): ScraperResponse {
  const { platform, failing } = store;
  if (failing.has(country)) return failure("itunes_lookup");
  const apps = ids.map((id) => {
    if (!isSold(store, id, country)) return { id, outcome: "missing" };
    const metrics = shownMetrics(platform, country, { withStars: false });
    if (fields === "metrics") return { id, outcome: "found", metrics };
    const locale = lang ?? "";
    return {
      id,
      outcome: "found",
      metrics,
      identity: shownIdentity(platform, id),
      listing: { ...shownListing(platform, id, country, locale), ...unreadInLists },
      text_hash: textHash(id, locale),
    };
  });
  return found({ country, lang, requested_at: REQUESTED_AT, requests_made: 1, apps });
}

const REQUESTED_AT = "2026-05-11T00:00:00.000Z";

const unreadInLists = {
  subtitle: null,
  promotional_text: null,
  screenshots: [],
  video_url: null,
  unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"],
};

export function chart({ platform, topApps, failing }: ShownStore, country: string): ScraperResponse {
  if (failing.has(country)) return failure(platform === "ios" ? "itunes_rss" : "play_batch");
  const results = topApps.map((id, index) => {
    const { rating_count: _unknown, ...hit } = shownHit(platform, id);
    return { ...hit, rank: index + 1, released: null };
  });
  return found({ results });
}

const RANKS = 200;
const GAMES = "6014";

/** The free and the paid chart of a category; those of games come with those of all categories. */
export function chartPage({ topApps, failing }: ShownStore, country: string, category: string | null): ScraperResponse {
  if (failing.has(country)) return failure("apps_page");
  const entries = topApps.map((id, index) => ({
    rank: index + 1,
    app_id: id,
    name: `App ${id}`,
    icon_url: "https://images.example/icon.png",
  }));
  const charts = (category === null ? [null, GAMES] : [category]).flatMap((of) =>
    ["top_free", "top_paid"].map((collection) => ({ collection, category: of, window: RANKS, entries })),
  );
  return found({ country, category, charts, missing: [] });
}

/** The first page of a search, which ranks apps for a tracked keyword. */
export function searchRanks({ platform, topApps, rejectsRanks }: ShownStore): ScraperResponse {
  if (rejectsRanks()) return rejection(platform === "ios" ? "itunes_search" : "play_search");
  const apps = platform === "ios" ? [] : topApps.map((id) => shownHit(platform, id));
  return found({ ids: topApps, apps, names_storefront: platform === "ios" });
}

/** All apps of the bench have the same publisher. */
export function publisherApps(
  { platform, topApps, failing }: ShownStore,
  id: string,
  country: string,
): ScraperResponse {
  if (failing.has(country)) return failure(platform === "ios" ? "itunes_lookup" : "play_page");
  const of = { developer_id: id, ...(platform === "android" && { category: null, category_id: null }) };
  return found({ apps: topApps.map((app) => scraperDeveloperApp({ external_id: app, name: `App ${app}`, ...of })) });
}
