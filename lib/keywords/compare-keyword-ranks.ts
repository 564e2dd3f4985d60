import type { Db } from "../../db/client.ts";
import { type ComparedRanks, findRankComparison } from "../../db/queries/keywords/rank-comparisons.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { StoreApp } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import { requireCompared } from "./compared-apps.ts";
import { presentRank, rankedDays } from "./ranks-of-day.ts";

export type RanksOfDayInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly appIds: readonly number[];
  readonly countryCodes: readonly string[] | undefined;
  /** Default: the newest day of each keyword that was read. */
  readonly date: string | undefined;
  readonly page: Page;
};

/** Returns a page of the user's keywords of an app, with the ranks of the app and of competitors. */
export async function compareKeywordRanks(deps: { readonly db: Db; readonly now: Clock }, input: RanksOfDayInput) {
  const { app, userId, appIds, countryCodes, date, page } = input;
  const days = rankedDays(deps.now(), date);
  const wanted = { appIds, countryCodes: listIfAny(countryCodes) };
  const found = await findRankComparison(deps.db, { ...app, userId, ...wanted, ...days, ...rowsOf(page) });
  requireCompared(found.apps, appIds);
  const { total, rows } = found.page;
  return { page: pageOf(page, { items: rows.map(presentRow), total }), meta: { apps: found.apps } };
}

function presentRow({ ranks, reading, ...keyword }: ComparedRanks) {
  return {
    ...keyword,
    ranks: ranks.map(({ app_id, ...ranked }) => ({ app_id, ...presentRank({ reading, ...ranked }) })),
  };
}
