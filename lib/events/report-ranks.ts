import { findRankReport, type MovedApp, readRankMoves, saveRankReport } from "../../db/queries/events/rank-moves.ts";
import type { Db } from "../../db/statement.ts";
import type { Country } from "../domain/country.ts";
import { eventWeight, reachAmong } from "../domain/event-weight.ts";
import type { Platform } from "../domain/platform.ts";

type ReportRanksDependencies = { readonly db: Db; readonly countries: readonly Country[] };

/** Apps of one statement, each of which reads all charts of the two days. */
const APPS_PER_REPORT = 2_000;

/** One tick reports at most this many apps. The next one goes on. */
const REPORTS_PER_TICK_MAX = 10;

/**
 * Reports the ranks of followed apps that have moved since the day before, once for each day whose charts have all been
 * read. Returns the number of events.
 */
export async function reportRanks(
  { db, countries }: ReportRanksDependencies,
  platform: Platform,
  appsMax = APPS_PER_REPORT,
): Promise<number> {
  let events = 0;
  for (let report = 0; report < REPORTS_PER_TICK_MAX; report += 1) {
    const day = await findRankReport(db, { platform });
    if (day === undefined) break;
    const { chart_date: chartDate, last_app_id: after } = day;
    const { apps, apps_read, last_app_id } = await readRankMoves(db, { platform, chartDate, after, appsMax });
    const isSaved = await saveRankReport(db, {
      platform,
      chartDate,
      after,
      until: last_app_id ?? after,
      isComplete: apps_read < appsMax,
      moves: apps.map((app) => eventOf(app, chartDate, countries)),
    });
    if (isSaved) events += apps.length;
  }
  return events;
}

function eventOf(app: MovedApp, chartDate: string, countries: readonly Country[]) {
  const { app_id, platform, unavailable_countries, charts, charts_total, countries: codes, read_at } = app;
  const reach = reachAmong(countries, platform, new Set(unavailable_countries));
  return {
    appId: app_id,
    occurredAt: read_at,
    weight: eventWeight("chart.rank_changed", reach.ofCountries(codes)),
    data: { chart_date: chartDate, charts: [...charts], charts_total, countries_total: codes.length },
  };
}
