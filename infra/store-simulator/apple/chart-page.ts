import { storeCategories } from "../../../db/seeds/store-categories.ts";
import { storefrontLanguages } from "../../../lib/domain/country.ts";

import type { AppOnDay } from "../catalogue/records.ts";
import type { StoreQuery, StoreRoute, UpstreamRequest } from "../store-route.ts";
import { pageLocale } from "./languages.ts";
import { iconTemplate, notFoundPage, webPage } from "./web-page.ts";

const path = /^\/([a-z]{2})\/iphone\/charts\/(\d+)$/;

/** The genre of all apps. Its page also has the charts of games. */
const ALL_GENRES = "36";
const GAMES = "6014";

/** A page describes the apps of this many ranks. For lower ranks it has only ids. */
const HYDRATED_ENTRIES = 25;

/** No page has the chart by revenue. */
const collections = { "top-free": "top_free", "top-paid": "top_paid" } as const;
type PageChart = keyof typeof collections;

const genres = new Set(
  storeCategories.flatMap(({ platform, externalId }) => (platform === "ios" ? (externalId ?? []) : [])),
);

/** `?chart=` names the chart that is shown first; the data has both. */
export const chartPageRoute: StoreRoute = {
  platform: "ios",
  kind: "chart_page",
  method: "GET",
  host: "apps.apple.com",
  path,

  subject: (request) => ({ appIds: [], country: partsOf(request).country, language: request.query.get("l") }),

  reply(query) {
    const { country, genre } = partsOf(query.request);
    const storefront = query.catalogue.countries.find(({ code }) => code === country);
    const [first] = storefront === undefined ? [] : storefrontLanguages(storefront, "ios");
    if (first === undefined) {
      return { status: 301, headers: { location: `${addressOf("us", genre)}?${query.request.query}` }, body: "" };
    }
    if (genre !== ALL_GENRES && !genres.has(genre)) return notFoundPage;

    const locale = pageLocale(query.subject.language) ?? first;
    const groups =
      genre === ALL_GENRES
        ? { charts: [ALL_GENRES, GAMES].map((one) => ({ genreId: one, segments: segments(query, one) })) }
        : { genreId: genre, segments: segments(query, genre) };
    return webPage({
      locale,
      intent: "ChartsPageIntent",
      data: { canonicalURL: addressOf(country, genre), ...groups },
    });
  },
};

function partsOf({ path: requested }: UpstreamRequest): { readonly country: string; readonly genre: string } {
  const [, country = "", genre = ""] = path.exec(requested) ?? [];
  return { country, genre };
}

function addressOf(country: string, genre: string): string {
  return `https://apps.apple.com/${country}/iphone/charts/${genre}`;
}

function segments(query: StoreQuery, genre: string): readonly object[] {
  return [segment(query, genre, "top-free"), segment(query, genre, "top-paid")];
}

function segment({ catalogue, day, subject }: StoreQuery, genre: string, chart: PageChart): object {
  const { country, language } = subject;
  const apps = catalogue.chart({
    platform: "ios",
    collection: collections[chart],
    country: country ?? "us",
    category: genre === ALL_GENRES ? null : genre,
    day,
  });
  const remaining = apps.slice(HYDRATED_ENTRIES).map(({ externalId }) => ({ id: externalId }));
  return {
    chart,
    shelves: [{ items: apps.slice(0, HYDRATED_ENTRIES).flatMap((app) => item(app, country ?? "us", language)) }],
    ...(remaining.length > 0 && { nextPage: { remainingContent: remaining } }),
  };
}

function item(app: AppOnDay, country: string, language: string | null): readonly object[] {
  const listing = app.listing(pageLocale(language), country);
  if (listing === undefined) return [];
  return [
    {
      adamId: app.externalId,
      title: listing.title,
      ...(listing.subtitle !== null && { subtitle: listing.subtitle }),
      icon: iconTemplate(listing.iconUrl),
    },
  ];
}
