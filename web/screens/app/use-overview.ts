import type { Body, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { lengthOf, PERIOD_DAYS_MAX, type Period, periodOf } from "../../features/scope/period.ts";
import { rivalsOf, type Scope, useScope } from "../../features/scope/scope.ts";
import { addDays, daysApart, todayUtc } from "../../format/days.ts";

export type OverviewBody = Body<"showOverview">;
export type Overview = OverviewBody["data"];

const DAYS_SHOWN = 90;
/** The days before and after an event that are compared. */
export const COMPARED_DAYS = 7;
/** The service compares the ratings of storefronts with those of so many days before. */
export const MOVED_DAYS = 30;

type Params = Input<"showOverview">["params"];

/** The frame of an app reads it for the overview's tab, which then finds it in the cache. */
export function useOverview(params: Params, { enabled }: { readonly enabled: boolean }) {
  const [scope] = useScope();
  const query = overviewQuery(scope, String(params.external_id), todayUtc(Date.now()));
  return useRead("showOverview", { params, query }, { keepPrevious: true, enabled });
}

/** Returns the shown days. `today` is the service's, which the response names as its last day. */
export function overviewPeriod(scope: Scope, today: string): Period {
  return periodOf(scope, today, DAYS_SHOWN);
}

/** Returns the query of the shown days and those before them that they are compared with. */
export function overviewQuery(scope: Scope, app: string, today: string) {
  const period = overviewPeriod(scope, today);
  const before = scope.vs === "period" ? lengthOf(period) : COMPARED_DAYS;
  const first = addDays(period.first, -before);
  const rivals = rivalsOf(scope.rivals, app);
  return {
    days: Math.min(PERIOD_DAYS_MAX, daysApart(first, today) + 1),
    country_code: scope.country,
    rivals: rivals === "none" ? undefined : rivals === "all" ? ["all"] : rivals,
  };
}
