import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { alarmTopicName } from "./alarm-topic.ts";

/** Headings of docs/runbook.md to which alarms lead; a test holds the document to them. */
export const runbookHeadings = [
  "Dead letters",
  "Queue age",
  "API errors",
  "API latency",
  "Database capacity",
  "Database connections",
  "Overdue apps",
  "Failed syncs",
  "Store rejections",
  "Late charts",
  "Scraper errors",
  "Failing schedules",
  "Throttled functions",
] as const;
type RunbookHeading = (typeof runbookHeadings)[number];

export type ServiceAlarmProps = {
  readonly deployment: Deployment;
  /** What is wrong, in a sentence. */
  readonly says: string;
  /** The heading that says what to do. */
  readonly runbook: RunbookHeading;
  readonly metric: IMetric;
  /** Wrong from here on. */
  readonly threshold: number;
  /** Periods of the metric in a row. Default 1. */
  readonly periods?: number;
};

/** Tells the deployment's engineers that a promise is not kept, and where the runbook says what to do. */
export class ServiceAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { monitoring } = props.deployment.stage;
    if (monitoring === "dead_letters" && props.runbook !== "Dead letters") return;
    const alarm = new Alarm(this, "Alarm", {
      alarmDescription: `${props.says} Runbook: ${runbookLink(props.runbook)}`,
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.#topicOf(props.deployment));
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }

  /** By its name: an alarm of one stack needs nothing of the stack that holds the topic. */
  #topicOf({ stage }: Deployment) {
    const topicArn = Stack.of(this).formatArn({
      service: "sns",
      resource: alarmTopicName(stage.name),
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    return Topic.fromTopicArn(this, "Topic", topicArn);
  }
}

/** Returns where a heading is, as alarms name it. */
export function runbookLink(heading: RunbookHeading): string {
  return `docs/runbook.md#${heading.toLowerCase().replaceAll(" ", "-")}`;
}
