import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { shownFactsSchema } from "./facts.ts";
import { failedOutcomeSchema, fieldsOfPage, histogramSchema, listingSchema } from "./records.ts";

/** Responses of the iOS scraper for parts of an app: pages and histograms, one request each. */

export const APP_PARTS_MAX = 10;

/** The listing fields of an app's web page. An unreadable field is null and named in `unread_fields`. */
export const pageSchema = lazy(() =>
  listingSchema()
    .pick({ country: true, locale: true, ...fieldsOfPage, unread_fields: true })
    .extend(shownFactsSchema().shape),
);
export type ScraperPage = z.infer<ReturnType<typeof pageSchema>>;

export const ratingsSchema = lazy(() =>
  z.object({
    country: z.string(),
    /** Null if nobody has rated the app yet. */
    rating: z.number().min(0).max(5).nullable(),
    rating_count: z.int().nonnegative(),
    rating_breakdown: histogramSchema(),
  }),
);
export type ScraperRatings = z.infer<ReturnType<typeof ratingsSchema>>;

const missingOutcome = lazy(() => z.object({ outcome: z.literal("missing") }));

/** One target of `/apps/{id}/pages`. `missing`: the store has no such page, but may have the app. */
export const pageOutcomeSchema = lazy(() =>
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("found"), country: z.string(), locale: z.string(), page: pageSchema() }),
    missingOutcome().extend({ country: z.string(), locale: z.string() }),
    failedOutcomeSchema().extend({ country: z.string(), locale: z.string() }),
  ]),
);

export const histogramOutcomeSchema = lazy(() =>
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("found"), country: z.string(), ratings: ratingsSchema() }),
    missingOutcome().extend({ country: z.string() }),
    failedOutcomeSchema().extend({ country: z.string() }),
  ]),
);

export const pagesResponseSchema = lazy(() => z.object({ pages: z.array(pageOutcomeSchema()).max(APP_PARTS_MAX) }));

export const histogramsResponseSchema = lazy(() =>
  z.object({ histograms: z.array(histogramOutcomeSchema()).max(APP_PARTS_MAX) }),
);
