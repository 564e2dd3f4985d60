import constants from "app-store-scraper/lib/constants.js";
import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import type { ScraperChartCollection } from "../../contracts/lists.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

export type ChartRequest = {
  readonly collection: ScraperChartCollection;
  readonly category?: string | undefined;
  readonly country: string;
  readonly num: number;
};

const chartRecordSchema = lazy(() =>
  z.object({
    id: z.string().min(1),
    title: z.string().min(1),
    icon: z.string().nullish(),
    /** The library returns NaN for a missing price. */
    price: z.union([z.number().nonnegative(), z.nan().transform(() => null)]),
    currency: z.string().nullish(),
    developer: z.string().nullish(),
    developerUrl: z.string().nullish(),
    genre: z.string().nullish(),
    genreId: z.string().nullish(),
    released: z.string().nullish(),
  }),
);
export type ChartRecord = z.infer<ReturnType<typeof chartRecordSchema>>;

const collections = {
  top_free: constants.collection.TOP_FREE_IOS,
  top_paid: constants.collection.TOP_PAID_IOS,
  top_grossing: constants.collection.TOP_GROSSING_IOS,
} as const satisfies Record<ScraperChartCollection, string>;

export async function readChart(
  transport: AppleTransport,
  request: ChartRequest,
  call: Call,
): Promise<readonly ChartRecord[]> {
  const collection = collections[request.collection];
  const address = feedAddress(request, collection);
  const found = await transport.call(
    call,
    async (requestOptions) => {
      const { default: list } = await import("app-store-scraper/lib/list.js");
      return list({ collection, num: request.num, requestOptions });
    },
    { address, receive: withEntries },
  );
  return checkRecord(z.array(chartRecordSchema()), found).slice(0, request.num);
}

/**
 * The library uses plain HTTP, rejects genres 6026 and 6027, and returns the United States for unknown storefronts. The
 * same feed by country code has none of these limits.
 */
function feedAddress({ country, category, num }: ChartRequest, collection: string): URL {
  storefrontNumber(country);
  const genre = category === undefined ? "" : `genre=${category}/`;
  return new URL(`https://itunes.apple.com/${country}/rss/${collection}/${genre}limit=${num}/json`);
}

/** The library does not distinguish a missing price from one that is not a number. */
const feedEntry = lazy(() =>
  z.looseObject({
    "im:price": z.looseObject({ attributes: z.looseObject({ amount: z.string().regex(/^\d/).optional() }) }),
  }),
);

const feedResponse = lazy(() =>
  z.looseObject({
    feed: z.looseObject({
      title: z.object({ label: z.string() }),
      entry: z.union([z.array(feedEntry()), feedEntry()]).optional(),
    }),
  }),
);

/** An empty feed has no `entry` and a feed of one entry has no list; the library can read neither. */
function withEntries(response: StoreResponse): StoreResponse {
  const { feed } = checkRecord(feedResponse(), parseJson(response.body));
  const { entry = [] } = feed;
  return { ...response, body: JSON.stringify({ feed: { ...feed, entry: Array.isArray(entry) ? entry : [entry] } }) };
}
