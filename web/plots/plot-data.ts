import type { PlotSeries } from "./plot-input.ts";

const DAY_MS = 86_400_000;

/** Returns the number of a day, counted from the beginning of 1970. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** Returns the day, YYYY-MM-DD, of a number that `dayNumber` returns. */
export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
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
