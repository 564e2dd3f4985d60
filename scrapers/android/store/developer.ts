import library from "google-play-scraper";
import * as z from "zod";

import { ANDROID_DEVELOPER_APPS_MAX } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/call-library.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { RECORD_LOCALE, type RowRecord, rowRecordSchema } from "./app-record.ts";
import { BATCH_PREFIX } from "./batch-response.ts";
import { asAccountPage, withExactPrices } from "./developer-pages.ts";
import { publisherName } from "./publisher-id.ts";
import type { GoogleTransport } from "./transport.ts";

export type DeveloperRequest = {
  readonly developerId: string;
  readonly country: string;
  readonly pages: "first" | "all";
};

/** Twice the responses of the longest list, at a hundred apps each. A store that sends more is treated as broken. */
const RESPONSES_MAX = 20;

export function listDeveloperApps(
  transport: GoogleTransport,
  { developerId, country, pages }: DeveloperRequest,
  call: Call,
): Promise<readonly RowRecord[]> {
  const address = developerAddress(developerId, country);
  let responses = 0;
  const receive = (response: StoreResponse) => {
    responses += 1;
    if (responses > RESPONSES_MAX) throw unusable(new Error("the list of apps does not end"));
    return response.body.startsWith(BATCH_PREFIX) ? withExactPrices(response) : asAccountPage(response, pages);
  };

  const found = transport(
    call,
    {
      subject: `Developer ${developerId}`,
      receive,
      amend: (request) => (request.method === "GET" ? { ...request, url: address } : request),
    },
    (requestOptions) =>
      library.developer({
        // Any number selects the library's reader of account pages, the form that `asAccountPage` returns.
        devId: "1",
        num: ANDROID_DEVELOPER_APPS_MAX,
        country,
        lang: RECORD_LOCALE,
        ...{ requestOptions },
      }),
  );
  return orEmpty(found.then((records) => withoutRepeats(checkRecord(z.array(rowRecordSchema()), records))));
}

/** An app that moves down the list between two requests is on both pages. */
function withoutRepeats(rows: readonly RowRecord[]): readonly RowRecord[] {
  return [...new Map(rows.map((row) => [row.appId, row])).values()];
}

/** The library treats every name that parses as a number, such as "1e3", as an account. */
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
