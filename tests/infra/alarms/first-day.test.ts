import { describe, expect, it } from "vitest";

import { type DayOfMetric, days } from "./days.ts";
import { type AlarmDefinition, isRaised, type MetricName, type Recording } from "./evaluate-alarm.ts";
import { matchesPattern } from "./event-pattern.ts";
import { alarms, headingOf, notices } from "./prod-alarms.ts";

const DAY_MINUTES = 1_440;
/** From the deployment on: the longest warm-up, and a day more. */
const REPLAYED_MINUTES = 3 * DAY_MINUTES;
const STEP_MINUTES = 10;
/** Stacks with alarms are made before all that they watch runs. */
const FIRST_DATA_MINUTE = 40;
const MAILS_MAX = 10;

/** Metrics whose first days are no good days. */
const firstDays: Readonly<Record<string, DayOfMetric>> = {
  // The first night plans charts, and no earlier day could have any.
  KeywordsReadPercent: (minute) => (minute % DAY_MINUTES === 5 ? [minute < 2 * DAY_MINUTES ? 100 : 97] : undefined),
  ChartsStoredPercent: (minute) => (minute % DAY_MINUTES === 5 ? [minute < 2 * DAY_MINUTES ? 100 : 97] : undefined),
};

type State = "ALARM" | "INSUFFICIENT_DATA" | "OK";

/** Returns the mails about an alarm from its creation at a minute of the day, on days without trouble. */
function mailsAbout(alarm: AlarmDefinition, deployedAt: number): number {
  const recorded = new Map<string, Recording>();
  const recordings = ({ MetricName, Dimensions }: MetricName): Recording => {
    const key = `${MetricName} ${JSON.stringify(Dimensions)}`;
    const recording = recorded.get(key) ?? record(alarm, { MetricName, Dimensions }, deployedAt);
    recorded.set(key, recording);
    return recording;
  };
  let state: State = "INSUFFICIENT_DATA";
  let mails = 0;
  const begin = alarm.WarmUpConfiguration?.WarmUpPeriodDurationInMinutes ?? 0;
  for (let minute = begin; minute <= REPLAYED_MINUTES; minute += STEP_MINUTES) {
    const next = isRaised(alarm, recordings, minute) ? "ALARM" : "OK";
    if (next !== state) mails += mailsOf(alarm, state, next);
    state = next;
  }
  return mails;
}

function record(alarm: AlarmDefinition, { MetricName, Dimensions }: MetricName, deployedAt: number): Recording {
  const day = firstDays[MetricName] ?? days[headingOf(alarm)][MetricName]?.good;
  if (day === undefined) throw new Error(`${alarm.AlarmName} reads ${MetricName}, for which there is no day.`);
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  const minutes = Array.from({ length: REPLAYED_MINUTES }, (_, minute) => minute).slice(FIRST_DATA_MINUTE);
  const ofDay = (minute: number) => (MetricName in firstDays ? minute : minute % DAY_MINUTES);
  return new Map(
    minutes.flatMap((minute) => {
      const values = day(ofDay(deployedAt + minute), dimensions);
      return values === undefined ? [] : [[minute, values] as const];
    }),
  );
}

function mailsOf({ AlarmName, AlarmActions, OKActions }: AlarmDefinition, before: State, now: State): number {
  const event = {
    source: "aws.cloudwatch",
    "detail-type": "CloudWatch Alarm State Change",
    detail: { alarmName: AlarmName, state: { value: now }, previousState: { value: before } },
  };
  const noticed = notices.filter(({ EventPattern }) => matchesPattern(EventPattern, event)).length;
  return (now === "ALARM" ? AlarmActions : OKActions).length + noticed;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("the first days of prod", () => {
  it.each([14 * 60, 23.5 * 60])(
    "have no mail after a deployment at minute %s of a day, and ten at most",
    (deployedAt) => {
      const mails = alarms.map((alarm) => [alarm.AlarmName, mailsAbout(alarm, deployedAt)] as const);

      expect(mails.filter(([, count]) => count > 0)).toEqual([]);
      expect(sum(mails.map(([, count]) => count))).toBeLessThanOrEqual(MAILS_MAX);
    },
  );

  it("would have more without a warm-up, and one for each alarm with an action on OK", () => {
    const floors = alarms.filter(({ WarmUpConfiguration }) => WarmUpConfiguration);
    const cold = floors.map(({ WarmUpConfiguration, ...alarm }) => alarm);
    const withEnds = alarms.map((alarm) => ({ ...alarm, OKActions: alarm.AlarmActions }));

    expect(sum(cold.map((alarm) => mailsAbout(alarm, 0)))).toBeGreaterThan(MAILS_MAX);
    expect(sum(withEnds.map((alarm) => mailsAbout(alarm, 0)))).toBeGreaterThanOrEqual(alarms.length);
  });
});

describe("the end of an alarm", () => {
  it("is reported by one mail, after it was raised and not when it gets its first data", () => {
    const mails = (before: State) => alarms.map((alarm) => mailsOf(alarm, before, "OK"));

    expect(new Set(mails("ALARM"))).toEqual(new Set([1]));
    expect(new Set(mails("INSUFFICIENT_DATA"))).toEqual(new Set([0]));
  });
});
