import { formatCount, formatDecimal, formatPrice } from "../../../format/numbers.ts";
import type { Overview } from "../use-overview.ts";
import { type BeforeAfter, beforeAfter, meanOf, type Summed } from "./before-after.ts";
import { chartName, type LaneSource, type RankedKeyword } from "./overview-lanes.ts";

type Day = Overview["series"][number];

type Ranked = Pick<LaneSource, "charts" | "keywords">;

export type DayValue = { readonly name: string; readonly value: string };

/** Returns all values of a day, as the response has them. */
export function valuesOfDay(day: Day, { charts, keywords }: Ranked): readonly DayValue[] {
  const { date, ranks, gained, rating, rating_count: count, price, currency } = day;
  return [
    ...charts.map((chart, index) => {
      const rank = ranks[index] ?? null;
      return {
        name: `Rank, ${chartName(chart)}`,
        value: rank === null ? "no rank" : `#${formatCount(rank)}`,
      };
    }),
    ...keywords.map(({ term, points }) => ({
      name: `Rank in search, “${term}”`,
      value: describePoint(points.find((point) => point.date === date)),
    })),
    { name: "New ratings", value: gained === null ? "not known" : formatCount(gained) },
    { name: "Rating", value: rating === null ? "not measured" : formatDecimal(rating) },
    { name: "Ratings in total", value: count === null ? "not measured" : formatCount(count) },
    { name: "Price", value: price === null ? "not known" : formatPrice(price, currency) },
  ];
}

function describePoint(point: RankedKeyword["points"][number] | undefined): string {
  if (point === undefined || point.state === "not_read") return "not read";
  if (point.state === "not_tracked") return "not tracked";
  return point.rank === null ? "no rank" : `#${formatCount(point.rank)}`;
}

export type ComparedRow = { readonly name: string; readonly before: string; readonly after: string };

/** Returns what the days before and after a day were like. */
export function compareAround(
  days: readonly Day[],
  { place, length, charts, keywords }: Ranked & { readonly place: number; readonly length: number },
): readonly ComparedRow[] {
  const around = (read: (day: Day, index: number) => number | null) => beforeAfter(days.map(read), place, length);
  const gained = around((day) => day.gained);
  const row = (name: string, { before, after }: BeforeAfter, text: (summed: Summed) => string) => ({
    name,
    before: text(before),
    after: text(after),
  });
  return [
    row("New ratings", gained, (summed) => describeSum(summed, length)),
    ...charts.map((chart, index) =>
      row(
        `Mean rank, ${chartName(chart)}`,
        around(({ ranks }) => ranks[index] ?? null),
        (summed) => describeMean(summed, length),
      ),
    ),
    ...keywords.map(({ term, points }) =>
      row(
        `Mean rank in search, “${term}”`,
        around((_day, index) => points[index]?.rank ?? null),
        (summed) => describeMean(summed, length),
      ),
    ),
  ];
}

function describeSum(summed: Summed, length: number): string {
  return summed.days === 0 ? "not known" : `${formatCount(summed.sum)}${describeDays(summed, length)}`;
}

function describeMean(summed: Summed, length: number): string {
  const mean = meanOf(summed);
  return mean === null ? "no rank" : `#${mean.toFixed(1)}${describeDays(summed, length)}`;
}

function describeDays({ days }: Summed, length: number): string {
  return days === length ? "" : ` (${days} of ${length} days)`;
}
