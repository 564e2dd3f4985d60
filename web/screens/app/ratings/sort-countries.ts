import type { Data } from "../../../client/operation-types.ts";
import { countryName } from "../../../format/locale-names.ts";

type CountryRating = Data<"listCountryRatings">[number];
export type CountrySort = "name" | "rating" | "rating_count";

export function sortCountries(rows: readonly CountryRating[], by: CountrySort): readonly CountryRating[] {
  const byName = (a: CountryRating, b: CountryRating) =>
    countryName(a.country_code).localeCompare(countryName(b.country_code), "en");
  if (by === "name") return rows.toSorted(byName);
  return rows.toSorted((a, b) => (b[by] ?? -1) - (a[by] ?? -1) || byName(a, b));
}
