import library from "app-store-scraper";
import * as z from "zod";

import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { type LookupRecord, lookupRecordSchema } from "./look-up.ts";
import { storefrontNumber } from "./storefront-numbers.ts";
import type { AppleTransport } from "./transport.ts";

export type SearchRequest = { readonly term: string; readonly limit: number; readonly country: string };

export async function search(
  transport: AppleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly LookupRecord[]> {
  const storefront = storefrontNumber(country);
  const found = await transport.call(
    call,
    (requestOptions) => library.search({ term, num: limit, country, requestOptions }),
    { headers: { "x-apple-store-front": `${storefront},24 t:native` } },
  );
  return checkRecord(z.array(lookupRecordSchema), found);
}
