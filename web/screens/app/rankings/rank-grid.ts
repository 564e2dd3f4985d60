import type { Data } from "../../../client/operation-types.ts";
import { type Collection, collectionOptions } from "../../../features/stores/store-options.ts";

export type Ranking = Data<"listRankings">[number];

export type ChartRanks = {
  readonly key: string;
  readonly collection: Collection;
  readonly category: Ranking["category"];
  readonly ranks: readonly Ranking[];
};

export type GridRow = { readonly country: string; readonly cells: ReadonlyMap<string, Ranking> };

export function groupByChart(rankings: readonly Ranking[]): ChartRanks[] {
  const groups = Map.groupBy(rankings, chartKey);
  const charts = [...groups].flatMap(([key, ranks]) => {
    const sorted = ranks.toSorted(byRank);
    const [first] = sorted;
    return first === undefined ? [] : [{ key, collection: first.collection, category: first.category, ranks: sorted }];
  });
  return charts.toSorted((a, b) => bestRank(a) - bestRank(b));
}

export function gridRows(rankings: readonly Ranking[]): GridRow[] {
  const byCountry = Map.groupBy(rankings.toSorted(byRank), ({ country_code: country }) => country);
  return [...byCountry].map(([country, ranks]) => ({
    country,
    cells: new Map(ranks.map((ranking) => [chartKey(ranking), ranking])),
  }));
}

export function chartKey({ collection, category }: Pick<Ranking, "collection" | "category">): string {
  return `${collection}-${category.id}`;
}

/** Returns a name such as "Free, Weather". */
export function chartName({ collection, category }: Pick<Ranking, "collection" | "category">): string {
  const name = collectionOptions.find(({ id }) => id === collection)?.name ?? collection;
  return `${name}, ${category.name === "All" ? "all categories" : category.name}`;
}

export function rankText({ state, rank, window }: Ranking): string {
  if (state === "not_in_window") return window === null || window === 0 ? "No chart" : `Not in top ${window}`;
  if (state === "not_read") return "Not read yet";
  return rank === null ? "Not tracked" : String(rank);
}

/** Returns the rank for a file, or why there is none. The day of the chart follows if it is not the newest one. */
export function rankInFile(ranking: Ranking | undefined, newest: string | undefined): number | string | undefined {
  if (ranking === undefined) return undefined;
  const shown = ranking.rank ?? rankText(ranking);
  return isOfOtherDay(ranking, newest) ? `${shown} (${ranking.chart_date})` : shown;
}

export function isOfOtherDay({ window, chart_date: day }: Ranking, newest: string | undefined): boolean {
  return window !== null && day !== newest;
}

export function newestDay(rankings: readonly Ranking[]): string | undefined {
  return rankings
    .filter(({ window }) => window !== null)
    .map(({ chart_date: day }) => day)
    .toSorted()
    .at(-1);
}

function placeOf({ rank }: Ranking): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

function byRank(a: Ranking, b: Ranking): number {
  return placeOf(a) - placeOf(b) || a.country_code.localeCompare(b.country_code, "en");
}

function bestRank({ ranks: [best] }: ChartRanks): number {
  return best === undefined ? Number.MAX_SAFE_INTEGER : placeOf(best);
}
