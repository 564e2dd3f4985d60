import * as z from "zod";

import { evaluateMath, type TimeSeries } from "./metric-math.ts";

const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]);
const metric = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions });
const query = z.object({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric: metric, Period: z.int(), Stat: z.string() }).optional(),
  Period: z.int().optional(),
  ReturnData: z.boolean().default(true),
});

/** The definition of an alarm in a template, with what this evaluation reads of it. */
export const alarmSchema = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  ComparisonOperator: z.enum(["GreaterThanOrEqualToThreshold", "LessThanThreshold"]),
  Threshold: z.number(),
  EvaluationPeriods: z.int(),
  DatapointsToAlarm: z.int().optional(),
  TreatMissingData: z.enum(["breaching", "notBreaching"]),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensions,
  Period: z.int().optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z.array(query).optional(),
  AlarmActions: z.array(z.unknown()).default([]),
  OKActions: z.array(z.unknown()).default([]),
  WarmUpConfiguration: z
    .object({ WarmUpPeriodDurationInMinutes: z.int(), OnlyStartEvaluatingAfterWarmUpPeriodEnds: z.literal(true) })
    .optional(),
});
export type AlarmDefinition = z.output<typeof alarmSchema>;
export type MetricName = Omit<z.output<typeof metric>, "Namespace">;

/** What was written of a metric, by the minute from the beginning. Minutes without data have no key. */
export type Recording = ReadonlyMap<number, readonly number[]>;
export type Recordings = (metric: MetricName) => Recording;

/** Returns the names of all metrics that an alarm reads. */
export function metricsOf({ Metrics = [], MetricName }: AlarmDefinition): readonly string[] {
  const ofExpression = Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric.MetricName] : []));
  return MetricName === undefined ? ofExpression : [MetricName];
}

/**
 * Periods that CloudWatch reads beyond those that it evaluates. The user guide says that it reads more, that how many
 * depends on the period, and shows five for an alarm on three ("Configuring how alarms treat missing data").
 */
const EXTRA_PERIODS = 2;

/**
 * Returns whether an alarm is raised at a minute, as the CloudWatch user guide describes it in "Alarm evaluation":
 *
 * - Each period becomes a data point by the statistic; periods end now and slide by the minute.
 * - The evaluation range is longer than the evaluation periods. With as many data points in it as there are evaluation
 *   periods, the most recent of them count, however old, and missing ones do not.
 * - With fewer, the missing ones are filled in as `TreatMissingData` says, beside all that are there.
 * - The alarm is raised when `DatapointsToAlarm` of them breach the threshold.
 */
export function isRaised(alarm: AlarmDefinition, recordings: Recordings, minute: number): boolean {
  const { EvaluationPeriods: periods, DatapointsToAlarm: enough = periods } = alarm;
  const range = seriesOf(alarm, recordings, { minute, length: periods + EXTRA_PERIODS });
  const present = range.filter((value) => value !== undefined).slice(-periods);
  const breaching = present.filter((value) => breaches(alarm, value)).length;
  const missing = alarm.TreatMissingData === "breaching" ? periods - present.length : 0;
  return breaching + missing >= enough;
}

function breaches({ ComparisonOperator, Threshold }: AlarmDefinition, value: number): boolean {
  return ComparisonOperator === "LessThanThreshold" ? value < Threshold : value >= Threshold;
}

type Range = { readonly minute: number; readonly length: number };

function seriesOf(alarm: AlarmDefinition, recordings: Recordings, range: Range): TimeSeries {
  if (alarm.Metrics !== undefined) return resultOf(alarm.Metrics, recordings, range);
  const { MetricName, Dimensions, Period, Statistic, ExtendedStatistic: stat = Statistic } = alarm;
  if (MetricName === undefined || Period === undefined || stat === undefined) throw new Error("No metric is named.");
  return aggregate(recordings({ MetricName, Dimensions }), { ...range, period: Period, stat });
}

function resultOf(queries: readonly z.output<typeof query>[], recordings: Recordings, range: Range): TimeSeries {
  const scope: Record<string, TimeSeries> = {};
  // The CDK writes an expression before the metrics that it reads.
  for (const { Id, Expression, MetricStat } of queries.toReversed()) {
    if (MetricStat) {
      const { Metric, Period: period, Stat: stat } = MetricStat;
      scope[Id] = aggregate(recordings(Metric), { ...range, period, stat });
    } else if (Expression) scope[Id] = evaluateMath(Expression, scope);
  }
  const [result, ...others] = queries.filter(({ ReturnData }) => ReturnData);
  const series = scope[result?.Id ?? ""];
  if (series === undefined || others.length > 0) throw new Error("An alarm has one result.");
  return series;
}

type Aggregation = Range & { readonly period: number; readonly stat: string };

function aggregate(recording: Recording, { minute, length, period, stat }: Aggregation): TimeSeries {
  const minutes = period / 60;
  return Array.from({ length }, (_, index) => {
    const start = minute - (length - index) * minutes;
    const values: number[] = [];
    for (let offset = 0; offset < minutes; offset += 1) values.push(...(recording.get(start + offset) ?? []));
    return values.length === 0 ? undefined : statistic(stat, values);
  });
}

function statistic(stat: string, values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  switch (stat) {
    case "Sum":
      return sum;
    case "Average":
      return sum / values.length;
    case "Maximum":
      return Math.max(...values);
    case "Minimum":
      return Math.min(...values);
    case "SampleCount":
      return values.length;
    default:
      return percentile(stat, values);
  }
}

/** The nearest rank. CloudWatch interpolates between samples, which none of the days here depends on. */
function percentile(stat: string, values: readonly number[]): number {
  const share = Number(/^p(\d+(?:\.\d+)?)$/.exec(stat)?.[1] ?? Number.NaN) / 100;
  const value = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];
  if (value === undefined) throw new Error(`No alarm of ours uses the statistic ${stat}.`);
  return value;
}
