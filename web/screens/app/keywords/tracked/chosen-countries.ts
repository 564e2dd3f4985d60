import { countryName } from "../../../../format/locale-names.ts";
import { formatCount } from "../../../../format/numbers.ts";

/** Returns the chosen countries in the order in which they were chosen. The last one cannot be left out. */
export function nextCountries(before: readonly string[], selected: readonly string[]): readonly string[] {
  if (selected.length === 0) return before;
  return [...before.filter((code) => selected.includes(code)), ...selected.filter((code) => !before.includes(code))];
}

/** Returns the name of a country, or how many there are. */
export function placeOf(countries: readonly string[]): string {
  const [first = ""] = countries;
  return countries.length === 1 ? countryName(first) : `${formatCount(countries.length)} countries`;
}
