import type { AppOnDay, CataloguePublisher } from "../catalogue/records.ts";
import { json, type StoreQuery, type StoreRoute } from "../store-route.ts";
import { lookupLocale } from "./languages.ts";
import { publisherUrl, softwareRecord } from "./software-record.ts";

/** The default and the maximum `limit` for the apps of a publisher. */
const PUBLISHER_APPS_DEFAULT = 50;
const RESULTS_MAX = 200;

/** The maximum of rows, including those about publishers. */
const ROWS_MAX = 210;

/** More ids than this in one request make Apple's servers fail. */
const IDS_MAX = 399;

export const lookupRoute: StoreRoute = {
  platform: "ios",
  kind: "lookup",
  method: "GET",
  host: "itunes.apple.com",
  path: /^\/lookup$/,

  subject: ({ query }) => ({
    appIds: (query.get("id") ?? query.get("bundleId") ?? "").split(",").filter((id) => id !== ""),
    country: (query.get("country") ?? "us").toLowerCase(),
    language: query.get("lang"),
  }),

  reply(query) {
    const { catalogue, subject } = query;
    const country = subject.country ?? "us";
    if (subject.appIds.length > IDS_MAX) return json(502, "");
    if (!catalogue.countries.some(({ code }) => code === country)) {
      return json(400, lookupBody({ errorMessage: "Invalid value(s) for key(s): [country]" }));
    }

    if (subject.language !== null && lookupLocale(subject.language) === undefined) {
      return json(400, lookupBody({ errorMessage: "Invalid value(s) for key(s): [language]" }));
    }

    const results = subject.appIds.flatMap((id) => resultsFor(query, id)).slice(0, ROWS_MAX);
    return json(200, lookupBody({ resultCount: results.length, results }));
  },
};

function lookupBody(content: unknown): string {
  return `\n\n\n${JSON.stringify(content)}\n\n\n`;
}

function resultsFor(query: StoreQuery, id: string): readonly object[] {
  const { catalogue, day, request } = query;
  const externalId = request.query.has("bundleId") ? externalIdOf(query, id) : id;
  const app = catalogue.appOn({ platform: "ios", externalId, day });
  if (app !== undefined) return recordOf(query, app);

  const publisher = catalogue.publishers("ios").find(({ accountId }) => accountId === id);
  return publisher === undefined ? [] : publisherResults(query, publisher);
}

function externalIdOf({ catalogue }: StoreQuery, bundleId: string): string {
  return catalogue.apps("ios").find((app) => app.bundleId === bundleId)?.externalId ?? "";
}

function recordOf({ subject }: StoreQuery, app: AppOnDay): readonly object[] {
  const country = subject.country ?? "us";
  const locale = subject.language === null ? null : (lookupLocale(subject.language) ?? null);
  const listing = app.listing(locale, country);
  const metrics = app.metrics(country);
  return listing === undefined || metrics === undefined ? [] : [softwareRecord(app, listing, metrics)];
}

function publisherResults(query: StoreQuery, publisher: CataloguePublisher): readonly object[] {
  const { catalogue, day, request, subject } = query;
  const country = subject.country ?? "us";
  if (request.query.get("entity") !== "software") return [artist(publisher, country)];

  const limit = Math.min(Number(request.query.get("limit") ?? PUBLISHER_APPS_DEFAULT), RESULTS_MAX);
  const apps = catalogue
    .publisherApps({ platform: "ios", publisherExternalId: publisher.externalId, country, day })
    .slice(0, limit);
  return apps.length === 0 ? [] : [artist(publisher, country), ...apps.flatMap((app) => recordOf(query, app))];
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
