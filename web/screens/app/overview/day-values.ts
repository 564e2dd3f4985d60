import { formatCount, formatDecimal, formatPrice } from "../../../format/numbers.ts";
import type { Overview } from "../use-overview.ts";
import { type BeforeAfter, beforeAfter, meanOf, type Summed } from "./before-after.ts";
import { chartName, type LaneSource } from "./overview-lanes.ts";

type Day = Overview["series"][number];

export type DayValue = { readonly name: string; readonly value: string };

/** Returns all values of a day, as the response has them. */
export function valuesOfDay(day: Day, charts: LaneSource["charts"]): readonly DayValue[] {
  const { ranks, gained, rating, rating_count: count, price, currency } = day;
  return [
    ...charts.map((chart, index) => {
      const rank = ranks[index] ?? null;
      return {
        name: `Rank, ${chartName(chart)}`,
        value: rank === null ? "no rank" : `#${formatCount(rank)}`,
      };
    }),
    { name: "New ratings", value: gained === null ? "not known" : formatCount(gained) },
    { name: "Rating", value: rating === null ? "not measured" : formatDecimal(rating) },
    { name: "Ratings in total", value: count === null ? "not measured" : formatCount(count) },
    { name: "Price", value: price === null ? "not known" : formatPrice(price, currency) },
  ];
}

export type ComparedRow = { readonly name: string; readonly before: string; readonly after: string };

/** Returns what the days before and after a day were like. */
export function compareAround(
  days: readonly Day[],
  { place, length, charts }: { readonly place: number; readonly length: number; readonly charts: LaneSource["charts"] },
): readonly ComparedRow[] {
  const around = (read: (day: Day) => number | null) => beforeAfter(days.map(read), place, length);
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
