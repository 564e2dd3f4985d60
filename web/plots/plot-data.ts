import { addDays, daysApart } from "../format/days.ts";
import type { PlotSeries } from "./plot-input.ts";

const EPOCH = "1970-01-01";

/** Returns the number of a day, counted from the beginning of 1970. */
export function dayNumber(day: string): number {
  return daysApart(EPOCH, day);
}

/** Returns the day, YYYY-MM-DD, of a number that `dayNumber` returns. */
export function dayOfNumber(number: number): string {
  return addDays(EPOCH, number);
}

/** Returns the places of the values without a neighbour, which a line alone would not show. */
export function lonePoints(values: PlotSeries["values"]): number[] {
  const isGap = (index: number) => (values[index] ?? null) === null;
  return [...values.keys()].filter((index) => !isGap(index) && isGap(index - 1) && isGap(index + 1));
}

/** Returns the place of the last day for which any series has a value; the last day without one. */
export function lastValuePlace(series: readonly PlotSeries[], dayCount: number): number {
  const places = series.map(({ values }) => values.findLastIndex((value) => value !== null));
  const last = Math.max(-1, ...places);
  return last === -1 ? dayCount - 1 : last;
}
