import { countryName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";

/** Returns the name of a country, or how many there are. */
export function describeCountries(countries: readonly string[]): string {
  const [first = ""] = countries;
  return countries.length === 1 ? countryName(first) : formatQuantity(countries.length, "country", "countries");
}
