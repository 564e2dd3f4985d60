import { daysBetween } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import type { PlotSeries } from "../../../plots/plot-input.ts";
import type { Ranking } from "./rank-grid.ts";

export function rankSeries(
  rankings: readonly Ranking[],
  { first, last, countries }: { readonly first: string; readonly last: string; readonly countries: readonly string[] },
): { days: string[]; series: PlotSeries[] } {
  const days = daysBetween(first, last);
  const ranks = new Map(rankings.map((row) => [`${row.country_code} ${row.chart_date}`, row.rank]));
  const series = countries.map((country) => ({
    name: countryName(country),
    values: days.map((day) => ranks.get(`${country} ${day}`) ?? null),
  }));
  return { days, series };
}

export function summarizeRanks(days: readonly string[], series: readonly PlotSeries[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "No days.";
  const lines = series.map(({ name, values }) => {
    const ranks = values.filter((value) => value !== null);
    const [from, to] = [ranks[0], ranks.at(-1)];
    if (from === undefined || to === undefined) return `${name}: not in any stored chart.`;
    if (ranks.length === 1) return `${name}: rank ${from}, on 1 day.`;
    const rankedDays = formatQuantity(ranks.length, "day");
    return `${name}: from rank ${from} to rank ${to}, at best ${Math.min(...ranks)}, on ${rankedDays}.`;
  });
  return `Ranks from ${formatDay(first)} to ${formatDay(last)}. Rank 1 is at the top. ${lines.join(" ")}`;
}
