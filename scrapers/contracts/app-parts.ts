import * as z from "zod";

import { shownFactsSchema } from "./facts.ts";
import { failedOutcomeSchema, fieldsOfPage, histogramSchema, listingSchema } from "./records.ts";

/** What the iOS scraper returns of parts of an app, each read by one request: pages and histograms. */

/** The most parts of one call. */
export const APP_PARTS_MAX = 10;

/** What only an app's web page shows. A field that could not be read is null and named in `unread_fields`. */
export const pageSchema = listingSchema
  .pick({ country: true, locale: true, ...fieldsOfPage, unread_fields: true })
  .extend(shownFactsSchema.shape);
export type ScraperPage = z.infer<typeof pageSchema>;

/** The ratings of an app in a storefront. */
export const ratingsSchema = z.object({
  country: z.string(),
  /** null when nobody has rated the app yet. */
  rating: z.number().min(0).max(5).nullable(),
  rating_count: z.int().nonnegative(),
  rating_breakdown: histogramSchema,
});
export type ScraperRatings = z.infer<typeof ratingsSchema>;

const missingOutcome = z.object({ outcome: z.literal("missing") });

/** One target of `/apps/{id}/pages`. `missing`: the store has no such page, which does not mean that it lacks the app. */
export const pageOutcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("found"), country: z.string(), locale: z.string(), page: pageSchema }),
  missingOutcome.extend({ country: z.string(), locale: z.string() }),
  failedOutcomeSchema.extend({ country: z.string(), locale: z.string() }),
]);

/** One storefront of `/apps/{id}/histograms`. */
export const histogramOutcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("found"), country: z.string(), ratings: ratingsSchema }),
  missingOutcome.extend({ country: z.string() }),
  failedOutcomeSchema.extend({ country: z.string() }),
]);

/** An entry for each target, in the order of the request. */
export const pagesResponseSchema = z.object({ pages: z.array(pageOutcomeSchema).max(APP_PARTS_MAX) });

/** An entry for each storefront, in the order of the request. */
export const histogramsResponseSchema = z.object({ histograms: z.array(histogramOutcomeSchema).max(APP_PARTS_MAX) });
