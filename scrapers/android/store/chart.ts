import library from "google-play-scraper";
import * as z from "zod";

import type { ScraperChartCollection } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/ask-library.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { StoreRequest, StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { EmptyListError } from "../../http/store-errors.ts";
import { type RowRecord, rowRecordSchema } from "./app-record.ts";
import { chunkedPayload } from "./batch-response.ts";
import { entryAt } from "./page-data.ts";
import { RECORD_LOCALE } from "./record-locale.ts";
import type { GoogleTransport } from "./transport.ts";

export type ChartRequest = {
  readonly collection: ScraperChartCollection;
  readonly category: string;
  readonly country: string;
  readonly count: number;
};

const collections = {
  top_free: "TOP_FREE",
  top_paid: "TOP_PAID",
  top_grossing: "GROSSING",
} as const satisfies Record<ScraperChartCollection, string>;

/** The library's types name an enum that it does not export. */
type LibraryCollection = NonNullable<Parameters<typeof library.list>[0]["collection"]>;

/** Rows in the order of their ranks, none in a chart that is empty. The library returns as many as the store sends. */
export async function readChart(
  ask: GoogleTransport,
  { collection, category, country, count }: ChartRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  const found = ask(
    call,
    { subject: null, receive: rejectEmpty, amend: (request) => ofCategory(request, category) },
    (requestOptions) =>
      library.list({
        collection: collections[collection] as LibraryCollection,
        num: count,
        country,
        lang: RECORD_LOCALE,
        ...{ requestOptions },
      }),
  );
  const rows = await orEmpty(found.then((records) => checkRecord(z.array(rowRecordSchema), records)));
  return rows.slice(0, count);
}

/** The library knows only some of the categories and rejects the others, so it is asked for all apps. */
function ofCategory(request: StoreRequest, category: string): StoreRequest {
  const body = request.body?.replace("%5C%22APPLICATION%5C%22", `%5C%22${category}%5C%22`) ?? null;
  return { ...request, body };
}

/** An empty chart has a payload without its list, at which the library fails. */
function rejectEmpty(response: StoreResponse): StoreResponse {
  const payload = chunkedPayload(response.body);
  if (Array.isArray(payload) && entryAt(payload, [0, 1]) === null) throw new EmptyListError();
  return response;
}
