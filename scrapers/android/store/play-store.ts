import library from "google-play-scraper";
import * as z from "zod";

import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { type AppRecord, appRecordSchema, type RowRecord, rowRecordSchema } from "./app-record.ts";
import type { GoogleTransport } from "./transport.ts";

export type Storefront = { readonly appId: string; readonly country: string; readonly locale: string };
export type SearchQuestion = { readonly term: string; readonly limit: number; readonly country: string };

/** Google Play as the routes see it; each method can change its source without the others. */
export type PlayStore = {
  readonly readApp: (storefront: Storefront, call: Call) => Promise<AppRecord>;
  readonly search: (question: SearchQuestion, call: Call) => Promise<readonly RowRecord[]>;
};

/** Names, dates and numbers of identity, metrics and search are asked for in the language that they are read in. */
export const RECORD_LOCALE = "en";

export function createPlayStore(ask: GoogleTransport): PlayStore {
  return {
    async readApp({ appId, country, locale }, call) {
      const found = await ask(call, { subject: `App ${appId}`, block: "ds:5" }, (requestOptions) =>
        library.app({ appId, country, lang: locale, ...{ requestOptions } }),
      );
      return checkRecord(appRecordSchema, found);
    },

    async search({ term, limit, country }, call) {
      const found = await ask(call, { subject: null, block: "ds:4" }, (requestOptions) =>
        library.search({ term, num: limit, country, lang: RECORD_LOCALE, ...{ requestOptions } }),
      );
      return checkRecord(z.array(rowRecordSchema), found);
    },
  };
}
