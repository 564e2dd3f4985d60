import { describe, expect, it } from "vitest";

import { alarmSchema, isRaised } from "./evaluate-alarm.ts";
import { evaluateMath } from "./metric-math.ts";

const minutely = (values: readonly (number | undefined)[]) =>
  new Map(values.flatMap((value, minute) => (value === undefined ? [] : [[minute, [value]] as const])));

function alarm(given: Readonly<Record<string, unknown>>) {
  return alarmSchema.parse({
    AlarmName: "test",
    AlarmDescription: "Test",
    ComparisonOperator: "GreaterThanOrEqualToThreshold",
    Threshold: 10,
    EvaluationPeriods: 3,
    TreatMissingData: "notBreaching",
    MetricName: "Test",
    Period: 60,
    Statistic: "Sum",
    ...given,
  });
}

// The rows are those of the user guide's table for three periods: "-" is missing, "0" fine, "x" breaching.
describe("an alarm on three periods, of which five are read", () => {
  it.each([
    { range: "0-x-x", notBreaching: false, breaching: false },
    { range: "----0", notBreaching: false, breaching: false },
    { range: "-----", notBreaching: false, breaching: true },
    { range: "0xx-x", notBreaching: true, breaching: true },
    { range: "--xx-", notBreaching: false, breaching: true },
    { range: "---xx", notBreaching: false, breaching: true },
    { range: "xxx--", notBreaching: true, breaching: true },
  ])("with $range", ({ range, notBreaching, breaching }) => {
    const recording = minutely([...range].map((sign) => ({ "0": 0, x: 10 })[sign]));
    const raised = (TreatMissingData: string) => isRaised(alarm({ TreatMissingData }), () => recording, range.length);

    expect([raised("notBreaching"), raised("breaching")]).toEqual([notBreaching, breaching]);
  });

  it("is raised by as many data points as it requires", () => {
    const recording = minutely([0, 0, 10, 0, 10]);

    expect(isRaised(alarm({ DatapointsToAlarm: 2 }), () => recording, 5)).toBe(true);
    expect(isRaised(alarm({ DatapointsToAlarm: 3 }), () => recording, 5)).toBe(false);
  });
});

describe("the periods of an alarm", () => {
  it("slide by the minute", () => {
    const definition = alarm({ Period: 300, EvaluationPeriods: 1 });
    const recording = minutely([...Array(7).fill(0), 10]);

    expect([7, 8, 12].map((minute) => isRaised(definition, () => recording, minute))).toEqual([false, true, true]);
  });

  it.each([
    ["Average", 5.5],
    ["Maximum", 10],
    ["Minimum", 1],
    ["SampleCount", 10],
    ["Sum", 55],
    ["p90", 9],
    ["p50", 5],
  ])("have the statistic %s", (Statistic, expected) => {
    const recording = new Map([[0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]]);
    const raisedFrom = (Threshold: number) =>
      isRaised(alarm({ Statistic, EvaluationPeriods: 1, Threshold }), () => recording, 1);

    expect([raisedFrom(expected), raisedFrom(expected + 0.1)]).toEqual([true, false]);
  });
});

describe("metric math", () => {
  const scope = { part: [1, undefined, 3, 4], all: [10, 20, undefined, 0] };

  it.each([
    ["part + all", [11, undefined, undefined, 4]],
    ["SUM([part, all])", [11, 20, 3, 4]],
    ["100 * FILL(part, 0) / all", [10, 0, undefined, undefined]],
    ["IF(all >= 10, part, 7)", [1, undefined, undefined, 7]],
    ["IF(all >= 20, 100 * FILL(part, 0) / all, 0)", [0, 0, undefined, 0]],
    ["DIFF(all)", [undefined, 10, undefined, undefined]],
    ["part - 2 * 3 + 1", [-4, undefined, -2, -1]],
    ["(part - 2) * 3 > 0", [0, undefined, 1, 1]],
  ])("has the result of %s", (expression, expected) => {
    expect(evaluateMath(expression, scope)).toEqual(expected);
  });

  it.each(["RATE(part)", "part +", "other", "part part"])("does not evaluate %s", (expression) => {
    expect(() => evaluateMath(expression, scope)).toThrow();
  });
});
