import * as z from "zod";

import type { ComparedListing } from "../../db/queries/listings/listings-over-time.ts";
import { diffListings, type ListingTexts } from "../domain/listing-diff.ts";
import { trackedListingFields } from "../domain/listing-field.ts";
import { presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const comparedResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      locale: z.string(),
      version_id: z.int().nullable().meta({ description: "The version that showed it first." }),
      version: z.string().nullable(),
      read_in_country_code: z.string().meta({ description: "The storefront in which this listing was first read." }),
      shown_since: timestamp().meta({ description: "When it was first read." }),
    })
    .meta({ id: "ComparedListing" }),
);

export const listingDiffResponse = lazy(() =>
  z
    .object({
      old: comparedResponse(),
      new: comparedResponse(),
      differences: z.array(
        z.object({
          field: z.enum(trackedListingFields),
          old_value: z.string().nullable().meta({ description: "The whole text; of screenshots a JSON array." }),
          new_value: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: "ListingDiff" }),
);

type Pair = { readonly old: ComparedListing; readonly new: ComparedListing };

export function presentListingDiff(pair: Pair): z.input<ReturnType<typeof listingDiffResponse>> {
  return {
    old: presentCompared(pair.old),
    new: presentCompared(pair.new),
    differences: diffListings(textsOf(pair.old), textsOf(pair.new)).map(({ field, before, after }) => ({
      field,
      old_value: before,
      new_value: after,
    })),
  };
}

function presentCompared(listing: ComparedListing) {
  return {
    id: listing.id,
    locale: listing.locale,
    version_id: listing.versionId,
    version: listing.version,
    read_in_country_code: listing.readIn,
    shown_since: presentUnixTime(listing.shownSince),
  };
}

function textsOf({ screenshots, ...listing }: ComparedListing): ListingTexts {
  const shown = (screenshots ?? []).map(({ url, device_type, order }) => ({ url, device_type, order }));
  return {
    title: listing.title,
    subtitle: listing.subtitle,
    promotional_text: listing.promotionalText,
    description: listing.description,
    whats_new: listing.whatsNew,
    screenshots: shown.length === 0 ? null : JSON.stringify(shown),
    icon_url: listing.iconUrl,
    video_url: listing.videoUrl,
  };
}
