import library from "app-store-scraper";
import * as z from "zod";

import { parseJson } from "../../contracts/wire.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type LookupRecord, lookupRecordSchema } from "./look-up.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

export type SearchRequest = { readonly term: string; readonly limit: number; readonly country: string };

/** Returns the apps of a search, best hit first. The library returns them in lookup's undefined order. */
export async function search(
  transport: AppleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly LookupRecord[]> {
  const places = new Map<string, number>();
  const found = await transport.call(
    call,
    (requestOptions) => library.search({ term, num: limit, country, requestOptions }),
    {
      headers: storefrontHeader(country),
      receive: (response) => {
        for (const id of hitsOf(response)) places.set(id, places.size);
        return response;
      },
    },
  );
  const placeOf = ({ id }: LookupRecord) => places.get(String(id)) ?? places.size;
  return checkRecord(z.array(lookupRecordSchema), found).toSorted((a, b) => placeOf(a) - placeOf(b));
}

export async function searchIds(
  transport: AppleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly string[]> {
  const found = await transport.call(
    call,
    (requestOptions) => library.search({ term, num: limit, country, idsOnly: true, requestOptions }),
    { headers: storefrontHeader(country) },
  );
  return checkRecord(z.array(idSchema), found);
}

function storefrontHeader(country: string) {
  return { "x-apple-store-front": `${storefrontNumber(country)},24 t:native` };
}

function hitsOf({ body }: StoreResponse): readonly string[] {
  const bubbles = searchSchema.safeParse(parseJson(body)).data?.bubbles ?? [];
  return bubbles[0]?.results.map(({ id }) => id) ?? [];
}

const idSchema = z.union([z.string(), z.int()]).transform(String);
const searchSchema = z.object({ bubbles: z.array(z.object({ results: z.array(z.object({ id: idSchema })) })) });
