import type { Country } from "../../../lib/domain/country.ts";

import { drawsFrom } from "../catalogue/random.ts";
import type { AppOnDay, CataloguePublisher } from "../catalogue/records.ts";
import { addressOf, json, type StoreQuery, type StoreRoute } from "../store-route.ts";
import { invalidValue, lookupBody } from "./invalid-value.ts";
import { isLookupLanguage, lookupLocale } from "./languages.ts";
import { publisherUrl, softwareRecord } from "./software-record.ts";

const PUBLISHER_APPS_DEFAULT = 50;
const PUBLISHER_APPS_MAX = 200;

const ROWS_MAX = 210;

/** With more ids than this Apple's servers fail (app-store-scraper, issues 161 and 166). */
const IDS_MAX = 200;

const DAY_SECONDS = 86_400;

export const lookupRoute: StoreRoute = {
  platform: "ios",
  kind: "lookup",
  method: "GET",
  host: "itunes.apple.com",
  path: /^\/lookup$/,
  maxAgeSeconds: DAY_SECONDS,

  subject: ({ query }) => ({
    appIds: (query.get("id") ?? query.get("bundleId") ?? "").split(",").filter((id) => id !== ""),
    country: (query.get("country") ?? "us").toLowerCase(),
    language: query.get("lang"),
  }),

  reply(query) {
    const { catalogue, subject } = query;
    if (subject.appIds.length > IDS_MAX) return json(502, "");
    const country = catalogue.countries.find(({ code }) => code === subject.country);
    if (country === undefined) return invalidValue("country");
    if (subject.language !== null && !isLookupLanguage(subject.language)) return invalidValue("language");

    const storefront = { ...query, country };
    const results = idsInOrder(query)
      .flatMap((id) => resultsFor(storefront, id))
      .slice(0, ROWS_MAX);
    return json(200, lookupBody({ resultCount: results.length, results }));
  },
};

type StorefrontQuery = StoreQuery & { readonly country: Country };

/** The store promises no order, so it differs from one address to another. */
function idsInOrder({ catalogue, request, subject }: StoreQuery): readonly string[] {
  const draws = drawsFrom(`${catalogue.seed}:lookup:${addressOf(request)}`);
  return subject.appIds.toSorted((a, b) => draws.unit(a) - draws.unit(b));
}

function resultsFor(query: StorefrontQuery, id: string): readonly object[] {
  const { catalogue, day, request } = query;
  const externalId = request.query.has("bundleId") ? externalIdOf(query, id) : id;
  const app = catalogue.appOn({ platform: "ios", externalId, day });
  if (app !== undefined) return recordOf(query, app);

  const publisher = catalogue.publishers("ios").find(({ accountId }) => accountId === id);
  return publisher === undefined ? [] : publisherResults(query, publisher);
}

function externalIdOf({ catalogue }: StorefrontQuery, bundleId: string): string {
  return catalogue.apps("ios").find((app) => app.bundleId === bundleId)?.externalId ?? "";
}

function recordOf({ country, subject }: StorefrontQuery, app: AppOnDay): readonly object[] {
  const listing = app.listing(lookupLocale(subject.language, country), country.code);
  const metrics = app.metrics(country.code);
  return listing === undefined || metrics === undefined ? [] : [softwareRecord(app, listing, metrics)];
}

function publisherResults(query: StorefrontQuery, publisher: CataloguePublisher): readonly object[] {
  const { catalogue, country, day, request } = query;
  if (request.query.get("entity") !== "software") return [artist(publisher, country.code)];

  const limit = Math.min(Number(request.query.get("limit") ?? PUBLISHER_APPS_DEFAULT), PUBLISHER_APPS_MAX);
  const apps = catalogue
    .publisherApps({ platform: "ios", publisherExternalId: publisher.externalId, country: country.code, day })
    .slice(0, limit);
  return apps.length === 0 ? [] : [artist(publisher, country.code), ...apps.flatMap((app) => recordOf(query, app))];
}

function artist(publisher: CataloguePublisher, country: string): object {
  return {
    wrapperType: "artist",
    artistType: "Software Artist",
    artistName: publisher.name,
    artistLinkUrl: publisherUrl(publisher, country),
    artistId: Number(publisher.accountId),
  };
}
