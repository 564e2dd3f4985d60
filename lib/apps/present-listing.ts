import type * as z from "zod";

import type { ListingRow } from "../../db/queries/listings.ts";
import { presentUnixTime } from "../http/response-schemas.ts";
import type { listingResponse } from "./app-response.ts";

export function presentListing(listing: ListingRow): z.input<typeof listingResponse> {
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
    fetched_at: presentUnixTime(listing.fetchedAt),
  };
}

/** Code points, so that a character outside the basic plane counts once. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
