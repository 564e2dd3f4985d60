import { Duration } from "aws-cdk-lib";
import { type CfnRule, Rule, Schedule as RuleSchedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import type * as z from "zod";

import { RUN_AT_START_METADATA } from "../../templates/metadata.ts";
import type { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";

const RETRIES_MAX = 2;
const EVENT_AGE_MAX_MINUTES = 10;

export type ScheduleProps = {
  readonly target: ServerFunction<z.ZodObject>;
  /** `rate(…)` or `cron(…)`. */
  readonly expression: string;
  /** Runs it once when the local host starts, because a stop may have left work behind. Default: false. */
  readonly runAtLocalStart?: boolean;
};

/** Invokes a function regularly. */
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
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment: props.target.deployment,
      says: `A scheduled function failed three times in a row: ${props.target.node.id}.`,
      runbook: "Failing schedules",
      metric: props.target.lambda.metricErrors({ period: Duration.minutes(15) }),
      threshold: 1 + RETRIES_MAX,
    });
    if (!props.runAtLocalStart) return;
    // The default child of a Rule is a CfnRule; the type of the property does not say so.
    (rule.node.defaultChild as CfnRule).addMetadata(RUN_AT_START_METADATA, true);
  }
}
