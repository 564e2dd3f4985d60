import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { SUGGESTIONS_MAX } from "../../contracts/lists.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

export type SuggestionsRequest = { readonly term: string; readonly country: string };

const suggestionsSchema = lazy(() => z.array(z.object({ term: z.string() })));

/** Returns the terms that the App Store suggests for the beginning of one, in its order. */
export async function suggest(
  transport: AppleTransport,
  { term, country }: SuggestionsRequest,
  call: Call,
): Promise<readonly string[]> {
  const found = await transport.call(
    call,
    async (requestOptions) => {
      const { default: suggestTerms } = await import("app-store-scraper/lib/suggest.js");
      return suggestTerms({ term, country, requestOptions });
    },
    { headers: { "x-apple-store-front": `${storefrontNumber(country)},29` } },
  );
  return checkRecord(suggestionsSchema(), found)
    .slice(0, SUGGESTIONS_MAX)
    .map((suggestion) => suggestion.term);
}
