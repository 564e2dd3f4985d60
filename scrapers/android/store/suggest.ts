import library from "google-play-scraper";
import * as z from "zod";

import { SUGGESTIONS_MAX } from "../../contracts/lists.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { plainPayload, plainResponse } from "./batch-response.ts";
import { entryAt } from "./page-data.ts";
import type { GoogleTransport } from "./transport.ts";

export type SuggestionsRequest = { readonly term: string; readonly country: string; readonly lang: string };

/** Returns the terms that Google Play suggests for the beginning of one, in its order. */
export async function suggest(
  transport: GoogleTransport,
  { term, country, lang }: SuggestionsRequest,
  call: Call,
): Promise<readonly string[]> {
  const found = await transport(call, { subject: null, receive: withoutEmptyList }, (requestOptions) =>
    library.suggest({ term: twiceEscaped(term), country, lang, ...{ requestOptions } }),
  );
  return checkRecord(z.array(z.string()), found).slice(0, SUGGESTIONS_MAX);
}

/** The library puts the term into JSON within JSON without escaping it. */
function twiceEscaped(term: string): string {
  return escaped(escaped(term));
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The library fails on a payload without a list. It reads null as one without suggestions. */
function withoutEmptyList(response: StoreResponse): StoreResponse {
  const payload = plainPayload(response.body);
  const isEmpty = Array.isArray(payload) && (entryAt(payload, [0, 0]) ?? null) === null;
  return isEmpty ? { ...response, body: plainResponse(null) } : response;
}
