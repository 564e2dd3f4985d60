import type { Db } from "../../db/client.ts";
import { findKeywordResults } from "../../db/queries/keywords/search-results.ts";
import { firstOfDays } from "../domain/days.ts";
import { RESULT_DAYS } from "../domain/keyword-rank.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { notFound } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";

type ShowKeywordResultsInput = {
  readonly userId: number;
  readonly keywordId: number;
  /** Default: the newest day that was read. */
  readonly date: string | undefined;
};

/** Throws the same 404 for a term that only others track as for an unknown one. */
export async function showKeywordResults(
  { db, now }: { readonly db: Db; readonly now: Clock },
  { userId, keywordId, date }: ShowKeywordResultsInput,
) {
  const until = date ?? utcDay(now());
  const since = date ?? firstOfDays(RESULT_DAYS, until);
  const found = await findKeywordResults(db, { userId, keywordId, since, until });
  if (found === undefined) throw notFound();
  const { reading, ...results } = found;
  return { ...results, state: reading };
}
