import { list, oneOf, optionalDate, optionalText, type Values } from "../../../client/codec.ts";
import { factKeys } from "../../../features/facts/fact-names.ts";

export const listingViews = ["texts", "differences", "facts", "languages"] as const;

/**
 * Undefined stands for the app's own storefront, its first language, and now. The day `before` is compared with `at`.
 * `other` has the form `ios:123`. `history` has the facts whose values are shown.
 */
export const listingState = {
  view: oneOf(listingViews, "texts"),
  country: optionalText(),
  locale: optionalText(),
  at: optionalDate(),
  kind: oneOf(["days", "languages", "apps"], "days"),
  before: optionalDate(),
  with: optionalText(),
  other: optionalText(),
  history: list(factKeys.length),
};

export type ListingState = Values<typeof listingState>;
export type SetListingState = (patch: Partial<ListingState>, options?: { readonly replace?: boolean }) => void;
