import { localeName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { describeCountries } from "../stores/describe-countries.ts";
import type { Filter } from "./filter-fields.ts";

/** Returns a text for each condition of a filter. */
export function describeConditions(filter: Filter): readonly string[] {
  const { app_ids: apps, country_codes: countries, locales, fields, price_direction, min_rating_drop: drop } = filter;
  const moves = movesOf(filter);
  return [
    ...(apps === undefined ? [] : [`of ${formatQuantity(apps.length, "app")}`]),
    ...(countries === undefined ? [] : [`in ${describeCountries(countries)}`]),
    ...(locales === undefined ? [] : [`in ${describeLocales(locales)}`]),
    ...(fields === undefined ? [] : [`of ${formatQuantity(fields.length, "field")}`]),
    ...(price_direction === undefined ? [] : [`of prices only ${price_direction === "down" ? "falls" : "rises"}`]),
    ...(drop === undefined ? [] : [`of ratings only falls of ${drop} or more`]),
    ...(moves.length === 0 ? [] : [`of ranks only moves ${moves.join(" or ")}`]),
  ];
}

function describeLocales(locales: readonly string[]): string {
  const [first = ""] = locales;
  return locales.length === 1 ? localeName(first) : formatQuantity(locales.length, "language");
}

function movesOf({ min_rank_change: least, rank_milestones: milestones }: Filter): readonly string[] {
  return [
    ...(least === undefined ? [] : [`of ${least} or more`]),
    ...(milestones === undefined ? [] : [`across ${milestones.join(" or ")}`]),
  ];
}
