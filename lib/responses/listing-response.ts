import * as z from "zod";

import type { ListingRow } from "../../db/queries/listings/current-listings.ts";
import { TEXT_LENGTH_MAX } from "../domain/change-limits.ts";
import { cutText } from "../domain/response-size.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const listingResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      version_id: z.int().nullable(),
      locale: z.string(),
      read_in_country_code: z.string().meta({
        description:
          "Storefront where this listing was last read. With `at`, it is the storefront where it was first read.",
      }),
      title: z.string(),
      subtitle: z.string().nullable().meta({ description: "Null on Google Play." }),
      short_description: z
        .string()
        .nullable()
        .meta({ description: "Null on the App Store, and if it was not read yet." }),
      description: z.string(),
      promotional_text: z.string().nullable(),
      whats_new: z.string().nullable(),
      icon_url: z.string().nullable(),
      screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })),
      video_url: z.string().nullable(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      price_country_code: z
        .string()
        .nullable()
        .meta({
          description:
            "Storefront where price and currency were read. Google Play prices are read in one storefront and may " +
            "differ in others. Null if it is not known.",
        }),
      description_length: z.int().meta({ description: "Length of the full description in Unicode characters." }),
      is_cut: z.boolean().meta({
        description:
          "True if `GET /apps/{platform}/{external_id}` shortened texts. It does so beyond " +
          `${TEXT_LENGTH_MAX} characters, or if the response would be too long. ` +
          "`GET …/listing` returns the full texts.",
      }),
      metrics_as_of: timestamp()
        .nullable()
        .meta({ description: "Time when price and currency were last read. Null if they were never read." }),
      texts_as_of: timestamp().meta({
        description: "Title, description, release notes and icon were last read at this time.",
      }),
      page_as_of: timestamp()
        .nullable()
        .meta({
          description:
            "Time when the store's page was last read. Only the page shows subtitle, promotional text, screenshots " +
            "and video. Null if no read is recorded or the store has removed the language.",
        }),
      fetched_at: timestamp().meta({ description: "Same value as `texts_as_of`." }),
    })
    .meta({ id: "Listing" }),
);

export type ListingLimits = { readonly textLength: number; readonly screenshots: number };

const whole: ListingLimits = { textLength: Number.POSITIVE_INFINITY, screenshots: Number.POSITIVE_INFINITY };

export function presentListing(
  listing: ListingRow,
  { textLength, screenshots: screenshotsMax }: ListingLimits = whole,
): z.input<ReturnType<typeof listingResponse>> {
  const { description, promotional_text, whats_new } = listing;
  const screenshots = listing.screenshots ?? [];
  const isLong = [description, promotional_text, whats_new].some((text) => text !== null && text.length > textLength);
  return {
    ...listing,
    short_description: listing.short_description || null,
    description: cutText(description, textLength),
    promotional_text: promotional_text && cutText(promotional_text, textLength),
    whats_new: whats_new && cutText(whats_new, textLength),
    screenshots: screenshots.slice(0, screenshotsMax),
    is_cut: listing.is_cut || isLong || screenshots.length > screenshotsMax,
    fetched_at: listing.texts_as_of,
  };
}
