import { list, oneOf, optionalDate, optionalText } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";
import { type ChartRanks, chartKey, type Ranking } from "./rank-grid.ts";

export const PLOTTED_COUNTRIES_MAX = 5;

/** What the address says: the day of the grid, the chart of the plot, its storefronts and its length. */
export function useRankingsState() {
  return useQueryState({
    date: optionalDate(),
    chart: optionalText(),
    countries: list(PLOTTED_COUNTRIES_MAX),
    days: oneOf(["30", "90", "365"], "90"),
  });
}

export type RankingsState = ReturnType<typeof useRankingsState>[0];

export type Plotted = {
  readonly chart: Pick<Ranking, "collection" | "category">;
  readonly countries: readonly string[];
};

/** Returns what is plotted: what the address says, else the app's best chart in its best storefronts. */
export function plottedOf(charts: readonly ChartRanks[], state: RankingsState): Plotted | undefined {
  const chart = charts.find((one) => chartKey(one) === state.chart) ?? charts[0];
  if (chart === undefined) return undefined;
  const ranked = chart.ranks.filter(({ rank }) => rank !== null);
  const best = (ranked.length > 0 ? ranked : chart.ranks).slice(0, PLOTTED_COUNTRIES_MAX);
  const countries = state.countries.length > 0 ? state.countries : best.map(({ country_code: country }) => country);
  return { chart, countries };
}

/** Returns the plotted storefronts with one more, or without one; unchanged where no more fit. */
export function toggleCountry(countries: readonly string[], country: string): readonly string[] {
  if (countries.includes(country)) return countries.filter((one) => one !== country);
  return countries.length < PLOTTED_COUNTRIES_MAX ? [...countries, country] : countries;
}
