import { type TrackedListingField, trackedListingFields } from "./listing-field.ts";

/** The texts of a listing by the names of its fields; screenshots as JSON. */
export type ListingTexts = Readonly<Record<TrackedListingField, string | null>>;

export type ListingDifference = {
  readonly field: TrackedListingField;
  readonly before: string | null;
  readonly after: string | null;
};

/** Returns the fields that differ, in the order in which fields are reported. */
export function diffListings(before: ListingTexts, after: ListingTexts): readonly ListingDifference[] {
  return trackedListingFields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((difference) => difference.before !== difference.after);
}
