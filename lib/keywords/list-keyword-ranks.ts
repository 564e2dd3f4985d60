import type { Db } from "../../db/client.ts";
import { findRankSeries } from "../../db/queries/keywords/rank-series.ts";
import { countDays } from "../domain/days.ts";
import { daysFrom, keywordDays, keywordRankState } from "../domain/keyword-rank.ts";
import type { StoreApp } from "../domain/platform.ts";
import { SERIES_DAYS_MAX } from "../domain/ranking.ts";
import { invalidInput } from "../errors.ts";
import { reject, requireCompared } from "./compared-apps.ts";
import { unknownIds } from "./unknown-ids.ts";

type ListKeywordRanksInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly keywordIds: readonly number[];
  /** Competitors of the app. */
  readonly appIds: readonly number[];
  readonly from: string;
  readonly to: string;
};

/** Returns a series of ranks for each keyword and app, a point a day. */
export async function listKeywordRanks({ db }: { readonly db: Db }, input: ListKeywordRanksInput) {
  const { app, from, to, ...wanted } = input;
  const days = requireDays(from, to);
  const { apps, keywords } = await findRankSeries(db, { ...app, ...wanted, from, to });
  requireCompared(apps, wanted.appIds);
  const known = keywords.map(({ keyword_id }) => keyword_id);
  reject(unknownIds("keyword_ids", wanted.keywordIds, known));

  const series = keywords.flatMap(({ days: stored, ...keyword }) => {
    const read = keywordDays(stored, days);
    return apps.map(({ id }, place) => {
      const points = read.map(({ reading, ranks, ...day }) => {
        const rank = ranks[place] ?? null;
        return { ...day, rank, state: keywordRankState(rank, reading) };
      });
      return { ...keyword, app_id: id, points };
    });
  });
  return { series, meta: { from, to, apps } };
}

function requireDays(from: string, to: string): readonly string[] {
  if (to < from) throw invalidInput({ to: ["The to field must not be before from."] });
  const count = countDays(from, to);
  if (count > SERIES_DAYS_MAX) {
    throw invalidInput({ to: [`A series must not have more than ${SERIES_DAYS_MAX} days.`] });
  }
  return daysFrom(from, count);
}
