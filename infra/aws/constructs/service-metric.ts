import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";

import type { Platform } from "../../../lib/domain/platform.ts";
import { METRICS_NAMESPACE, type MeasureName, serviceName } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";

export type ServiceMetric = {
  readonly platform: Platform;
  readonly statistic: "Sum" | "Maximum" | "Minimum" | "SampleCount";
  readonly period: Duration;
};

export function serviceMetric({ stage }: Deployment, name: MeasureName, props: ServiceMetric): Metric {
  const { platform, statistic, period } = props;
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceName(stage.name), platform },
    statistic,
    period,
    label: `${platform} ${name}`,
  });
}

/** Returns the percentage of `part` in `all`, and 0 while `all` is too small to be meaningful. */
export function percentage(props: {
  readonly part: Metric;
  readonly all: MathExpression | Metric;
  readonly enough: number;
  readonly label: string;
}): MathExpression {
  const { part, all, enough, label } = props;
  return new MathExpression({
    expression: `IF(all >= ${enough}, 100 * FILL(part, 0) / all, 0)`,
    usingMetrics: { part, all },
    label,
    period: Duration.minutes(part.period.toMinutes()),
  });
}

/** An alarm on 0 instead of no data sees silence sooner, since CloudWatch prefers older data to missing data. */
export function zeroWhereMissing(metric: Metric): MathExpression {
  return new MathExpression({
    expression: "FILL(given, 0)",
    usingMetrics: { given: metric },
    period: metric.period,
    ...(metric.label ? { label: metric.label } : {}),
  });
}

/**
 * Returns 0 while both metrics are too few to be meaningful. SUM ignores a metric that was never written, unlike `+`.
 */
export function percentageOfBoth(part: Metric, rest: Metric, enough: number): MathExpression {
  return new MathExpression({
    expression: `IF(SUM([part, rest]) >= ${enough}, 100 * FILL(part, 0) / SUM([part, rest]), 0)`,
    usingMetrics: { part, rest },
    period: part.period,
  });
}
