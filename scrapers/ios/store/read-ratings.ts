import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, notFoundOutOfPlace } from "../../http/store-errors.ts";
import type { Stars } from "./app-page.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

export type RatingsRequest = { readonly appId: string; readonly country: string };

export type StorefrontRatings = { readonly average: number; readonly count: number; readonly stars: Stars };

/** The number of a client that reads JSON. app-store-scraper's `ratings.js` sends 12, which reads a page. */
const CLIENT = "-1,29";

/** Reads the ratings of an app with one request, as Apple's own clients do. */
export async function readRatings(
  { http }: AppleTransport,
  { appId, country }: RatingsRequest,
  call: Call,
): Promise<StorefrontRatings> {
  const url = new URL(`https://itunes.apple.com/${country}/customer-reviews/id${appId}?displayable-kind=11`);
  const headers = { "x-apple-store-front": `${storefrontNumber(country)}${CLIENT}` };
  const { status, body } = await http({ url, method: "GET", headers, body: null }, call);
  if (status === 404) throw notFoundOutOfPlace();
  if (body.trim() === "") throw new NotInStoreError(`App ${appId}`);

  const { adamId, ratingAverage, ratingCount, ratingCountList } = checkRecord(responseSchema(), parseJson(body));
  if (adamId !== appId) throw unusable(new Error(`the ratings of app ${adamId}`));
  const total = ratingCountList.reduce((sum, count) => sum + count, 0);
  if (Math.abs(total - ratingCount) > ratingCount * TOTAL_TOLERANCE) {
    throw unusable(new Error(`${total} stars, where the app has ${ratingCount} ratings`));
  }
  return { average: ratingAverage, count: ratingCount, stars: ratingCountList };
}

/** The sum of stars may differ from the number of ratings by this share. */
const TOTAL_TOLERANCE = 0.02;

const count = lazy(() => z.int().nonnegative());

/** Without the fields of reviews. One star comes first. */
const responseSchema = lazy(() =>
  z.object({
    adamId: z.union([z.string(), z.int()]).transform(String),
    ratingAverage: z.number().min(0).max(5),
    ratingCount: count(),
    ratingCountList: z.tuple([count(), count(), count(), count(), count()]),
  }),
);
