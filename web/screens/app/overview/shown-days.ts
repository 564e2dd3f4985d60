import { lengthOf, type Period } from "../../../features/scope/period.ts";
import type { Scope } from "../../../features/scope/scope.ts";
import { addDays, daysApart, utcDay } from "../../../format/days.ts";
import { overviewPeriod } from "../overview-read.ts";
import type { Overview, OverviewBody } from "../use-overview.ts";

type Day = Overview["series"][number];

/** The days of a response: all that were read, and where the shown ones are among them. */
export type ShownDays = {
  readonly period: Period;
  readonly all: readonly Day[];
  /** The place of the first shown day in `all`. */
  readonly start: number;
  readonly shown: readonly Day[];
  readonly days: readonly string[];
};

type DaySource = {
  readonly data: {
    readonly series: readonly Day[];
    readonly events: readonly Pick<Overview["events"][number], "occurred_at">[];
  };
  readonly meta: Pick<OverviewBody["meta"], "from" | "to">;
};

/** A default period is not shorter. */
const DAYS_MIN = 14;

/** Returns the chosen days, or if none are chosen those of the default since something is known. */
export function shownDays({ data, meta }: DaySource, scope: Scope): ShownDays {
  const chosen = isChosen(scope)
    ? overviewPeriod(scope, meta.to)
    : sinceFirstKnown(data, overviewPeriod(scope, meta.to));
  // While another period is read, the days of the previous response are shown.
  const first = chosen.first < meta.from || chosen.first > meta.to ? meta.from : chosen.first;
  const last = chosen.last < first ? meta.to : chosen.last;
  const period = { first, last };
  const start = daysApart(meta.from, first);
  const shown = data.series.slice(start, start + lengthOf(period));
  return { period, all: data.series, start, shown, days: shown.map(({ date }) => date) };
}

function isChosen({ days, from, to }: Scope): boolean {
  return days !== undefined || from !== undefined || to !== undefined;
}

function sinceFirstKnown({ series, events }: DaySource["data"], { first, last }: Period): Period {
  const known = series.find(({ rating_count, price, ranks }) =>
    [rating_count, price, ...ranks].some((value) => value !== null),
  )?.date;
  const days = [known, ...events.map(({ occurred_at: at }) => utcDay(at))].filter((day) => day !== undefined);
  const earliest = days.toSorted()[0] ?? first;
  const latest = addDays(last, 1 - DAYS_MIN);
  return { first: [first, earliest < latest ? earliest : latest].toSorted()[1] ?? first, last };
}
