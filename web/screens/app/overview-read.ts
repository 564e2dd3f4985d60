import type { Input } from "../../client/operation-types.ts";
import { lengthOf, PERIOD_DAYS_MAX, type Period, periodOf } from "../../features/scope/period.ts";
import { rivalsOf, type Scope } from "../../features/scope/scope.ts";
import { addDays, daysApart } from "../../format/days.ts";

const DAYS_SHOWN = 90;
/** The days before and after an event that are compared. */
export const COMPARED_DAYS = 7;

type Params = Input<"showOverview">["params"];

/** `today` is a day in UTC. */
export function overviewInput(params: Params, scope: Scope, today: string): Input<"showOverview"> {
  return { params, query: overviewQuery(scope, String(params.external_id), today) };
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
