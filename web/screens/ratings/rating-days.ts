import type { Data } from "../../client/operation-types.ts";
import { formatDay } from "../../parts/format-time.ts";

export type RatingPoint = Data<"showRatingHistory">[number];
export type StarCounts = NonNullable<RatingPoint["breakdown"]>;

export type RatingLines = {
  readonly days: readonly string[];
  readonly ratings: readonly (number | null)[];
  readonly counts: readonly (number | null)[];
  readonly gained: readonly (number | null)[];
};

/** Returns the lines of the plots, from the first measured day on. A day without a measurement is null, and so a gap. */
export function ratingLines(all: readonly RatingPoint[]): RatingLines {
  const points = all.slice(
    Math.max(
      0,
      all.findIndex(({ rating_count }) => rating_count !== null),
    ),
  );
  return {
    days: points.map(({ date }) => date),
    ratings: points.map(({ rating }) => rating),
    counts: points.map(({ rating_count }) => rating_count),
    gained: points.map(({ delta_total }) => delta_total),
  };
}

/** Returns how a line went, such as "4.10 on 1 Mar 2026, 4.23 on 9 Mar 2026. 2 days were not measured." */
export function describeLine(
  { days, values }: { readonly days: readonly string[]; readonly values: readonly (number | null)[] },
  format: (value: number) => string,
): string {
  const measured = values.flatMap((value, index) => (value === null ? [] : [{ value, day: days[index] ?? "" }]));
  const [first, last] = [measured.at(0), measured.at(-1)];
  if (first === undefined || last === undefined) return "No day was measured.";
  const ends = [first, last].map(({ value, day }) => `${format(value)} on ${formatDay(day)}`);
  const course = first.day === last.day ? ends[0] : ends.join(", ");
  return `${course}. ${describeGaps(values)}`.trim();
}

/** Days before the first measurement are no gap: the app was not followed then. */
function describeGaps(values: readonly (number | null)[]): string {
  const start = values.findIndex((value) => value !== null);
  const missing = values.slice(start).filter((value) => value === null).length;
  if (missing === 0) return "";
  return missing === 1 ? "1 day was not measured." : `${missing} days were not measured.`;
}

/** Returns rows for bars, five stars first, each with its share in percent. */
export function starRows(
  stars: StarCounts,
): readonly { readonly name: string; readonly value: number; readonly share: number }[] {
  const total = Object.values(stars).reduce((sum, count) => sum + count, 0);
  return (["5", "4", "3", "2", "1"] as const).map((star) => ({
    name: star === "1" ? "1 star" : `${star} stars`,
    value: stars[star],
    share: total === 0 ? 0 : (100 * stars[star]) / total,
  }));
}
