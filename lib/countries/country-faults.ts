import { type Platform, platformFacts } from "../domain/platform.ts";
import type { FieldErrors } from "../errors.ts";

type RequestedCountry = {
  readonly code: string;
  readonly isKnown: boolean;
  readonly isStorefront: boolean;
};

export function countryFaults(
  platform: Platform,
  { code, isKnown, isStorefront }: RequestedCountry,
  field = "country_code",
): FieldErrors {
  if (!isKnown) return { [field]: ["The selected country code is invalid."] };
  if (isStorefront) return {};
  return { [field]: [`${platformFacts[platform].storeName} has no storefront in ${code}.`] };
}
