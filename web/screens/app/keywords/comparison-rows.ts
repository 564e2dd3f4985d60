import type { Data } from "../../../client/operation-types.ts";

export type Use = { readonly count: number; readonly density: number };

export type ComparisonRow = {
  readonly keyword: string;
  readonly own: Use | undefined;
  /** Uses by the id of a compared app. */
  readonly others: ReadonlyMap<string, Use>;
};

export type Filter = "all" | "missing" | "shared";

type Input = {
  readonly own: readonly (Use & { readonly keyword: string })[];
  readonly compared: Data<"compareKeywords">["keywords"];
};

export function comparisonRows({ own, compared }: Input): ComparisonRow[] {
  const ownUses = new Map(own.map(({ keyword, count, density }) => [keyword, { count, density }]));
  const keywords = new Set([...ownUses.keys(), ...Object.values(compared).flatMap((uses) => Object.keys(uses))]);
  const rows = [...keywords].map((keyword) => ({
    keyword,
    own: ownUses.get(keyword),
    others: new Map(
      Object.entries(compared).flatMap(([id, uses]) => {
        const use = Object.hasOwn(uses, keyword) ? uses[keyword] : undefined;
        return use === undefined ? [] : [[id, use] as const];
      }),
    ),
  }));
  return rows.toSorted((a, b) => appCount(b) - appCount(a) || density(b) - density(a));
}

export function filterRows(rows: readonly ComparisonRow[], filter: Filter): ComparisonRow[] {
  return rows.filter(({ own, others }) => {
    if (filter === "missing") return own === undefined;
    return filter === "all" || (own !== undefined && others.size > 0);
  });
}

function appCount({ own, others }: ComparisonRow): number {
  return others.size + (own === undefined ? 0 : 1);
}

function density({ own, others }: ComparisonRow): number {
  return Math.max(own?.density ?? 0, ...[...others.values()].map((use) => use.density));
}
