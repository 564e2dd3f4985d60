import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  type CfnAlarm,
  ComparisonOperator,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { alarmTopicArn } from "./alarm-topics.ts";
import { alarmName, type RunbookHeading, runbookHeadings, runbookLink, type Severity } from "./runbook.ts";

export type ServiceAlarmProps = {
  readonly deployment: Deployment;
  readonly says: string;
  readonly runbook: RunbookHeading;
  readonly subject?: string;
  readonly metric: Metric | MathExpression;
  /** The first value that raises the alarm. */
  readonly threshold: number;
  /** Raises the alarm below the threshold instead, and without data. The default is false. */
  readonly isFloor?: boolean;
  readonly periods?: number;
  readonly periodsToAlarm?: number;
  readonly notify?: readonly Severity[];
  readonly warmUp?: Duration;
};

/** CloudWatch may read this many periods beyond the evaluated ones. */
const EXTRA_PERIODS = 2;
/** A stack may create its alarms this long before the resources that they watch. */
const SETUP_MINUTES_MAX = 60;
/** The maximum of CloudWatch. */
const WARM_UP_MINUTES_MAX = 2_880;

export class ServiceAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { deployment, runbook, subject, isFloor = false, periodsToAlarm } = props;
    const { name, monitoring, runbookUrl } = deployment.stage;
    if (monitoring === "dead_letters" && runbook !== "Dead letters") return;
    const alarm = new Alarm(this, "Alarm", {
      alarmName: alarmName(name, runbook, subject),
      alarmDescription: `${props.says} Runbook: ${runbookLink(runbook, runbookUrl)}`,
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      ...(periodsToAlarm ? { datapointsToAlarm: periodsToAlarm } : {}),
      comparisonOperator: isFloor
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isFloor ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const { notify = [runbookHeadings[runbook]] } = props;
    const topics = notify.map((severity) => {
      const topicArn = alarmTopicArn(this, name, severity);
      return Topic.fromTopicArn(this, severity === "critical" ? "Critical" : "Warning", topicArn);
    });
    // The topics report the end of an alarm, since they know that it had begun.
    alarm.addAlarmAction(...topics.map((topic) => new SnsAction(topic)));
    if (isFloor) waitForData(alarm, warmUpOf(props));
  }
}

/** A new stage has no data yet, which would breach. */
function waitForData(alarm: Alarm, warmUp: Duration): void {
  // The default child of an Alarm is a CfnAlarm; the type of the property does not say so.
  (alarm.node.defaultChild as CfnAlarm).warmUpConfiguration = {
    warmUpPeriodDurationInMinutes: warmUp.toMinutes(),
    // Otherwise the zeros that expressions use for missing data end the wait at once.
    onlyStartEvaluatingAfterWarmUpPeriodEnds: true,
  };
}

function warmUpOf({ metric, periods = 1, warmUp }: ServiceAlarmProps): Duration {
  if (warmUp) return warmUp;
  const minutes = SETUP_MINUTES_MAX + metric.period.toMinutes() * (periods + EXTRA_PERIODS);
  return Duration.minutes(Math.min(minutes, WARM_UP_MINUTES_MAX));
}
