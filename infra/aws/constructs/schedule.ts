import { Duration } from "aws-cdk-lib";
import { type CfnRule, Rule, Schedule as RuleSchedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import type * as z from "zod";

import { RUN_AT_START_METADATA } from "../../templates/metadata.ts";
import { kebabCase } from "./function-name.ts";
import { longestSilence } from "./longest-silence.ts";
import type { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { zeroWhereMissing } from "./service-metric.ts";

const RETRIES_MAX = 2;
const EVENT_AGE_MAX_MINUTES = 10;

/** Lambda repeats an asynchronous invocation twice: after a minute, then after two. */
const ATTEMPTS = 3;
const RETRY_WAIT_MINUTES = 3;
const METRIC_DELAY_MINUTES = 5;
const WINDOW_MINUTES_MIN = 15;

export type ScheduleProps = {
  readonly target: ServerFunction<z.ZodObject>;
  /** `rate(…)` or `cron(…)`. */
  readonly expression: string;
  /** Runs it once when the local host starts, because a stop may have left work behind. The default is false. */
  readonly runAtLocalStart?: boolean;
  /** False if another alarm is raised when no run succeeds. The default is true. */
  readonly hasAlarms?: boolean;
};

export class Schedule extends Construct {
  constructor(scope: Construct, id: string, props: ScheduleProps) {
    super(scope, id);
    const rule = new Rule(this, "Rule", {
      schedule: RuleSchedule.expression(props.expression),
      targets: [
        new LambdaTarget(props.target.lambda, {
          retryAttempts: RETRIES_MAX,
          maxEventAge: Duration.minutes(EVENT_AGE_MAX_MINUTES),
        }),
      ],
    });
    if (props.hasAlarms ?? true) this.#addAlarms(props);
    if (!props.runAtLocalStart) return;
    // The default child of a Rule is a CfnRule; the type of the property does not say so.
    (rule.node.defaultChild as CfnRule).addMetadata(RUN_AT_START_METADATA, true);
  }

  #addAlarms({ target, expression }: ScheduleProps): void {
    const { deployment, lambda } = target;
    const subject = kebabCase(target.node.id);
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment,
      says: `A scheduled function failed three times in a row: ${target.node.id}.`,
      runbook: "Failing schedules",
      subject,
      metric: lambda.metricErrors({ period: attemptsWindow(lambda.timeout) }),
      threshold: ATTEMPTS,
    });
    const { period, periods } = longestSilence(expression);
    new ServiceAlarm(this, "IdleAlarm", {
      deployment,
      says: `A scheduled function is no longer invoked: ${target.node.id}.`,
      runbook: "Idle schedules",
      subject,
      metric: zeroWhereMissing(lambda.metricInvocations({ period })),
      threshold: 1,
      isFloor: true,
      periods,
    });
  }
}

/**
 * The window covers all attempts, since Lambda dates an error by the start of its attempt
 * (docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics.html).
 */
function attemptsWindow(timeout: Duration = Duration.minutes(WINDOW_MINUTES_MIN)): Duration {
  const minutes = ATTEMPTS * timeout.toMinutes({ integral: false }) + RETRY_WAIT_MINUTES + METRIC_DELAY_MINUTES;
  return Duration.minutes(Math.max(WINDOW_MINUTES_MIN, Math.ceil(minutes)));
}
