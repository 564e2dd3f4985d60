import * as z from "zod";

import type { ComparedListing } from "../../db/queries/listings/listings-over-time.ts";
import { type TrackedListingField, trackedListingFields } from "../domain/listing-field.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const comparedResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      locale: z.string(),
      version_id: z.int().nullable().meta({ description: "Version that first showed this listing." }),
      version: z.string().nullable(),
      read_in_country_code: z.string().meta({ description: "Storefront where this listing was first read." }),
      shown_since: timestamp().meta({ description: "Time when this listing was first read." }),
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
          old_value: z.string().nullable().meta({ description: "The full text. Screenshots are a JSON array." }),
          new_value: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: "ListingDiff" }),
);

export function presentListingDiff(before: ComparedListing, after: ComparedListing) {
  const [oldTexts, newTexts] = [textsOf(before), textsOf(after)];
  // A text that was not read on one side has no difference.
  const isUnread = [before, after].some(({ short_description: text }) => text === null);
  return {
    old: before,
    new: after,
    differences: trackedListingFields
      .filter((field) => !(field === "short_description" && isUnread))
      .map((field) => ({ field, old_value: oldTexts[field], new_value: newTexts[field] }))
      .filter(({ old_value, new_value }) => old_value !== new_value),
  };
}

function textsOf({ screenshots, ...texts }: ComparedListing): Readonly<Record<TrackedListingField, string | null>> {
  const shown = (screenshots ?? []).map(({ url, device_type, order }) => ({ url, device_type, order }));
  return {
    ...texts,
    short_description: texts.short_description || null,
    screenshots: shown.length === 0 ? null : JSON.stringify(shown),
  };
}
