import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { alarmTopicName } from "./alarm-topic.ts";
import { alarmName, type RunbookHeading, runbookLink } from "./runbook.ts";

export type ServiceAlarmProps = {
  readonly deployment: Deployment;
  /** A sentence that names the problem. */
  readonly says: string;
  /** The heading under which the runbook says what to do. */
  readonly runbook: RunbookHeading;
  /** What the alarm watches, where a heading has several: a queue, a platform, a function. */
  readonly subject?: string;
  readonly metric: IMetric;
  /** The alarm is raised from this value on. */
  readonly threshold: number;
  /** Raises the alarm below the threshold instead, and without data. Default: false. */
  readonly isFloor?: boolean;
  /** Consecutive periods of the metric. Default: 1. */
  readonly periods?: number;
  /** How many of the periods are enough. Default: all of them. */
  readonly periodsToAlarm?: number;
};

/** Notifies the deployment's engineers of a problem, with a link to the runbook. */
export class ServiceAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { deployment, runbook, subject, isFloor = false, periodsToAlarm } = props;
    const { monitoring, runbookUrl } = deployment.stage;
    if (monitoring === "dead_letters" && runbook !== "Dead letters") return;
    const alarm = new Alarm(this, "Alarm", {
      alarmName: alarmName(deployment.stage.name, runbook, subject),
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
    const action = new SnsAction(this.#topicOf(deployment));
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }

  /** Finds the topic by its name, so that alarms depend on no other stack. */
  #topicOf({ stage }: Deployment) {
    const topicArn = Stack.of(this).formatArn({
      service: "sns",
      resource: alarmTopicName(stage.name),
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    return Topic.fromTopicArn(this, "Topic", topicArn);
  }
}
