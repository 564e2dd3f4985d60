import type { Data } from "../../../../client/operation-types.ts";
import { daysBetween } from "../../../../format/days.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { formatQuantity } from "../../../../format/numbers.ts";
import { formatDay } from "../../../../format/times.ts";
import type { PlotSeries } from "../../../../plots/plot-input.ts";

type Series = Pick<Data<"listKeywordRanks">[number], "term" | "country_code" | "app_id" | "points">;
type RankedApp = { readonly id: number; readonly name: string };
type Days = { readonly first: string; readonly last: string };

/** Lines of one plot differ by colour and by dash, so a plot has at most this many. */
const LINES_MAX = 5;

export type RankPlot = { readonly days: readonly string[]; readonly series: readonly PlotSeries[] };

/**
 * Returns the plots of ranks by day, each with as many lines as one can show. A line has the name of its app where
 * several are compared, and else that of its term and country.
 */
export function rankPlots(ranks: readonly Series[], apps: readonly RankedApp[], { first, last }: Days): RankPlot[] {
  const days = daysBetween(first, last);
  const nameOf = ({ app_id: id, term, country_code: country }: Series) =>
    apps.length > 1 ? (apps.find((app) => app.id === id)?.name ?? String(id)) : `${term}, ${countryName(country)}`;
  const series = ranks.map((one) => {
    const byDay = new Map(one.points.map(({ date, rank }) => [date, rank]));
    return { name: nameOf(one), values: days.map((day) => byDay.get(day) ?? null) };
  });
  return Array.from({ length: Math.ceil(series.length / LINES_MAX) }, (_, index) => ({
    days,
    series: series.slice(index * LINES_MAX, (index + 1) * LINES_MAX),
  }));
}

/** Returns what the lines of a plot show, in words. */
export function summarizePlot({ days, series }: RankPlot): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "No days.";
  const lines = series.map(({ name, values }) => {
    const ranks = values.filter((value) => value !== null);
    const [from, to] = [ranks[0], ranks.at(-1)];
    if (from === undefined || to === undefined) return `${name}: no rank.`;
    const best = Math.min(...ranks);
    return `${name}: from rank ${from} to rank ${to}, at best ${best}, on ${formatQuantity(ranks.length, "day")}.`;
  });
  return `Ranks from ${formatDay(first)} to ${formatDay(last)}. Rank 1 is at the top. ${lines.join(" ")}`;
}
