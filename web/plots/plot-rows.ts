import type { CsvContent } from "../components/csv/csv-button.tsx";
import type { LinePlotProps } from "./plot-input.ts";

/** Returns the values of a plot for a file, the newest day first as in its table, and all series of it. */
export function plotRows(days: readonly string[], series: LinePlotProps["series"]): CsvContent {
  const rows = days.map((day, place) => [day, ...series.map(({ values }) => values[place] ?? null)]).toReversed();
  return { names: ["Day", ...series.map(({ name }) => name)], rows, total: rows.length };
}
