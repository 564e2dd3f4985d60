import { makeOldChangesDue } from "../../db/queries/events/due-reports.ts";
import { saveReport } from "../../db/queries/events/event-writes.ts";
import { readDueReports } from "../../db/queries/events/readings.ts";
import type { Db } from "../../db/statement.ts";
import type { Country } from "../domain/country.ts";
import type { Clock } from "../runtime/clock.ts";
import { eventsOfReading } from "./events-of-reading.ts";

type ReportDependencies = { readonly db: Db; readonly countries: readonly Country[] };

export type Reported = { readonly apps: number; readonly events: number };

/** Apps of one report, so that their rows and texts fit into a response of the database. */
const APPS_PER_REPORT = 200;

/**
 * Reports what has happened to one app, or to the apps that have waited longest. A kill between reading and saving
 * loses nothing: the rows stay unreported, and the report stays due.
 */
export async function reportEvents(
  { db, countries }: ReportDependencies,
  { appId, appsMax = APPS_PER_REPORT }: { readonly appId?: number; readonly appsMax?: number } = {},
): Promise<Reported> {
  const readings = await readDueReports(db, { appId: appId ?? null, appsMax });
  if (readings.length === 0) return { apps: 0, events: 0 };
  const reports = readings.map((reading) => eventsOfReading(reading, countries));
  const events = reports.flatMap((report) => report.events);
  const places = new Map(events.map((event, index) => [event, index + 1]));
  const saved = await saveReport(db, {
    apps: reports.map(({ app }) => app),
    events,
    rows: reports
      .flatMap(({ rows }) => rows)
      .map(({ event, ...row }) => ({ ...row, event: event === null ? null : (places.get(event) ?? null) })),
  });
  const taken = new Set(saved.map(({ app_id }) => app_id));
  return { apps: taken.size, events: events.filter((event) => taken.has(event.appId)).length };
}

/** One tick reports at most this many apps. The next one takes the rest. */
const REPORTS_PER_TICK_MAX = 50;

/** Changes that no run and no fold has taken are reported after this time, whatever is under way. */
const OLDEST_UNREPORTED_HOURS = 6;
const HOUR_MS = 3_600_000;

/** Reports all apps that are due, and changes that have waited for hours. */
export async function reportDueEvents(deps: ReportDependencies & { readonly now: Clock }): Promise<Reported> {
  const before = new Date(deps.now().getTime() - OLDEST_UNREPORTED_HOURS * HOUR_MS).toISOString();
  await makeOldChangesDue(deps.db, { before });
  let total: Reported = { apps: 0, events: 0 };
  for (let report = 0; report < REPORTS_PER_TICK_MAX; report += 1) {
    const { apps, events } = await reportEvents(deps);
    if (apps === 0) break;
    total = { apps: total.apps + apps, events: total.events + events };
  }
  return total;
}
