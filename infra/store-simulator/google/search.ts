import { drawsFrom } from "../catalogue/random.ts";
import type { AppOnDay } from "../catalogue/records.ts";
import { wordsOf } from "../catalogue/search-index.ts";
import type { StoreRoute } from "../store-route.ts";
import { type CardStorefront, card, exactMatchCard, placeOf, storefrontOf } from "./card.ts";
import { playPage } from "./page.ts";
import { type Payload, payloadOf } from "./put.ts";

/** A search has one page of some thirty rows: Google Play sends no token for a second. */
const ROWS = { min: 25, max: 30 };

export const googleSearchRoute: StoreRoute = {
  platform: "android",
  kind: "search",
  method: "GET",
  host: "play.google.com",
  path: /^\/store\/search$/,

  subject: (request) => ({ appIds: [], ...storefrontOf(request) }),

  reply({ catalogue, day, request, subject }) {
    const storefront = placeOf(subject);
    const term = request.query.get("q") ?? "";
    const { country } = storefront;
    const rows = drawsFrom(catalogue.seed).int(`android window:${term}:${country}:${day}`, ROWS.min, ROWS.max);
    const hits = catalogue
      .search({ platform: "android", term, country, day, limit: rows + 1 })
      .filter(priceFilter(request.query.get("price") ?? "0", storefront.country));

    const payload = payloadOf([[[0, 1], sections({ hits, term, storefront, rows })]]);
    return playPage({ language: storefront.language, data: { "ds:4": { service: "lGYRle", payload } } });
  },
};

function priceFilter(price: string, country: string): (app: AppOnDay) => boolean {
  if (price === "1") return (app) => app.metrics(country)?.price === 0;
  if (price === "2") return (app) => (app.metrics(country)?.price ?? 0) > 0;
  return () => true;
}

function sections(input: {
  hits: readonly AppOnDay[];
  term: string;
  storefront: CardStorefront;
  rows: number;
}): Payload {
  const [best, ...others] = input.hits;
  const isNamed = others.length > 0 && wordsOf(input.term)[0] === best?.facts.brand.toLowerCase();
  const rows = (isNamed ? others : input.hits).slice(0, input.rows).map((app) => [card(app, input.storefront)]);
  const rowSection = payloadOf([[[22, 0], rows]]);

  if (!isNamed || best === undefined) return [rowSection];
  return [payloadOf([[[23], exactMatchCard(best, input.storefront)]]), rowSection];
}
