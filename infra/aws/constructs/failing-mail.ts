import { Duration } from "aws-cdk-lib";
import { FilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

import { MAIL_FAILED } from "../../../lib/domain/smtp.ts";
import { METRICS_NAMESPACE } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { RunbookQueries } from "./runbook-queries.ts";
import { ServiceAlarm } from "./service-alarm.ts";

export type FailingMailProps = {
  readonly deployment: Deployment;
  /** The log of the dispatcher. */
  readonly log: ILogGroup;
};

const FAILURES_MAX = 3;

/** The attempts of a mail during an outage are four within an hour. */
export class FailingMail extends Construct {
  constructor(scope: Construct, id: string, { deployment, log }: FailingMailProps) {
    super(scope, id);
    new RunbookQueries(this, "Queries", { deployment, source: "mail", logGroups: [log] });
    if (deployment.stage.monitoring !== "full") return;
    const filter = new MetricFilter(this, "MailsFailed", {
      logGroup: log,
      filterPattern: FilterPattern.stringValue("$.message", "=", MAIL_FAILED),
      metricNamespace: `${METRICS_NAMESPACE}/${deployment.stage.name}`,
      metricName: "MailsFailed",
    });
    new ServiceAlarm(this, "Alarm", {
      deployment,
      says: "The SMTP server did not take three mails within an hour.",
      runbook: "Failing mail",
      metric: filter.metric({ statistic: "Sum", period: Duration.hours(1) }),
      threshold: FAILURES_MAX,
    });
  }
}
