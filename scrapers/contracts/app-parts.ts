import * as z from "zod";

import { shownFactsSchema } from "./facts.ts";
import { failedOutcomeSchema, fieldsOfPage, histogramSchema, listingSchema } from "./records.ts";

/** Responses of the iOS scraper for parts of an app: pages and histograms, one request each. */

export const APP_PARTS_MAX = 10;

/** The listing fields of an app's web page. An unreadable field is null and named in `unread_fields`. */
export const pageSchema = listingSchema
  .pick({ country: true, locale: true, ...fieldsOfPage, unread_fields: true })
  .extend(shownFactsSchema.shape);
export type ScraperPage = z.infer<typeof pageSchema>;

export const ratingsSchema = z.object({
  country: z.string(),
  /** Null if nobody has rated the app yet. */
  rating: z.number().min(0).max(5).nullable(),
  rating_count: z.int().nonnegative(),
  rating_breakdown: histogramSchema,
});
export type ScraperRatings = z.infer<typeof ratingsSchema>;

const missingOutcome = z.object({ outcome: z.literal("missing") });

/** One target of `/apps/{id}/pages`. `missing`: the store has no such page, but may have the app. */
export const pageOutcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("found"), country: z.string(), locale: z.string(), page: pageSchema }),
  missingOutcome.extend({ country: z.string(), locale: z.string() }),
  failedOutcomeSchema.extend({ country: z.string(), locale: z.string() }),
]);

export const histogramOutcomeSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("found"), country: z.string(), ratings: ratingsSchema }),
  missingOutcome.extend({ country: z.string() }),
  failedOutcomeSchema.extend({ country: z.string() }),
]);

export const pagesResponseSchema = z.object({ pages: z.array(pageOutcomeSchema).max(APP_PARTS_MAX) });

export const histogramsResponseSchema = z.object({ histograms: z.array(histogramOutcomeSchema).max(APP_PARTS_MAX) });
