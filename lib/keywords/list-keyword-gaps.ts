import type { Db } from "../../db/client.ts";
import { findKeywordGaps } from "../../db/queries/keywords/rank-comparisons.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { pageOf, rowsOf } from "../domain/page.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RanksOfDayInput } from "./compare-keyword-ranks.ts";
import { requireCompared } from "./compared-apps.ts";
import { presentRank, rankedDays } from "./ranks-of-day.ts";

/** Returns keywords for which a competitor is among the first and the app is not. The default is all competitors. */
export async function listKeywordGaps(deps: { readonly db: Db; readonly now: Clock }, input: RanksOfDayInput) {
  const { app, userId, appIds, countryCodes, date, page } = input;
  const days = rankedDays(deps.now(), date);
  const wanted = { appIds: listIfAny(appIds), countryCodes: listIfAny(countryCodes) };
  const found = await findKeywordGaps(deps.db, { ...app, userId, ...wanted, ...days, ...rowsOf(page) });
  requireCompared(found.apps, appIds);
  const { total, rows } = found.page;
  const items = rows.map((row) => ({ ...row, ...presentRank(row) }));
  return { page: pageOf(page, { items, total }), meta: { apps: found.apps } };
}
