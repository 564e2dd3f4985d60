import type { Data, Input } from "../../client/operation-types.ts";
import { usePages } from "../../client/use-pages.ts";
import { useRead } from "../../client/use-read.ts";

/** The API's maximum of `per_page`. */
const GROUPS_A_PAGE = 100;
/** Only the competitors of this many pages are offered. */
const PAGES_MAX = 10;

export type CompetingApp = Data<"listCompetitors">[number]["competitors"][number]["app"];

/** Returns the competitors of all tracked apps. A competitor of several apps is there once for each. */
export function useCompetitors(): readonly CompetingApp[] {
  return useCompetitorGroups().flatMap((group) => group.competitors.map(({ app }) => app));
}

/** Returns the tracked apps that have competitors, each with these. */
export function useCompetitorGroups(): readonly Data<"listCompetitors">[number][] {
  return useReadGroups().groups;
}

/** Returns the same, with the state of its requests. `isWhole` is false until all pages that are offered are read. */
export function useReadGroups() {
  const first = useRead("listCompetitors", pageOf(1));
  const count = Math.min(first.data?.meta.last_page ?? 1, PAGES_MAX);
  const { query } = usePages("listCompetitors", { count, inputOf: pageOf });
  const pages = query.data ?? [];
  return { query, groups: pages.flatMap(({ data }) => data), isWhole: pages.length === count };
}

function pageOf(page: number): Input<"listCompetitors"> {
  return { query: { page, per_page: GROUPS_A_PAGE } };
}
