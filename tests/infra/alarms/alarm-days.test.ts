import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { measureUnits } from "../../../lib/runtime/telemetry.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { type DayOfMetric, days } from "./days.ts";
import { type AlarmDefinition, isRaised, type MetricName, metricsOf, type Recording } from "./evaluate-alarm.ts";
import { alarms, headingOf, resources } from "./prod-alarms.ts";
import { runbookSentences } from "./runbook-sentences.ts";

const runbook = readFileSync(join(import.meta.dirname, "../../../docs/runbook.md"), "utf8");

const DAY_MINUTES = 1_440;
/** Two good days, and the one that is tested. */
const DAYS = 3;
const STEP_MINUTES = 20;
/** Between an event and the alarm that reads its metric. */
const METRIC_DELAY_MINUTES = 2;

/** Returns the minutes that an alarm evaluates. */
function minutesOf({ EvaluationPeriods, Metrics = [], Period = 0 }: AlarmDefinition): number {
  const seconds = Math.max(Period, ...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0));
  return (EvaluationPeriods * seconds) / 60;
}

/**
 * Returns whether an alarm is ever raised on the last day, whose data are those of `kind`; silent is one without any.
 */
function isEverRaised(alarm: AlarmDefinition, kind: "good" | "bad" | "silent"): boolean {
  const ofHeading = days[headingOf(alarm)];
  const recorded = new Map<string, Recording>();
  const recordings = ({ MetricName, Dimensions }: MetricName): Recording => {
    const day = ofHeading[MetricName];
    if (day === undefined) throw new Error(`${alarm.AlarmName} reads ${MetricName}, for which there is no day.`);
    const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
    const key = `${MetricName} ${JSON.stringify(dimensions)}`;
    const recording =
      recorded.get(key) ?? record(day.good, kind === "silent" ? () => undefined : day[kind], dimensions);
    recorded.set(key, recording);
    return recording;
  };
  for (let minute = (DAYS - 1) * DAY_MINUTES + STEP_MINUTES; minute <= DAYS * DAY_MINUTES; minute += STEP_MINUTES) {
    if (isRaised(alarm, recordings, minute)) return true;
  }
  return false;
}

function record(before: DayOfMetric, last: DayOfMetric, dimensions: Readonly<Record<string, unknown>>): Recording {
  const minutes = Array.from({ length: DAYS * DAY_MINUTES }, (_, minute) => minute);
  return new Map(
    minutes.flatMap((minute) => {
      const day = minute < (DAYS - 1) * DAY_MINUTES ? before : last;
      const values = day(minute % DAY_MINUTES, dimensions);
      return values === undefined ? [] : [[minute, values] as const];
    }),
  );
}

