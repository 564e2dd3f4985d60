import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { shownFactsSchema } from "./facts.ts";
import { hostClassSchema } from "./host-classes.ts";

/** The responses of both scrapers. Other code may import only this folder of the scrapers. */

/** Why a call failed. The absence of something in the store is not a failure. */
export const scraperFailureReasonSchema = lazy(() =>
  z.enum(["http_403", "http_429", "http_5xx", "timeout", "network_error", "invalid_response"]),
);
export type ScraperFailureReason = z.infer<ReturnType<typeof scraperFailureReasonSchema>>;

/** The body of every response that is not 2xx. Only a failure of the store has a `reason`. */
export const scraperErrorSchema = lazy(() =>
  z.object({
    error: z.string(),
    statusCode: z.int(),
    reason: scraperFailureReasonSchema().optional(),
    /** The class that the store limits, by 429, 403, 503 with Retry-After or a captcha. */
    host_class: hostClassSchema().optional(),
    /** The class of a request that got a 5xx response which does not limit requests. */
    failing_class: hostClassSchema().optional(),
    requests_made: z.int().positive().optional(),
  }),
);
export type ScraperError = z.infer<ReturnType<typeof scraperErrorSchema>>;

export const healthSchema = lazy(() => z.object({ status: z.literal("ok") }));

const text = lazy(() => z.string());
const optionalText = lazy(() => z.string().nullable());
const count = lazy(() => z.int().nonnegative());
const isoDateTime = lazy(() => z.iso.datetime());

export const identitySchema = lazy(() =>
  z.object({
    app_id: text(),
    name: text(),
    publisher_name: optionalText(),
    /** iOS: the artist id. Android: the canonical name, with spaces as `+` and `+ % / ? # \` percent-encoded. */
    publisher_external_id: optionalText(),
    publisher_url: optionalText(),
    category: optionalText(),
    category_id: optionalText(),
    /** Null on Android, which does not show them. */
    supported_locales: z.array(text()).nullable(),
    original_release_date: z.iso.date().nullable(),
    /** False if the price is unknown. */
    is_free: z.boolean(),
    price: z.number().nonnegative().nullable(),
    currency: optionalText(),
    /** Null if the store shows none ("Varies with device"). */
    version: optionalText(),
    current_version_release_date: isoDateTime().nullable(),
    icon_url: optionalText(),
    content_rating: optionalText(),
  }),
);
export type ScraperIdentity = z.infer<ReturnType<typeof identitySchema>>;

export const screenshotSchema = lazy(() =>
  z.object({
    url: text(),
    device_type: z.enum(["iphone", "ipad", "phone"]),
    order: count(),
  }),
);

const listingFieldsSchema = lazy(() =>
  z.object({
    platform: z.enum(["ios", "android"]),
    country: text(),
    locale: text(),
    title: text(),
    subtitle: optionalText(),
    /** Null on iOS, and if Google Play shows none. */
    short_description: optionalText(),
    description: text(),
    promotional_text: optionalText(),
    whats_new: optionalText(),
    icon_url: optionalText(),
    screenshots: z.array(screenshotSchema()),
    video_url: optionalText(),
    /** Unicode characters of the description. */
    description_length: count(),
    price: z.number().nonnegative().nullable(),
    currency: optionalText(),
    version: optionalText(),
    current_version_release_date: isoDateTime().nullable(),
  }),
);

export const fieldsOfPage = { subtitle: true, promotional_text: true, screenshots: true, video_url: true } as const;

/** Fields from a second source. An unreadable one is null and named here. */
export const unreadableListingFieldSchema = lazy(() => listingFieldsSchema().pick(fieldsOfPage).keyof());

export const listingSchema = lazy(() =>
  listingFieldsSchema().extend({
    unread_fields: z.array(unreadableListingFieldSchema()),
    ...shownFactsSchema().shape,
  }),
);
export type ScraperListing = z.infer<ReturnType<typeof listingSchema>>;

export const histogramSchema = lazy(() =>
  z.object({ "1": count(), "2": count(), "3": count(), "4": count(), "5": count() }),
);

export const metricsSchema = lazy(() =>
  z.object({
    country: text(),
    rating: z.number().min(0).max(5).nullable(),
    rating_count: count(),
    /** Null if it is unreadable; an unrated app has zeros. */
    rating_breakdown: histogramSchema().nullable(),
    price: z.number().nonnegative().nullable(),
    currency: optionalText(),
    /** Google Play's own bucket, such as "1,000,000+". Null on iOS. */
    installs_range: optionalText(),
    /** The exact number, which only Google Play has. */
    installs: count().nullable(),
    /** Null on Android. */
    file_size_bytes: count().nullable(),
    version: optionalText(),
  }),
);
export type ScraperMetrics = z.infer<ReturnType<typeof metricsSchema>>;

export const extendedIdentitySchema = lazy(() =>
  identitySchema().extend({
    listing: listingSchema().optional(),
    metrics: metricsSchema().optional(),
    ...shownFactsSchema().shape,
  }),
);

/** The store shows the app and says that it is not offered there. Without this value, it does not show the app. */
export const absenceSchema = lazy(() => z.literal("not_offered"));
export type Absence = z.infer<ReturnType<typeof absenceSchema>>;

/** The header of a 404 response with the `absence`, because the body is exactly `error` and `statusCode`. */
export const ABSENCE_HEADER = "x-absence";

const emptyOutcome = lazy(() =>
  z.object({ outcome: z.literal("empty_response"), absence: absenceSchema().optional() }),
);
export const failedOutcomeSchema = lazy(() =>
  scraperErrorSchema().extend({
    outcome: z.literal("failed"),
    reason: scraperFailureReasonSchema(),
    retry_after_seconds: z.number().nonnegative().nullable(),
  }),
);

export const listingOutcomeSchema = lazy(() =>
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("found"), country: text(), locale: text(), listing: listingSchema() }),
    emptyOutcome().extend({ country: text(), locale: text() }),
    failedOutcomeSchema().extend({ country: text(), locale: text() }),
  ]),
);

export const metricsOutcomeSchema = lazy(() =>
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("found"), country: text(), metrics: metricsSchema() }),
    emptyOutcome().extend({ country: text() }),
    failedOutcomeSchema().extend({ country: text() }),
  ]),
);

export const STOREFRONTS_PER_CALL_MAX = 25;

export const listingsResponseSchema = lazy(() =>
  z.object({
    listings: z.array(listingOutcomeSchema()).max(STOREFRONTS_PER_CALL_MAX),
  }),
);
export const metricsResponseSchema = lazy(() =>
  z.object({ metrics: z.array(metricsOutcomeSchema()).max(STOREFRONTS_PER_CALL_MAX) }),
);
