import library from "google-play-scraper";
import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { RANKED_APPS_MAX } from "../../contracts/lists.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type RowRecord, rowRecordSchema } from "./app-record.ts";
import { entryAt, pageData, pageOf, wholePage } from "./page-data.ts";
import type { GoogleTransport } from "./transport.ts";

export type RanksRequest = { readonly term: string; readonly country: string; readonly lang: string };

/** `rows` has no row for the only result of a search, which a page does not describe as it does others. */
export type RankedRows = { readonly ids: readonly string[]; readonly rows: readonly RowRecord[] };

/** Returns the apps of a search's page, in the store's order, with one request. */
export async function searchRanks(
  transport: GoogleTransport,
  { term, country, lang }: RanksRequest,
  call: Call,
): Promise<RankedRows> {
  let match: string | undefined;
  const receive = (response: StoreResponse) => {
    const page = wholePage(response, "ds:4");
    match = soleMatch(page.body);
    return withoutNextPage(page);
  };
  const found = await transport(call, { subject: null, receive }, (requestOptions) =>
    library.search({ term, num: RANKED_APPS_MAX, country, lang, ...{ requestOptions } }),
  );
  const records = checkRecord(z.array(rowRecordSchema()), found);
  const rows = [...new Map(records.map((row) => [row.appId, row])).values()];
  if (rows.length === 0 && match !== undefined) return { ids: [match], rows };
  return { ids: rows.map(({ appId }) => appId), rows };
}

/** Returns a search page's only result, which is shown as a large card. The library reads only rows. */
export function soleMatch(html: string): string | undefined {
  const appId = entryAt(pageData(html, "ds:4"), [0, 1, 0, 23, 16, 3, 12, 0, 0]);
  return typeof appId === "string" ? appId : undefined;
}

/** A section of rows, whose second entry holds the token of the next page. */
const rowsOfSection = lazy(() => z.tuple([z.array(z.unknown())], z.unknown()));

/** Without the token of the next page, the library requests no other. */
function withoutNextPage(page: StoreResponse): StoreResponse {
  const data = pageData(page.body, "ds:4");
  if (data === undefined) throw unusable(new Error("the page's results cannot be read"));
  const sections = entryAt(data, [0, 1]);
  for (const section of Array.isArray(sections) ? sections : []) {
    const list = entryAt(section, [22]);
    if (rowsOfSection().safeParse(list).success && Array.isArray(list)) list.splice(1);
  }
  return { ...page, body: pageOf("ds:4", data) };
}
