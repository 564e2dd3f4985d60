import { firstOfDays } from "../domain/days.ts";
import { type KeywordReading, keywordRankState, NEWEST_DAYS } from "../domain/keyword-rank.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { rankChange } from "../domain/ranking.ts";

/** Returns a range of days. Ranks are those of the newest day in it that was read. */
export function rankedDays(now: Date, date: string | undefined) {
  if (date !== undefined) return { since: date, until: date };
  const today = utcDay(now);
  return { since: firstOfDays(NEWEST_DAYS, today), until: today };
}

type RankOfDay = {
  readonly reading: KeywordReading;
  readonly rank: number | null;
  readonly previous_rank: number | null;
};

export function presentRank({ reading, rank, previous_rank }: RankOfDay) {
  return { state: keywordRankState(rank, reading), rank, previous_rank, change: rankChange(rank, previous_rank) };
}
