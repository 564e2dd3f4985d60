import library from "app-store-scraper";
import * as z from "zod";

import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { type AppPage, parseAppPage, unreadablePage } from "./app-page.ts";
import { type ChartRecord, type ChartRequest, readChart } from "./chart.ts";
import { type DeveloperRequest, listDeveloperApps } from "./developer.ts";
import { spellLanguage } from "./languages.ts";
import { type LookedUp, type LookupRecord, lookUp, lookupRecordSchema, type Storefront } from "./look-up.ts";
import {
  type LookedUpStorefront,
  type LookupSource,
  lookUpStorefront,
  type StorefrontRequest,
} from "./look-up-storefront.ts";
import { storefrontNumber } from "./storefront-numbers.ts";
import type { AppleTransport } from "./transport.ts";

/** The App Store as the routes see it. Each method can change its source independently. */
export type AppStore = {
  readonly lookUp: (storefront: Storefront, call: Call) => Promise<LookedUp>;
  readonly lookUpStorefront: (request: StorefrontRequest, call: Call) => Promise<LookedUpStorefront>;
  /** The web page of an app that was looked up in the same storefront. */
  readonly readPage: (storefront: Storefront, app: LookupRecord, call: Call) => Promise<AppPage>;
  readonly search: (request: SearchRequest, call: Call) => Promise<readonly LookupRecord[]>;
  readonly readChart: (request: ChartRequest, call: Call) => Promise<readonly ChartRecord[]>;
  readonly listDeveloperApps: (request: DeveloperRequest, call: Call) => Promise<readonly LookupRecord[]>;
};

export type SearchRequest = { readonly term: string; readonly limit: number; readonly country: string };

export function createAppStore(source: LookupSource): AppStore {
  const { transport } = source;
  return {
    lookUp: (storefront, call) => lookUp(transport, storefront, call),
    lookUpStorefront: (request, call) => lookUpStorefront(source, request, call),
    readPage: (storefront, app, call) => readPage(transport, storefront, app, call),
    search: (request, call) => search(transport, request, call),
    readChart: (request, call) => readChart(transport, request, call),
    listDeveloperApps: (request, call) => listDeveloperApps(transport, request, call),
  };
}

async function readPage({ http }: AppleTransport, storefront: Storefront, app: LookupRecord, call: Call) {
  const { appId, country, lang } = storefront;
  const url = pageUrl(storefront, app);
  const language = lang === undefined ? undefined : spellLanguage(country, lang).page;
  if (language !== undefined) url.searchParams.set("l", language);
  const headers = { "accept-language": language ?? "en-US" };
  const response = await http({ url, method: "GET", headers, body: null }, call);
  return response.status === 404 ? unreadablePage : parseAppPage(response.body, appId);
}

/** Prefers the page's full address, since the short one costs a redirect. */
function pageUrl({ appId, country }: Storefront, app: LookupRecord): URL {
  const known = URL.parse(app.url ?? "");
  const { host, pathname = "" } = known ?? {};
  const isOfApp =
    host === "apps.apple.com" && pathname.startsWith(`/${country}/app/`) && pathname.endsWith(`/id${appId}`);
  return new URL(isOfApp ? pathname : `/${country}/app/id${appId}`, "https://apps.apple.com");
}

async function search(transport: AppleTransport, { term, limit, country }: SearchRequest, call: Call) {
  const storefront = storefrontNumber(country);
  const found = await transport.call(
    call,
    (requestOptions) => library.search({ term, num: limit, country, requestOptions }),
    { headers: { "x-apple-store-front": `${storefront},24 t:native` } },
  );
  return checkRecord(z.array(lookupRecordSchema), found);
}
