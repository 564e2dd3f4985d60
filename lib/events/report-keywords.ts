import { type MovedKeywords, readKeywordMoves, saveKeywordReport } from "../../db/queries/keywords/keyword-moves.ts";
import type { Db } from "../../db/statement.ts";
import { addDays } from "../domain/days.ts";
import { eventWeight, reachOfRank } from "../domain/event-weight.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";

type ReportKeywordsDependencies = { readonly db: Db; readonly now: Clock };

/** Apps of users in one statement, each with at most 200 terms. */
const APPS_PER_REPORT = 200;

/** Less than the 16 KB that the data of an event may have. */
const KEYWORD_BYTES_MAX = 12_000;

/** One tick reports at most this many times as many. The next one goes on. */
const REPORTS_PER_TICK_MAX = 10;

/**
 * Reports to each user the ranks of an app for their terms that have moved since the day before, once for each day
 * whose terms have all been tried. Returns the number of events.
 */
export async function reportKeywords(
  { db, now }: ReportKeywordsDependencies,
  platform: Platform,
  appsMax = APPS_PER_REPORT,
): Promise<number> {
  const today = utcDay(now());
  const days = [addDays(today, -1), today];
  let events = 0;
  for (let report = 0; report < REPORTS_PER_TICK_MAX && days.length > 0; report += 1) {
    const [day = today] = days;
    const { due, apps } = await readKeywordMoves(db, { platform, day, appsMax });
    if (due.length < appsMax) days.shift();
    if (due.length === 0) continue;
    const { saved } = await saveKeywordReport(db, { day, due, moves: apps.map((app) => eventOf(app, day)) });
    events += saved;
  }
  return events;
}

function eventOf({ user_id, app_id, keywords, keywords_total, best_rank, read_at }: MovedKeywords, day: string) {
  return {
    userId: user_id,
    appId: app_id,
    occurredAt: read_at,
    weight: eventWeight("keyword.rank_changed", reachOfRank(best_rank)),
    data: { keyword_date: day, keywords: firstWithin(keywords, KEYWORD_BYTES_MAX), keywords_total },
  };
}

/** Terms can have any letters, so the number of entries alone does not limit the size of an event. */
function firstWithin<Entry>(entries: readonly Entry[], bytesMax: number): Entry[] {
  let bytes = 0;
  return entries.filter((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return bytes <= bytesMax;
  });
}
