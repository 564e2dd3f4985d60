import type { Body, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { useScope } from "../../features/scope/use-scope.ts";
import { todayUtc } from "../../format/days.ts";
import { overviewInput } from "./overview-read.ts";

export type OverviewBody = Body<"showOverview">;
export type Overview = OverviewBody["data"];

/** The service compares the ratings of storefronts with those of this many days before. */
export const MOVED_DAYS = 30;

/** The frame of an app reads it for the overview's tab, which then finds it in the cache. */
export function useOverview(params: Input<"showOverview">["params"], { enabled }: { readonly enabled: boolean }) {
  const [scope] = useScope();
  const input = overviewInput(params, scope, todayUtc(Date.now()));
  return useRead("showOverview", input, { keepPrevious: true, enabled });
}
