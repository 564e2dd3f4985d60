import type { Data } from "../../../client/operation-types.ts";
import { formatDay } from "../../../format/times.ts";
import type { PlotSeries } from "../../../plots/plot-input.ts";

export type RatingPoint = Data<"showRatingHistory">[number];
export type StarCounts = NonNullable<RatingPoint["breakdown"]>;

/** All compared histories have the same days. */
export type RatingHistoryOf = { readonly name: string; readonly points: readonly RatingPoint[] };

type RatingLines = {
  readonly days: readonly string[];
  readonly ratings: readonly PlotSeries[];
  readonly counts: readonly PlotSeries[];
  readonly gained: readonly PlotSeries[];
};

/** Returns lines that begin on the first day that any history has measured. A day without a measurement is null. */
export function ratingLines(histories: readonly RatingHistoryOf[]): RatingLines {
  const firsts = histories.map(({ points }) => points.findIndex(({ rating_count }) => rating_count !== null));
  const first = Math.min(...firsts.filter((place) => place >= 0));
  const start = Number.isFinite(first) ? first : 0;
  const linesOf = (pick: (point: RatingPoint) => number | null) =>
    histories.map(({ name, points }) => ({ name, values: points.slice(start).map(pick) }));
  return {
    days: (histories[0]?.points ?? []).slice(start).map(({ date }) => date),
    ratings: linesOf(({ rating }) => rating),
    counts: linesOf(({ rating_count }) => rating_count),
    gained: linesOf(({ delta_total }) => delta_total),
  };
}

export function describeRotatedOut(histories: readonly RatingHistoryOf[]): string {
  const points = histories.flatMap(({ points: all }) => all).filter(({ rotated_out_countries: count }) => count);
  const days = new Set(points.map(({ date }) => date)).size;
  if (days === 0) return "";
  const read =
    days === 1 ? "On 1 day, not all storefronts were read" : `On ${days} days, not all storefronts were read`;
  return `${read}. The others count with their last known values. Gains are spread over the days between two reads.`;
}

export function describeLines(
  { days, series }: { readonly days: readonly string[]; readonly series: readonly PlotSeries[] },
  format: (value: number) => string,
): string {
  const described = series.map(({ name, values }) => ({ name, course: describeLine({ days, values }, format) }));
  return described.map(({ name, course }) => (series.length === 1 ? course : `${name}: ${course}`)).join(" ");
}

/** Returns a text such as "4.10 on 1 Mar 2026, 4.23 on 9 Mar 2026. 2 days were not measured." */
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

/** Days before the first measurement are no gap, since the app was not followed then. */
function describeGaps(values: readonly (number | null)[]): string {
  const start = values.findIndex((value) => value !== null);
  const missing = values.slice(start).filter((value) => value === null).length;
  if (missing === 0) return "";
  return missing === 1 ? "1 day was not measured." : `${missing} days were not measured.`;
}

/** Returns five stars first. `share` is in percent. */
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
