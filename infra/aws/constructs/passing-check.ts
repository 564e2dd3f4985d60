import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";

const PERIOD = Duration.minutes(1);
/** Two missing or failed runs of a five-minute schedule, with the delay of their metric. */
const PERIODS = 13;

export function passingCheck(lambda: LambdaFunction) {
  return { ...passedRuns(lambda, PERIOD), periods: PERIODS };
}

/** Returns the metric and threshold of a floor on successful runs. A missing run is as bad as a failed one. */
export function passedRuns(lambda: LambdaFunction, period: Duration) {
  const of = { period, statistic: "Sum" };
  const metric = new MathExpression({
    expression: "FILL(invocations, 0) - FILL(errors, 0)",
    usingMetrics: { invocations: lambda.metricInvocations(of), errors: lambda.metricErrors(of) },
    period,
    label: "Runs that passed",
  });
  return { metric, threshold: 1, isFloor: true };
}
