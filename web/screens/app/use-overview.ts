import type { Body, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { type ChosenRivals, rivalsOf } from "../../features/scope/scope.ts";
import { useScope } from "../../features/scope/use-scope.ts";
import { todayUtc } from "../../format/days.ts";
import { keptRivals } from "./kept-rivals.ts";
import { overviewInput } from "./overview-read.ts";

export type OverviewBody = Body<"showOverview">;
export type Overview = OverviewBody["data"];

type Params = Input<"showOverview">["params"];

/** The service compares the ratings of storefronts with those of this many days before. */
export const MOVED_DAYS = 30;

/** The frame of an app reads it for the overview's tab, which then finds it in the cache. */
export function useOverview(params: Params, { enabled }: { readonly enabled: boolean }) {
  const [scope] = useScope();
  const rivals = useKeptRivals(params, scope.rivals, enabled);
  const input = overviewInput(params, { ...scope, rivals }, todayUtc(Date.now()));
  return useRead("showOverview", input, { keepPrevious: true, enabled });
}

/** An address may name a competitor that was removed meanwhile, which the service rejects. */
function useKeptRivals(params: Params, rivals: ChosenRivals, enabled: boolean): ChosenRivals {
  const app = String(params.external_id);
  const isChosen = typeof rivalsOf(rivals, app) !== "string";
  const { data } = useRead("listAppCompetitors", { params }, { enabled: enabled && isChosen });
  if (data === undefined) return rivals;
  return keptRivals(rivals, app, (id) => data.data.some((competitor) => competitor.app.external_id === id));
}
