import library from "google-play-scraper";
import * as z from "zod";

import { checkRecord } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError } from "../../http/store-errors.ts";
import { type AppRecord, appRecordSchema, offerSchema, type RowRecord, rowRecordSchema } from "./app-record.ts";
import { type ChartRequest, readChart } from "./chart.ts";
import { type DeveloperRequest, listDeveloperApps } from "./developer.ts";
import { missingOffer } from "./offer.ts";
import { wholePage } from "./page-data.ts";
import { RECORD_LOCALE } from "./record-locale.ts";
import { soleMatch } from "./sole-match.ts";
import type { GoogleTransport } from "./transport.ts";

export type Storefront = { readonly appId: string; readonly country: string; readonly locale: string };
export type SearchRequest = { readonly term: string; readonly limit: number; readonly country: string };

/** Google Play as the routes see it; each method can change its source without the others. */
export type PlayStore = {
  readonly readApp: (storefront: Storefront, call: Call) => Promise<AppRecord>;
  readonly search: (request: SearchRequest, call: Call) => Promise<readonly RowRecord[]>;
  readonly readChart: (request: ChartRequest, call: Call) => Promise<readonly RowRecord[]>;
  readonly listDeveloperApps: (request: DeveloperRequest, call: Call) => Promise<readonly RowRecord[]>;
};

export function createPlayStore(ask: GoogleTransport): PlayStore {
  return {
    readApp: (storefront, call) => readApp(ask, storefront, call),
    search: (request, call) => search(ask, request, call),
    readChart: (request, call) => readChart(ask, request, call),
    listDeveloperApps: (request, call) => listDeveloperApps(ask, request, call),
  };
}

/** A page alone does not mean that the country has the app: Google Play shows it where it does not offer it, too. */
async function readApp(ask: GoogleTransport, { appId, country, locale }: Storefront, call: Call) {
  const subject = `App ${appId}`;
  let page = "";
  const receive = (response: StoreResponse) => {
    page = wholePage(response, "ds:5").body;
    return response;
  };
  const found = await ask(call, { subject, receive }, (requestOptions) =>
    library.app({ appId, country, lang: locale, ...{ requestOptions } }),
  );
  if (!checkRecord(offerSchema, found).available) throw missingOffer(page, subject);
  return checkRecord(appRecordSchema, found);
}

async function search(
  ask: GoogleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  let match: string | undefined;
  const receive = (response: StoreResponse) => {
    const page = wholePage(response, "ds:4");
    match = soleMatch(page.body);
    return page;
  };
  const found = await ask(call, { subject: null, receive }, (requestOptions) =>
    library.search({ term, num: limit, country, lang: RECORD_LOCALE, ...{ requestOptions } }),
  );

  const rows = checkRecord(z.array(rowRecordSchema), found);
  if (rows.length > 0 || match === undefined) return rows;
  return readIfInStore(ask, { appId: match, country, locale: RECORD_LOCALE }, call);
}

async function readIfInStore(ask: GoogleTransport, storefront: Storefront, call: Call): Promise<readonly AppRecord[]> {
  try {
    return [await readApp(ask, storefront, call)];
  } catch (error) {
    if (error instanceof NotInStoreError) return [];
    throw error;
  }
}
