import library from "google-play-scraper";
import * as z from "zod";

import { ANDROID_DEVELOPER_APPS_MAX } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/ask-library.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { type RowRecord, rowRecordSchema } from "./app-record.ts";
import { BATCH_PREFIX } from "./batch-response.ts";
import { asAccountPage, withExactPrices } from "./developer-pages.ts";
import { publisherName } from "./publisher-id.ts";
import { RECORD_LOCALE } from "./record-locale.ts";
import type { GoogleTransport } from "./transport.ts";

export type DeveloperRequest = { readonly developerId: string; readonly country: string };

/** Twice what the most apps take, at a hundred in a response; a store that never comes to an end is left there. */
const RESPONSES_MAX = 20;

/** The apps of a developer, from the first page and all that follow. */
export function listDeveloperApps(
  ask: GoogleTransport,
  { developerId, country }: DeveloperRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  const address = developerAddress(developerId, country);
  let responses = 0;
  const receive = (response: StoreResponse) => {
    responses += 1;
    if (responses > RESPONSES_MAX) throw unusable(new Error("the list of apps does not end"));
    return response.body.startsWith(BATCH_PREFIX) ? withExactPrices(response) : asAccountPage(response);
  };

  const found = ask(
    call,
    {
      subject: `Developer ${developerId}`,
      receive,
      amend: (request) => (request.method === "GET" ? { ...request, url: address } : request),
    },
    (requestOptions) =>
      library.developer({
        // Any number: it tells the library how to read the page, which is asked for and put in that form here.
        devId: "1",
        num: ANDROID_DEVELOPER_APPS_MAX,
        country,
        lang: RECORD_LOCALE,
        ...{ requestOptions },
      }),
  );
  return orEmpty(found.then((records) => withoutRepeats(checkRecord(z.array(rowRecordSchema), records))));
}

/** An app that moves down the list between two of its pages is on both. */
function withoutRepeats(rows: readonly RowRecord[]): readonly RowRecord[] {
  return [...new Map(rows.map((row) => [row.appId, row])).values()];
}

/** The library takes every name that reads as a number, such as "1e3", for an account. */
function developerAddress(developerId: string, country: string): URL {
  const isAccount = /^\d{10,20}$/.test(developerId);
  const address = new URL(`https://play.google.com/store/apps/${isAccount ? "dev" : "developer"}`);
  address.search = String(
    new URLSearchParams({
      id: isAccount ? developerId : publisherName(developerId),
      hl: RECORD_LOCALE,
      gl: country,
    }),
  );
  return address;
}
