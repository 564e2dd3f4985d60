import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { RANKED_APPS_MAX } from "../../contracts/lists.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type LookupRecord, lookupRecordSchema } from "./look-up.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

const librarySearch = async () => (await import("app-store-scraper/lib/search.js")).default;

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
    async (requestOptions) => (await librarySearch())({ term, num: limit, country, requestOptions }),
    {
      headers: storefrontHeader(country),
      receive: (response) => {
        for (const id of hitsOf(response)) places.set(id, places.size);
        return response;
      },
    },
  );
  const placeOf = ({ id }: LookupRecord) => places.get(String(id)) ?? places.size;
  return checkRecord(z.array(lookupRecordSchema()), found).toSorted((a, b) => placeOf(a) - placeOf(b));
}

export async function searchIds(
  transport: AppleTransport,
  { term, limit, country }: SearchRequest,
  call: Call,
): Promise<readonly string[]> {
  const found = await transport.call(
    call,
    async (requestOptions) => (await librarySearch())({ term, num: limit, country, idsOnly: true, requestOptions }),
    { headers: storefrontHeader(country) },
  );
  return checkRecord(z.array(idSchema()), found);
}

export type RanksRequest = { readonly term: string; readonly country: string; readonly lang: string };

export type RankedIds = { readonly ids: readonly string[]; readonly namesStorefront: boolean };

/** Returns the ids of all apps that a search shows, in the store's order. Throws for another storefront's response. */
export async function searchRanks(
  transport: AppleTransport,
  { term, country, lang }: RanksRequest,
  call: Call,
): Promise<RankedIds> {
  let named: string | null = null;
  const found = await transport.call(
    call,
    async (requestOptions) =>
      (await librarySearch())({ term, num: RANKED_APPS_MAX, country, lang, idsOnly: true, requestOptions }),
    {
      headers: storefrontHeader(country),
      receive: (response) => {
        named = storefrontOf(response);
        return response;
      },
    },
  );
  if (named !== null && named !== String(storefrontNumber(country))) {
    throw unusable(new Error("the response is of another storefront"));
  }
  return { ids: [...new Set(checkRecord(z.array(idSchema()), found))], namesStorefront: named !== null };
}

/** The number may be followed by languages and devices, as in `143441-1,29`. */
function storefrontOf({ body }: StoreResponse): string | null {
  const named = namedStorefrontSchema().safeParse(parseJson(body)).data?.pageData.metricsBase.storeFront;
  return /^\d+/.exec(String(named ?? ""))?.[0] ?? null;
}

function storefrontHeader(country: string) {
  return { "x-apple-store-front": `${storefrontNumber(country)},24 t:native` };
}

function hitsOf({ body }: StoreResponse): readonly string[] {
  const bubbles = searchSchema().safeParse(parseJson(body)).data?.bubbles ?? [];
  return bubbles[0]?.results.map(({ id }) => id) ?? [];
}

const namedStorefrontSchema = lazy(() =>
  z.object({
    pageData: z.object({ metricsBase: z.object({ storeFront: z.union([z.string(), z.int()]) }) }),
  }),
);

const idSchema = lazy(() => z.union([z.string(), z.int()]).transform(String));
const searchSchema = lazy(() =>
  z.object({ bubbles: z.array(z.object({ results: z.array(z.object({ id: idSchema() })) })) }),
);
