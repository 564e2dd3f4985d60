import type { Data } from "../../client/operation-types.ts";
import { type Collection, collectionOptions } from "../../parts/platform-options.ts";

export type Ranking = Data<"listRankings">[number];

/** One chart in all storefronts, and the ranks of the app in it. */
export type ChartRanks = {
  readonly key: string;
  readonly collection: Collection;
  readonly category: Ranking["category"];
  readonly ranks: readonly Ranking[];
};

export type GridRow = { readonly country: string; readonly cells: ReadonlyMap<string, Ranking> };

/** Returns the ranks of a day by chart: the chart with the best rank first. */
export function groupByChart(rankings: readonly Ranking[]): ChartRanks[] {
  const groups = Map.groupBy(rankings, chartKey);
  const charts = [...groups].flatMap(([key, ranks]) => {
    const sorted = ranks.toSorted(byRank);
    const [first] = sorted;
    return first === undefined ? [] : [{ key, collection: first.collection, category: first.category, ranks: sorted }];
  });
  return charts.toSorted((a, b) => bestRank(a) - bestRank(b));
}

/** Returns a row for each storefront that has a rank: the best rank first. */
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

/** Returns a chart by its name, such as "Free, Weather". */
export function chartName({ collection, category }: Pick<Ranking, "collection" | "category">): string {
  const name = collectionOptions.find(({ id }) => id === collection)?.name ?? collection;
  return `${name}, ${category.name === "All" ? "all categories" : category.name}`;
}

function byRank(a: Ranking, b: Ranking): number {
  return a.rank - b.rank || a.country_code.localeCompare(b.country_code, "en");
}

function bestRank({ ranks }: ChartRanks): number {
  return ranks[0]?.rank ?? Number.POSITIVE_INFINITY;
}