describe("the alarms of prod", () => {
  it("stay quiet on a good day", () => {
    const raised = alarms.filter((alarm) => isEverRaised(alarm, "good"));

    expect(raised.map(({ AlarmName }) => AlarmName)).toEqual([]);
  });

  it("are raised on a bad day", () => {
    const quiet = alarms.filter((alarm) => !isEverRaised(alarm, "bad"));

    expect(quiet.map(({ AlarmName }) => AlarmName)).toEqual([]);
  });

  it("are raised on a silent day where there should be data, and stay quiet where data mean trouble", () => {
    const raised = alarms.filter((alarm) => isEverRaised(alarm, "silent"));

    expect(raised).toEqual(alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching"));
    expect(new Set(raised.map(headingOf))).toEqual(
      new Set([
        "Failing canary",
        "Failing probe",
        "Idle schedules",
        "Incomplete day",
        "Missing charts",
        "Missing keywords",
        "Missing metrics",
        "Missing safeguards",
      ]),
    );
  });

  it("notice that a schedule or a gauge stops: its absence breaches an alarm of its own", () => {
    const floors = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
    const watched = floors.flatMap(metricsOf);
    const idle = floors.filter((alarm) => headingOf(alarm) === "Idle schedules");
    const rules = resources.filter(
      ([, { Type, Properties }]) => Type === "AWS::Events::Rule" && Properties?.ScheduleExpression !== undefined,
    );
    const gauges = Object.entries(measureUnits).filter(([, unit]) => unit !== "Count" && unit !== "Percent");
    // One run writes this and another gauge, which is watched.
    const others = ["StoreBlockedSeconds", "KeywordLagSeconds"];
    const names = gauges.map(([name]) => name).filter((name) => !others.includes(name));

    // The canary, the probe and the check of safeguards are watched by the runs that passed, and the gauges by
    // themselves.
    const passing = floors.filter((alarm) =>
      /^(?:Failing canary|Failing probe|Missing safeguards)$/.test(headingOf(alarm)),
    );
    expect(passing.flatMap(metricsOf)).toEqual(passing.flatMap(() => ["Invocations", "Errors"]));
    expect(idle.flatMap(metricsOf)).toEqual(Array(rules.length - passing.length - 1).fill("Invocations"));
    expect(watched).toEqual(expect.arrayContaining(["OverdueAppsPercent", ...names]));
  });

  it("are one for a check that fails or does not run, which the runbook names where it has the other schedules", () => {
    const isWatched = (id: string) =>
      alarms.some((alarm) => headingOf(alarm) === "Idle schedules" && JSON.stringify(alarm).includes(`"Ref":"${id}"`));
    const scheduled = resources.flatMap(([, { Type, Properties }]) =>
      Type === "AWS::Events::Rule" && Properties?.ScheduleExpression !== undefined
        ? [/"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(Properties.Targets))?.[1] ?? ""]
        : [],
    );
    const names = scheduled.flatMap((id) => {
      const [, { Properties } = {}] = resources.find(([other]) => other === id) ?? [];
      return isWatched(id) ? [] : [String(Properties?.FunctionName).replace("shelfwatch-prod-", "")];
    });

    expect(names.toSorted()).toEqual(["check-safeguards", "measure-service", "probe-api", "visit-api"]);
    for (const heading of ["Failing schedules", "Idle schedules"]) {
      const [section = ""] = runbook.split(`\n## ${heading}\n`)[1]?.split("\n## ") ?? [];
      for (const name of nonEmpty(names))
        expect([heading, name, section.includes(`\`${name}\``)]).toEqual([heading, name, true]);
    }
  });

  it("say of which stores a figure is missing as the runbook does: of one where a run writes those of both", () => {
    const [section = ""] = runbook.split("\n## Missing metrics\n")[1]?.split("\n## ") ?? [];
    const missing = alarms.filter((alarm) => headingOf(alarm) === "Missing metrics").flatMap(metricsOf);
    const rows = [...section.matchAll(/^\| `(\w+)` \| (the App Store|each store)/gm)];
    const named = rows.flatMap(([, name = "", of]) => (of === "each store" ? [name, name] : [name]));

    expect(named.toSorted()).toEqual(missing.toSorted());
  });

  it("notice a schedule whose function exceeds its time three times", () => {
    const timeouts = new Map(resources.map(([id, { Properties }]) => [id, Number(Properties?.Timeout)]));
    const failing = alarms.filter((alarm) => headingOf(alarm) === "Failing schedules");
    const quiet = failing.filter((alarm) => {
      const [dimension] = alarm.Dimensions;
      const minutes = Math.ceil((timeouts.get(String(Object(dimension?.Value).Ref)) ?? Number.NaN) / 60);
      // Each error is known when its attempt has ended, and has the time at which it began. Lambda waits one minute,
      // then two.
      const begins = [0, minutes + 1, 2 * minutes + 3];
      const recording: Recording = new Map(begins.map((minute) => [DAY_MINUTES + minute, [1]]));
      const isKnown = DAY_MINUTES + 3 * minutes + 3 + METRIC_DELAY_MINUTES;
      return !isRaised(alarm, () => recording, isKnown);
    });

    expect(failing.length).toBeGreaterThan(6);
    expect(quiet.map(({ AlarmName }) => AlarmName)).toEqual([]);
  });

  it.each(Object.entries(runbookSentences))("%s are raised as the runbook says", (heading, expected) => {
    const { says, thresholds, minutes } = expected;
    const [, section = ""] = runbook.split(`\n## ${heading}\n`);
    const found = alarms.filter((alarm) => headingOf(alarm) === heading);

    expect(section.split("\n## ")[0]).toContain(says);
    expect(new Set(found.map(({ Threshold }) => Threshold))).toEqual(new Set(thresholds));
    if (minutes) expect(new Set(found.map(minutesOf))).toEqual(new Set(minutes));
  });

  it("evaluate no longer than CloudWatch allows: a day, or a week by the hour", () => {
    for (const alarm of nonEmpty(alarms)) {
      const minutesMax = minutesOf(alarm) / alarm.EvaluationPeriods < 60 ? DAY_MINUTES : 7 * DAY_MINUTES;
      expect([alarm.AlarmName, minutesOf(alarm) <= minutesMax]).toEqual([alarm.AlarmName, true]);
    }
  });
});
