import { list, oneOf, optionalDate, optionalText, wholeNumber } from "../../../../client/codec.ts";
import { useQueryState } from "../../../../client/query-state.ts";
import type { TableSort } from "../../../../components/table-sort.ts";

/** The most series that the service returns at once. */
export const PLOTTED_MAX = 10;
/** The most rivals that the service compares at once. */
export const COMPARED_MAX = 5;

export const trackedSorts = ["rank", "change", "term"] as const;
type TrackedSort = (typeof trackedSorts)[number];

/** `ids` are the plotted keywords, `compare` the competitors, and `results` the keyword whose results are shown. */
export function useTrackedState() {
  return useQueryState({
    part: oneOf(["ranks", "gaps", "words"], "ranks"),
    country: optionalText(),
    sort: oneOf(trackedSorts, "rank"),
    page: wholeNumber(1),
    ids: list(PLOTTED_MAX),
    compare: list(COMPARED_MAX),
    ngram: oneOf(["1", "2", "3"], "2"),
    results: optionalText(),
    at: optionalDate(),
  });
}

export type TrackedState = ReturnType<typeof useTrackedState>[0];
export type SetTrackedState = ReturnType<typeof useTrackedState>[1];

/** The service has one order for each column: the best first. */
export function orderOf(sort: TrackedSort): TableSort {
  return { key: sort, order: sort === "change" ? "descending" : "ascending" };
}

const PLOTTED_AT_FIRST = 5;

/** Returns the chosen keywords that are still listed, or the first ones of the list if none is. */
export function plottedIds(chosen: readonly string[], listed: readonly number[]): readonly number[] {
  const kept = listed.filter((id) => chosen.includes(String(id)));
  return kept.length > 0 ? kept : listed.slice(0, PLOTTED_AT_FIRST);
}
