import type { Fact } from "../../../../features/facts/fact.ts";
import { utcDay } from "../../../../format/days.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { formatDay } from "../../../../format/times.ts";

type Read = Pick<Fact, "country_code" | "valid_from" | "valid_until" | "is_first" | "read_on">;

/** Returns where and when a value was read, such as ["United States", "Since 9 Mar 2026"]. */
export function describeReading(fact: Read): readonly string[] {
  const { country_code: country, valid_from: from, is_first: isFirst, read_on: readOn } = fact;
  return [
    ...(country === null ? [] : [countryName(country)]),
    `${isFirst ? "At least since" : "Since"} ${formatDay(utcDay(from))}`,
    ...(readOn === null ? [] : [`Checked on ${formatDay(readOn)}`]),
  ];
}

/** Returns the day since which a value holds. The first value that was read may have held before. */
export function describeFrom({ valid_from: from, is_first: isFirst }: Read, format = formatDay): string {
  const day = format(utcDay(from));
  return isFirst ? `${day} or earlier` : day;
}

/** Of a storefront that is no longer read, the end of the last value is not known. */
export function describeUntil({ valid_until: until, read_on: readOn }: Read, format = formatDay): string {
  if (until !== null) return format(utcDay(until));
  return readOn === null ? "Not known" : "Now";
}
