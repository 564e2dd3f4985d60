import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";

const PERIOD = Duration.minutes(1);
/** Two runs of every five minutes that are missing or fail, with the delay of their metric. */
const PERIODS = 13;

/** Returns what an alarm needs that is raised after 13 minutes in which no run of a function passed. */
export function passingCheck(lambda: LambdaFunction) {
  return { ...passedRuns(lambda, PERIOD), periods: PERIODS };
}

/** Returns what a floor needs on the runs of a function that passed: none at all is as bad as one that fails. */
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
