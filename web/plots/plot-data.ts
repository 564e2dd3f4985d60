import { addDays, daysApart } from "../format/days.ts";
import type { PlotSeries } from "./plot-input.ts";

const EPOCH = "1970-01-01";

/** Returns the number of days since 1970-01-01. */
export function dayNumber(day: string): number {
  return daysApart(EPOCH, day);
}

export function dayOfNumber(number: number): string {
  return addDays(EPOCH, number);
}

/** Returns the indexes of values without a neighbour, which a line alone would not show. */
export function lonePoints(values: PlotSeries["values"]): number[] {
  const isGap = (index: number) => (values[index] ?? null) === null;
  return [...values.keys()].filter((index) => !isGap(index) && isGap(index - 1) && isGap(index + 1));
}

export function lastValuePlace(series: readonly PlotSeries[], dayCount: number): number {
  const places = series.map(({ values }) => values.findLastIndex((value) => value !== null));
  const last = Math.max(-1, ...places);
  return last === -1 ? dayCount - 1 : last;
}
