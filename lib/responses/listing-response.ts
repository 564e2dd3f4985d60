import * as z from "zod";

import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { TEXT_LENGTH_MAX } from "../domain/change-limits.ts";
import { cutText } from "../domain/response-size.ts";
import { presentOptionalUnixTime, presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const listingResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      version_id: z.int().nullable(),
      locale: z.string(),
      read_in_country_code: z.string().meta({
        description: "The storefront in which this listing was last read; with `at`, in which it was first read.",
      }),
      title: z.string(),
      subtitle: z.string().nullable(),
      description: z.string(),
      promotional_text: z.string().nullable(),
      whats_new: z.string().nullable(),
      icon_url: z.string().nullable(),
      screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })),
      video_url: z.string().nullable(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      price_country_code: z.string().nullable().meta({
        description:
          "The storefront in which price and currency were read. Google Play is read in one for all: elsewhere the price may be another. Null where none is known.",
      }),
      description_length: z.int().meta({ description: "Unicode characters of the whole description." }),
      is_cut: z.boolean().meta({
        description:
          `Whether the detail of an app has cut what is longer than ${TEXT_LENGTH_MAX} characters, or too long for a ` +
          "response. GET …/listing returns it whole.",
      }),
      metrics_as_of: timestamp()
        .nullable()
        .meta({ description: "When price and currency were last read; null when they never were." }),
      texts_as_of: timestamp().meta({ description: "When title, description, release notes and icon were last read." }),
      page_as_of: timestamp()
        .nullable()
        .meta({
          description:
            "When the store's page was last read, which alone shows subtitle, promotional text, screenshots and video; " +
            "null when no read of it is recorded, and for a language that the store has removed.",
        }),
      fetched_at: timestamp().meta({ description: "The same as `texts_as_of`." }),
    })
    .meta({ id: "Listing" }),
);

/** What is shown of a listing: characters of a text, and how many screenshots. */
export type ListingLimits = { readonly textLength: number; readonly screenshots: number };

const whole: ListingLimits = { textLength: Number.POSITIVE_INFINITY, screenshots: Number.POSITIVE_INFINITY };

export function presentListing(
  listing: ListingRow,
  { textLength, screenshots: screenshotsMax }: ListingLimits = whole,
): z.input<ReturnType<typeof listingResponse>> {
  const { description, promotionalText, whatsNew } = listing;
  const screenshots = listing.screenshots ?? [];
  const isLong = [description, promotionalText, whatsNew].some((text) => text !== null && text.length > textLength);
  return {
    id: listing.id,
    version_id: listing.versionId,
    locale: listing.locale,
    read_in_country_code: listing.readIn,
    title: listing.title,
    subtitle: listing.subtitle,
    description: cutText(description, textLength),
    promotional_text: promotionalText && cutText(promotionalText, textLength),
    whats_new: whatsNew && cutText(whatsNew, textLength),
    icon_url: listing.iconUrl,
    screenshots: screenshots.slice(0, screenshotsMax),
    video_url: listing.videoUrl,
    price: listing.price,
    currency: listing.currency,
    price_country_code: listing.priceCountry,
    description_length: listing.descriptionLength,
    is_cut: listing.isCut || isLong || screenshots.length > screenshotsMax,
    metrics_as_of: presentOptionalUnixTime(listing.metricsAsOf),
    texts_as_of: presentUnixTime(listing.textsAsOf),
    page_as_of: presentOptionalUnixTime(listing.pageAsOf),
    fetched_at: presentUnixTime(listing.textsAsOf),
  };
}
