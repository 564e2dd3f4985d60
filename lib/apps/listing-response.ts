import * as z from "zod";

import type { ListingRow } from "../../db/queries/listings.ts";
import { presentOptionalUnixTime, presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const listingResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      version_id: z.int().nullable(),
      locale: z.string(),
      read_in_country_code: z.string().meta({ description: "The storefront in which this listing was read." }),
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
      description_length: z.int().meta({ description: "Unicode characters of the description." }),
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

export function presentListing(listing: ListingRow): z.input<ReturnType<typeof listingResponse>> {
  return {
    id: listing.id,
    version_id: listing.versionId,
    locale: listing.locale,
    read_in_country_code: listing.readIn,
    title: listing.title,
    subtitle: listing.subtitle,
    description: listing.description,
    promotional_text: listing.promotionalText,
    whats_new: listing.whatsNew,
    icon_url: listing.iconUrl,
    screenshots: [...(listing.screenshots ?? [])],
    video_url: listing.videoUrl,
    price: listing.price,
    currency: listing.currency,
    description_length: countCharacters(listing.description),
    metrics_as_of: presentOptionalUnixTime(listing.metricsAsOf),
    texts_as_of: presentUnixTime(listing.textsAsOf),
    page_as_of: presentOptionalUnixTime(listing.pageAsOf),
    fetched_at: presentUnixTime(listing.textsAsOf),
  };
}

/** Returns the number of code points: a character outside the basic plane counts once. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
