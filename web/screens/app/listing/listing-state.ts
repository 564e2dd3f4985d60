import { list, oneOf, optionalDate, optionalText, type Values } from "../../../client/codec.ts";
import { factKeys } from "../../../features/facts/fact-names.ts";
import { shownListing } from "./listing-read.ts";

/**
 * The day `before` is compared with `at`. `other` has the form `ios:123`. `history` has the facts whose values are
 * shown.
 */
export const listingState = {
  ...shownListing,
  kind: oneOf(["days", "languages", "apps"], "days"),
  before: optionalDate(),
  with: optionalText(),
  other: optionalText(),
  history: list(factKeys.length),
};

export type ListingState = Values<typeof listingState>;
export type SetListingState = (patch: Partial<ListingState>, options?: { readonly replace?: boolean }) => void;
