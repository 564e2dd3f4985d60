import library from "google-play-scraper";
import * as z from "zod";

import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, NotOfferedError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import {
  type AppRecord,
  appRecordSchema,
  offerSchema,
  RECORD_LOCALE,
  type RowRecord,
  rowRecordSchema,
} from "./app-record.ts";
import { type ChartRequest, readChart } from "./chart.ts";
import { type DeveloperRequest, listDeveloperApps } from "./developer.ts";
import { entryAt, pageData, wholePage } from "./page-data.ts";
import { type RankedRows, type RanksRequest, searchRanks, soleMatch } from "./search-ranks.ts";
import { type SuggestionsRequest, suggest } from "./suggest.ts";
import type { GoogleTransport } from "./transport.ts";

export type Storefront = { readonly appId: string; readonly country: string; readonly locale: string };
export type SearchRequest = { readonly term: string; readonly limit: number; readonly country: string };

export type AppPage = { readonly app: AppRecord; readonly html: string };

export type PlayStore = {
  readonly readApp: (storefront: Storefront, call: Call) => Promise<AppRecord>;
  /** Reads an app with its page, for data that the library does not read. */
  readonly readAppPage: (storefront: Storefront, call: Call) => Promise<AppPage>;
  readonly search: (request: SearchRequest, call: Call) => Promise<readonly RowRecord[]>;
  readonly searchRanks: (request: RanksRequest, call: Call) => Promise<RankedRows>;
  readonly suggest: (request: SuggestionsRequest, call: Call) => Promise<readonly string[]>;
  readonly readChart: (request: ChartRequest, call: Call) => Promise<readonly RowRecord[]>;
  readonly listDeveloperApps: (request: DeveloperRequest, call: Call) => Promise<readonly RowRecord[]>;
};

export function createPlayStore(transport: GoogleTransport): PlayStore {
  return {
    readApp: async (storefront, call) => (await readAppPage(transport, storefront, call)).app,
    readAppPage: (storefront, call) => readAppPage(transport, storefront, call),
    search: (request, call) => search(transport, request, call),
    searchRanks: (request, call) => searchRanks(transport, request, call),
    suggest: (request, call) => suggest(transport, request, call),
    readChart: (request, call) => readChart(transport, request, call),
    listDeveloperApps: (request, call) => listDeveloperApps(transport, request, call),
  };
}

/** A page does not prove that the country has the app, because Google Play also shows apps that it does not offer. */
async function readAppPage(
  transport: GoogleTransport,
  { appId, country, locale }: Storefront,
  call: Call,
): Promise<AppPage> {
  const subject = `App ${appId}`;
  let html = "";
  const receive = (response: StoreResponse) => {
    html = wholePage(response, "ds:5").body;
    return response;
  };
  const found = await transport(call, { subject, receive }, (requestOptions) =>
    library.app({ appId, country, lang: locale, ...{ requestOptions } }),
  );
  if (!checkRecord(offerSchema(), found).available) throw missingOffer(html, subject);
  return { app: checkRecord(appRecordSchema(), found), html };
}

/**
 * The list at this path, which gives the library `available` and `preregister`, holds 2 for an installable app and 1
 * for pre-registration. It is empty in a country without the app (docs/adr/0004).
 */
const OFFER_PATH = [1, 2, 18] as const;

/** Returns the error for a page without an offer: the country lacks the app, or Google has moved the list. */
function missingOffer(html: string, subject: string): Error {
  const offer = entryAt(pageData(html, "ds:5"), OFFER_PATH);
  if (Array.isArray(offer) && (offer[0] ?? null) === null) return new NotOfferedError(subject);
  return unusable(new Error("the page does not say whether the app is offered"));
}

async function search(
  transport: GoogleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  let match: string | undefined;
  const receive = (response: StoreResponse) => {
    const page = wholePage(response, "ds:4");
    match = soleMatch(page.body);
    return page;
  };
  const found = await transport(call, { subject: null, receive }, (requestOptions) =>
    library.search({ term, num: limit, country, lang: RECORD_LOCALE, ...{ requestOptions } }),
  );

  const rows = checkRecord(z.array(rowRecordSchema()), found);
  if (rows.length > 0 || match === undefined) return rows;
  return readIfInStore(transport, { appId: match, country, locale: RECORD_LOCALE }, call);
}

async function readIfInStore(
  transport: GoogleTransport,
  storefront: Storefront,
  call: Call,
): Promise<readonly AppRecord[]> {
  try {
    return [(await readAppPage(transport, storefront, call)).app];
  } catch (error) {
    if (error instanceof NotInStoreError) return [];
    throw error;
  }
}
