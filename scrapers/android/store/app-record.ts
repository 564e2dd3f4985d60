import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";

/** The language of requests for identity, metrics and lists, and of their dates and numbers. */
export const RECORD_LOCALE = "en";

const text = lazy(() => z.string());
const wholeNumber = lazy(() => z.int().nonnegative());

/** The library returns NaN for a missing number. */
const optionalNumber = lazy(() => z.union([z.number().nonnegative(), z.nan().transform(() => null)]).nullish());

/** Only an app's facts (docs/facts.md) need these fields. Undefined: unreadable. Null: the page has none. */
const factText = lazy(() =>
  text()
    .min(1)
    .nullish()
    .transform((value): string | null | undefined => value ?? null)
    .catch(undefined),
);

export const offerSchema = lazy(() => z.object({ available: z.boolean() }));

/** An app as the library returns it from its details page. Absent values are undefined or null. */
export const appRecordSchema = lazy(() =>
  z.object({
    appId: text(),
    title: text().min(1),
    description: text(),
    /** HTML. */
    summary: text().nullish(),
    installs: text().nullish(),
    maxInstalls: wholeNumber().nullish().catch(undefined),
    score: z.number().min(0).max(5).nullish(),
    ratings: wholeNumber().nullish(),
    histogram: z.object({ 1: wholeNumber(), 2: wholeNumber(), 3: wholeNumber(), 4: wholeNumber(), 5: wholeNumber() }),
    price: z.number().nonnegative(),
    free: z.boolean(),
    currency: text().nullish(),
    preregister: z.boolean(),
    developer: text().nullish(),
    developerWebsite: text().nullish(),
    developerAddress: factText(),
    developerLegalAddress: factText(),
    privacyPolicy: factText(),
    genre: text().nullish(),
    genreId: text().nullish(),
    categories: z
      .array(z.object({ id: text().min(1), name: text().min(1) }))
      .optional()
      .catch(undefined),
    icon: text().nullish(),
    screenshots: z.array(text().nullish()),
    video: text().nullish(),
    headerImage: factText(),
    contentRating: text().nullish(),
    contentRatingDescription: factText(),
    adSupported: z.boolean().optional().catch(undefined),
    IAPRange: factText(),
    androidVersion: factText(),
    released: text().nullish(),
    /** Milliseconds. */
    updated: optionalNumber(),
    version: text().nullish(),
    /** HTML. */
    recentChanges: text().nullish(),
  }),
);
export type AppRecord = z.infer<ReturnType<typeof appRecordSchema>>;

export const rowRecordSchema = lazy(() =>
  z.object({
    appId: text().min(1),
    title: text().min(1),
    developer: text().nullish(),
    icon: text().nullish(),
    score: z.number().min(0).max(5).nullish(),
    price: optionalNumber(),
    free: z.boolean(),
    currency: text().nullish(),
  }),
);
export type RowRecord = z.infer<ReturnType<typeof rowRecordSchema>>;
