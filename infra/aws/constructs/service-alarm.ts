import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { alarmTopicName } from "./alarm-topic.ts";

/** Headings of docs/runbook.md that alarms link to; a test checks that the document has them. */
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
  "Limited requests",
  "Late charts",
  "Late sweep",
  "Apps left out",
  "Scraper errors",
  "Failing schedules",
  "Throttled functions",
] as const;
type RunbookHeading = (typeof runbookHeadings)[number];

export type ServiceAlarmProps = {
  readonly deployment: Deployment;
  /** A sentence that names the problem. */
  readonly says: string;
  /** The heading under which the runbook says what to do. */
  readonly runbook: RunbookHeading;
  readonly metric: IMetric;
  /** The alarm is raised from this value on. */
  readonly threshold: number;
  /** Consecutive periods of the metric. Default: 1. */
  readonly periods?: number;
};

/** Notifies the deployment's engineers of a problem, with a link to the runbook. */
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

/** Returns the link to a heading. */
export function runbookLink(heading: RunbookHeading): string {
  return `docs/runbook.md#${heading.toLowerCase().replaceAll(" ", "-")}`;
}
