import type { Data } from "../../../../client/operation-types.ts";
import { comparableTerm, findTermFault } from "./term-text.ts";

export type OfferedTerm = {
  readonly term: string;
  readonly isOwn: boolean;
  /** Counts the competitors that have it in their listings. */
  readonly rivals: number;
  /** The greatest percentage of a listing's words. */
  readonly density: number;
};

type Words = {
  readonly own: readonly { readonly keyword: string; readonly density: number }[];
  readonly compared: Data<"compareKeywords">["keywords"];
  /** Terms that the user tracks in the same country. */
  readonly tracked: readonly string[];
};

const OFFERED_MAX = 200;

/** Returns words of listings that can be tracked and are not yet, those of the most apps first. */
export function offeredTerms({ own, compared, tracked }: Words): OfferedTerm[] {
  const known = new Set(tracked.map(comparableTerm));
  const rows = new Map<string, OfferedTerm>();
  const add = (keyword: string, density: number, isOwn: boolean) => {
    const term = comparableTerm(keyword);
    if (known.has(term) || findTermFault(term) !== undefined) return;
    const before = rows.get(term) ?? { term, isOwn: false, rivals: 0, density: 0 };
    rows.set(term, {
      term,
      isOwn: before.isOwn || isOwn,
      rivals: before.rivals + (isOwn ? 0 : 1),
      density: Math.max(before.density, density),
    });
  };
  for (const { keyword, density } of own) add(keyword, density, true);
  for (const uses of Object.values(compared)) {
    for (const [keyword, { density }] of Object.entries(uses)) add(keyword, density, false);
  }
  const apps = ({ isOwn, rivals }: OfferedTerm) => rivals + (isOwn ? 1 : 0);
  return [...rows.values()].toSorted((a, b) => apps(b) - apps(a) || b.density - a.density).slice(0, OFFERED_MAX);
}
