export const listingTextFields = [
  "title",
  "subtitle",
  "short_description",
  "promotional_text",
  "description",
  "whats_new",
] as const;
export type ListingTextField = (typeof listingTextFields)[number];

/** Fields that show pictures, which have no language. */
export const pictureFields = ["screenshots", "icon_url"] as const;

/** Fields of a listing whose changes are recorded, in the order of reports. */
export const trackedListingFields = [...listingTextFields, "screenshots", "icon_url", "video_url"] as const;
export type TrackedListingField = (typeof trackedListingFields)[number];

export const pageListingFields = [
  "subtitle",
  "promotional_text",
  "screenshots",
  "video_url",
] as const satisfies readonly TrackedListingField[];

export const localeChangeFields = ["locale_added", "locale_removed"] as const;

export const listingChangeFields = [...trackedListingFields, ...localeChangeFields] as const;
