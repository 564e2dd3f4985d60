import { describe, expect, it } from "vitest";

import type { RunbookHeading } from "../../../infra/aws/constructs/runbook.ts";
import { type DayOfMetric, days } from "./days.ts";
import { type AlarmDefinition, isRaised, type MetricName, type Recording } from "./evaluate-alarm.ts";
import { alarms, headingOf } from "./prod-alarms.ts";

/** From the start of a failure, or of the first tick that does not come. */
const MINUTES_MAX = 15;
/** Between an event and its data. */
const DELAY_MINUTES = 2;
const BEGIN = 12 * 60;
const LAST = BEGIN + 90;

const always =
  (...values: readonly number[]): DayOfMetric =>
  () =>
    values;
const ticks =
  (minutes: number, ...values: readonly number[]): DayOfMetric =>
  (minute) =>
    minute % minutes === 0 ? values : undefined;
const silent: DayOfMetric = () => undefined;

type Promised = {
  readonly what: string;
  readonly heading: RunbookHeading;
  /** Of the alarms under the heading, those that watch it. Default: all. */
  readonly subject?: RegExp;
  /** What is written of each metric from the begin on; before, it is the good day of the heading. */
  readonly trouble: Readonly<Record<string, DayOfMetric>>;
  /** Minutes of the trouble until it is what the promise names. Default: 0. */
  readonly after?: number;
};

const failing = { Invocations: ticks(5, 3), Errors: ticks(5, 3) };
const stopped = { Invocations: silent, Errors: silent };

/** What the service promises, and what breaks it. */
const promises: readonly Promised[] = [
  { what: "the API responds, busy", heading: "API errors", trouble: { "5xx": always(2), Count: always(100) } },
  { what: "the API responds, quiet", heading: "Failing probe", trouble: failing },
  { what: "the database is alive", heading: "Failing probe", trouble: failing },
  { what: "the API is probed", heading: "Failing probe", trouble: stopped },
  {
    what: "schedules of minutes run",
    heading: "Idle schedules",
    subject: /(?:resend|sweep|start-due)/,
    trouble: stopped,
  },
  {
    what: "figures are written",
    heading: "Missing metrics",
    trouble: { OverdueAppsPercent: silent, ChartLagSeconds: silent, SweepLagSeconds: silent, PausedSeconds: silent },
  },
  {
    what: "a store lets us in",
    heading: "Blocked store",
    // Rejections at minutes 0, 1, 3, 7 and 15 of the trouble block for 1, 2, 4, 8 and 16 minutes.
    trouble: { StoreBlockedSeconds: (minute) => ticks(5, blockedSeconds(minute - BEGIN))(minute, {}) },
  },
  {
    what: "an hour costs little: data out",
    heading: "Costly hour",
    subject: /data-out/,
    trouble: { DataProcessed: always(1.25e9) },
  },
  {
    what: "an hour costs little: messages",
    heading: "Costly hour",
    subject: /messages/,
    trouble: { NumberOfMessagesSent: always(2_500) },
  },
  {
    what: "an hour costs little: invocations",
    heading: "Costly hour",
    subject: /invocations/,
    trouble: { Invocations: always(25_000) },
  },
  {
    what: "an hour costs little: the database",
    heading: "Costly hour",
    subject: /database/,
    trouble: { ServerlessDatabaseCapacity: always(4) },
    after: 60,
  },
  { what: "data and recipients are safe", heading: "Missing safeguards", trouble: failing },
  { what: "safeguards are checked", heading: "Missing safeguards", trouble: stopped },
];

function blockedSeconds(minute: number): number {
  const rejections = [0, 1, 3, 7, 15, 31, 61].filter((at) => at <= minute).length;
  return 60 * (2 ** rejections - 1);
}

/** Returns the minute of the trouble in which an alarm is raised, by the data that have arrived by then. */
function raisedAfter(alarm: AlarmDefinition, trouble: Promised["trouble"]): number | undefined {
  const good = days[headingOf(alarm)];
  const recorded = new Map<string, Recording>();
  const recordings = ({ MetricName, Dimensions }: MetricName): Recording => {
    const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
    const key = `${MetricName} ${JSON.stringify(dimensions)}`;
    const [before, after] = [good[MetricName]?.good, trouble[MetricName]];
    if (before === undefined || after === undefined) throw new Error(`There is no trouble of ${MetricName}.`);
    const recording = recorded.get(key) ?? record(before, after, dimensions);
    recorded.set(key, recording);
    return recording;
  };
  for (let minute = BEGIN; minute <= LAST; minute += 1) {
    const arrived = (metric: MetricName): Recording =>
      new Map([...recordings(metric)].filter(([at]) => at < minute - DELAY_MINUTES));
    if (isRaised(alarm, arrived, minute)) return minute - BEGIN;
  }
  return undefined;
}

function record(before: DayOfMetric, after: DayOfMetric, dimensions: Readonly<Record<string, unknown>>): Recording {
  const minutes = Array.from({ length: LAST - (BEGIN - 180) }, (_, index) => BEGIN - 180 + index);
  return new Map(
    minutes.flatMap((minute) => {
      // What ticks has had its last good tick in the minute of the begin.
      const values = (minute <= BEGIN ? before : after)(minute, dimensions);
      return values === undefined ? [] : [[minute, values] as const];
    }),
  );
}

/** Minutes from a tick to the next: of what has stopped, the first tick that does not come begins the trouble. */
function gapOf({ AlarmName }: AlarmDefinition): number {
  if (/start-due/.test(AlarmName)) return 15;
  return /idle-schedules|missing-metrics/.test(AlarmName) ? 5 : 0;
}

describe("an alarm is raised within a quarter of an hour when it is no longer true that", () => {
  it.each(promises)("$what", ({ heading, subject = /./, trouble, after = 0 }) => {
    const watching = alarms.filter((alarm) => headingOf(alarm) === heading && subject.test(alarm.AlarmName));
    const minutes = watching.map((alarm) => [alarm.AlarmName, raisedAfter(alarm, trouble), gapOf(alarm)] as const);
    const late = minutes.filter(([, minute = Infinity, gap]) => minute - gap - after > MINUTES_MAX);

    expect(watching).not.toEqual([]);
    expect(late).toEqual([]);
    // Nothing is raised by the data of the good hours before.
    expect(minutes.filter(([, minute]) => minute === 0)).toEqual([]);
  });
});
