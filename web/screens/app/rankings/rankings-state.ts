import { list, optionalDate, optionalText } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { type ChartRanks, chartKey, type Ranking } from "./rank-grid.ts";

export const PLOTTED_COUNTRIES_MAX = 5;

export function useRankingsState() {
  return useQueryState({
    date: optionalDate(),
    chart: optionalText(),
    countries: list(PLOTTED_COUNTRIES_MAX),
  });
}

export type RankingsState = ReturnType<typeof useRankingsState>[0];

export type Plotted = {
  readonly chart: Pick<Ranking, "collection" | "category">;
  readonly countries: readonly string[];
};

/** Returns the chart in the address, or else the one with the longest history, in the app's best storefronts. */
export function plottedOf(
  charts: readonly ChartRanks[],
  state: Pick<RankingsState, "chart" | "countries">,
): Plotted | undefined {
  const [longest] = charts.toSorted((a, b) => firstDay(a).localeCompare(firstDay(b), "en"));
  const chart = charts.find((one) => chartKey(one) === state.chart) ?? longest;
  if (chart === undefined) return undefined;
  const ranked = chart.ranks.filter(({ rank }) => rank !== null);
  const best = (ranked.length > 0 ? ranked : chart.ranks).slice(0, PLOTTED_COUNTRIES_MAX);
  const countries = state.countries.length > 0 ? state.countries : best.map(({ country_code: country }) => country);
  return { chart, countries };
}

function firstDay({ ranks }: ChartRanks): string {
  const days = ranks.flatMap(({ rank, charted_since: day }) => (rank === null || day === null ? [] : [day]));
  return days.toSorted()[0] ?? "9999-12-31";
}

export function toggleCountry(countries: readonly string[], country: string): readonly string[] {
  if (countries.includes(country)) return countries.filter((one) => one !== country);
  return countries.length < PLOTTED_COUNTRIES_MAX ? [...countries, country] : countries;
}
