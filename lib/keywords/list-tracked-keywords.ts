import type { Db } from "../../db/client.ts";
import { listTrackedKeywords as readKeywords, type TrackedKeyword } from "../../db/queries/keywords/tracked-ranks.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { TREND_POINTS } from "../domain/app-trends.ts";
import { firstOfDays } from "../domain/days.ts";
import {
  daysFrom,
  keywordDays,
  keywordRankState,
  type TrackedKeywordPart,
  type TrackedKeywordSort,
} from "../domain/keyword-rank.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentRank, rankedDays } from "./ranks-of-day.ts";
import type { TrackKeywordsDependencies } from "./track-keywords.ts";

type ListTrackedKeywordsInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly countryCodes: readonly string[] | undefined;
  /** Default: the newest day of each keyword that was read. */
  readonly date: string | undefined;
  readonly sort: TrackedKeywordSort;
  readonly include: readonly TrackedKeywordPart[];
  readonly page: Page;
};

type ListTrackedKeywordsDependencies = { readonly db: Db; readonly now: Clock } & Pick<
  TrackKeywordsDependencies,
  "keywordSettings"
>;

/** Lists the keywords that a user tracks for an app, with its ranks. Throws a 404 unless the user tracks the app. */
export async function listTrackedKeywords(deps: ListTrackedKeywordsDependencies, input: ListTrackedKeywordsInput) {
  const { app, userId, countryCodes, date, sort, include, page } = input;
  const codes = listIfAny(countryCodes);
  const days = rankedDays(deps.now(), date);
  const trendsFrom = include.includes("trends") ? firstOfDays(TREND_POINTS, days.until) : null;
  const found = await readKeywords(deps.db, {
    ...app,
    userId,
    countryCodes: codes && codeArray(codes),
    ...days,
    sort,
    trendsFrom,
    ...rowsOf(page),
  });
  if (found.page === null) throw notFound();
  const { total, rows } = found.page;
  const trendDays = trendsFrom === null ? [] : daysFrom(trendsFrom, TREND_POINTS);
  const items = rows.map((row) => presentKeyword(row, trendDays));
  const { keywordSettings } = deps;
  const meta = { used: found.used, max: keywordSettings === "off" ? null : keywordSettings.perUserMax };
  return { page: pageOf(page, { items, total }), meta };
}

function presentKeyword({ trends, ...row }: TrackedKeyword, days: readonly string[]) {
  const keyword = { ...row, ...presentRank(row) };
  if (trends === null) return keyword;
  const points = keywordDays(trends, days).map(({ date, reading, ranks: [rank = null] }) => ({
    date,
    rank,
    state: keywordRankState(rank, reading),
  }));
  return { ...keyword, trends: points };
}
