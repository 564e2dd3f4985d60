import { codeOf } from "../../db/error-code.ts";
import { makeOldChangesDue } from "../../db/queries/events/due-reports.ts";
import { saveReport } from "../../db/queries/events/event-writes.ts";
import { type Reading, readDueReports } from "../../db/queries/events/readings.ts";
import type { Db } from "../../db/statement.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Country } from "../domain/country.ts";
import type { Clock } from "../runtime/clock.ts";
import { eventsOfReading } from "./events-of-reading.ts";

type ReportDependencies = { readonly db: Db; readonly countries: readonly Country[] };

export type Reported = {
  readonly apps: number;
  readonly events: number;
  /** Apps that could not be reported. They stay due, and others do not wait for them. */
  readonly failed: readonly (ReturnType<typeof describeFailure> & { readonly appId: number })[];
};

const nothing: Reported = { apps: 0, events: 0, failed: [] };

/** Apps of one report, so that their rows and texts fit into a response of the database. */
const APPS_PER_REPORT = 200;

/**
 * Reports what has happened to one app, or to the apps that have waited longest. A kill between reading and saving
 * loses nothing: the rows stay unreported, and the report stays due.
 */
export async function reportEvents(
  deps: ReportDependencies,
  { appId, appsMax = APPS_PER_REPORT }: { readonly appId?: number; readonly appsMax?: number } = {},
): Promise<Reported> {
  const readings = await readDueReports(deps.db, { appId: appId ?? null, appsMax });
  return readings.length === 0 ? nothing : saveReadings(deps, readings);
}

/** If the readings of some apps cannot be saved together, each half is tried, so that one app does not stop others. */
async function saveReadings(deps: ReportDependencies, readings: readonly Reading[]): Promise<Reported> {
  try {
    return await save(deps, readings);
  } catch (error) {
    if (!isOfData(error)) throw error;
    const [only] = readings;
    if (readings.length === 1 && only !== undefined) {
      return { ...nothing, failed: [{ ...describeFailure(error), appId: only.app_id }] };
    }
    const middle = Math.ceil(readings.length / 2);
    return sum(await saveReadings(deps, readings.slice(0, middle)), await saveReadings(deps, readings.slice(middle)));
  }
}

/** SQLSTATE classes 22 and 23: wrong values and violated constraints. Errors of our own have no code. */
function isOfData(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || /^2[23]...$/.test(code);
}

async function save({ db, countries }: ReportDependencies, readings: readonly Reading[]): Promise<Reported> {
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
  return { ...nothing, apps: taken.size, events: events.filter((event) => taken.has(event.appId)).length };
}

function sum(a: Reported, b: Reported): Reported {
  return { apps: a.apps + b.apps, events: a.events + b.events, failed: [...a.failed, ...b.failed] };
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
  let total = nothing;
  for (let report = 0; report < REPORTS_PER_TICK_MAX; report += 1) {
    const reported = await reportEvents(deps);
    total = { ...sum(total, reported), failed: reported.failed };
    if (reported.apps === 0) break;
  }
  return total;
}
