import type { Data } from "../../../../client/operation-types.ts";

type Country = Data<"listCountries">[number];

/** Returns the countries in which the store has a storefront. */
export function storefrontsOf(countries: readonly Country[], platform: "ios" | "android"): readonly Country[] {
  const languages = platform === "ios" ? "ios_languages" : "android_languages";
  return countries.filter((country) => (country[languages] ?? []).length > 0);
}
