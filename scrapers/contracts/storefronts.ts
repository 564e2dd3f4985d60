import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { factsSchema } from "./facts.ts";
import { identitySchema, listingSchema, metricsSchema, scraperFailureReasonSchema } from "./records.ts";

/** The response of the iOS scraper's `/storefronts/:country/apps`. */

/** The most apps of one call. Apple's lookup accepts 200 ids and responds to more with 502. */
export const STOREFRONT_APPS_MAX = 180;

/** 23 kB for each of 180 apps. Apple's records have six to ten. */
export const STOREFRONT_BYTES_MAX = 4 * 1024 * 1024;

export const storefrontFieldsSchema = lazy(() => z.enum(["metrics", "all"]));

/** One requested app. `missing`: lookup omits the id, or it is no iOS app. Optional fields need `fields=all`. */
export const storefrontAppSchema = lazy(() =>
  z.discriminatedUnion("outcome", [
    z.object({
      id: z.string(),
      outcome: z.literal("found"),
      /** Without a histogram, which lookup does not have. */
      metrics: metricsSchema(),
      identity: identitySchema().optional(),
      /** Without the fields of the app's web page, which `unread_fields` names. */
      listing: listingSchema().optional(),
      facts: factsSchema().optional(),
      /** SHA-256 of title, description and what's new, as hex. */
      text_hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    z.object({ id: z.string(), outcome: z.literal("missing") }),
    z.object({ id: z.string(), outcome: z.literal("failed"), reason: scraperFailureReasonSchema() }),
  ]),
);
export type ScraperStorefrontApp = z.infer<ReturnType<typeof storefrontAppSchema>>;

export const storefrontAppsSchema = lazy(() =>
  z.object({
    country: z.string(),
    lang: z.string().nullable(),
    requested_at: z.iso.datetime(),
    requests_made: z.int().positive(),
    apps: z.array(storefrontAppSchema()).max(STOREFRONT_APPS_MAX),
  }),
);
