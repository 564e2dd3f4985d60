import { oneOf, optionalDate, optionalText, type Values } from "../../../client/codec.ts";
import type { Input } from "../../../client/operation-types.ts";

/** Undefined stands for the app's own storefront, its first language, and now. */
export const shownListing = {
  view: oneOf(["texts", "differences", "facts", "languages"], "texts"),
  country: optionalText(),
  locale: optionalText(),
  at: optionalDate(),
};

type Shown = Pick<Values<typeof shownListing>, "locale" | "at">;

export function listingInput(
  params: Input<"showListing">["params"],
  countryCode: string,
  { locale, at }: Shown,
): Input<"showListing"> {
  return { params, query: { country_code: countryCode, locale, at } };
}
