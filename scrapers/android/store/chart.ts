import library from "google-play-scraper";
import * as z from "zod";

import type { ScraperChartCollection } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/call-library.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { EmptyListError } from "../../http/store-errors.ts";
import type { StoreRequest, StoreResponse } from "../../http/store-http-client.ts";
import { RECORD_LOCALE, type RowRecord, rowRecordSchema } from "./app-record.ts";
import { chunkedPayload } from "./batch-response.ts";
import { entryAt } from "./page-data.ts";
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

/** The library's types use an enum that it does not export. */
type LibraryCollection = NonNullable<Parameters<typeof library.list>[0]["collection"]>;

export async function readChart(
  transport: GoogleTransport,
  { collection, category, country, count }: ChartRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  const found = transport(
    call,
    { subject: null, receive: throwIfEmpty, amend: (request) => ofCategory(request, category) },
    (requestOptions) =>
      library.list({
        collection: collections[collection] as LibraryCollection,
        num: count,
        country,
        lang: RECORD_LOCALE,
        ...{ requestOptions },
      }),
  );
  const rows = await orEmpty(found.then((records) => checkRecord(z.array(rowRecordSchema()), records)));
  return rows.slice(0, count);
}

/** The library rejects categories that it does not know, so it requests all apps, and this replaces the category. */
function ofCategory(request: StoreRequest, category: string): StoreRequest {
  const body = request.body?.replace("%5C%22APPLICATION%5C%22", `%5C%22${category}%5C%22`) ?? null;
  return { ...request, body };
}

/** The library fails on an empty chart, whose payload has no list. */
function throwIfEmpty(response: StoreResponse): StoreResponse {
  const payload = chunkedPayload(response.body);
  if (Array.isArray(payload) && entryAt(payload, [0, 1]) === null) throw new EmptyListError();
  return response;
}
