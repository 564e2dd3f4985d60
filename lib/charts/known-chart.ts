import { countryFaults } from "../countries/country-faults.ts";
import type { Platform } from "../domain/platform.ts";
import { type FieldErrors, invalidInput } from "../errors.ts";

type FoundChart = {
  readonly country_exists: boolean;
  readonly is_storefront: boolean;
  readonly category_id: number | null;
};

type RequestedChart = { readonly platform: Platform; readonly countryCode: string };

/** Returns the category of a chart. Throws an error that names every unknown field of the request. */
export function requireKnownChart(found: FoundChart, { platform, countryCode }: RequestedChart): number {
  const errors: FieldErrors = {
    ...countryFaults(platform, {
      code: countryCode,
      isKnown: found.country_exists,
      isStorefront: found.is_storefront,
    }),
    ...(found.category_id === null && { category_id: ["The store has no such category."] }),
  };
  if (found.category_id === null || Object.keys(errors).length > 0) throw invalidInput(errors);
  return found.category_id;
}
