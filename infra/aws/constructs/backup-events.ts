import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Rule } from "aws-cdk-lib/aws-events";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { logRetention } from "./log-retention.ts";
import { RunbookQueries } from "./runbook-queries.ts";
import { ServiceAlarm } from "./service-alarm.ts";

const UNSUCCESSFUL = ["ABORTED", "EXPIRED", "FAILED", "PARTIAL"];
const PERIOD = Duration.hours(1);

export class BackupEvents extends Construct {
  constructor(scope: Construct, id: string, { deployment }: { readonly deployment: Deployment }) {
    super(scope, id);
    const { stage } = deployment;
    // EventBridge may write to groups below this name alone.
    const logGroupName = `/aws/events/shelfwatch-${stage.name}-backups`;
    const log = new LogGroup(this, "Log", { logGroupName, ...logRetention(stage) });
    for (const service of ["events", "delivery.logs"]) {
      log.grantWrite(new ServicePrincipal(`${service}.amazonaws.com`)).assertSuccess();
    }
    // Events of backups and of copies name their vault differently. No filter is needed with one stage per account.
    const rule = new Rule(this, "Rule", {
      eventPattern: {
        source: ["aws.backup"],
        detailType: ["Backup Job State Change", "Copy Job State Change"],
        detail: { state: UNSUCCESSFUL },
      },
      targets: [{ bind: () => ({ arn: arnOf(this, logGroupName) }) }],
    });
    new ServiceAlarm(this, "FailuresAlarm", {
      deployment,
      says: "A backup of the database, or its copy for the other account, was not made.",
      runbook: "Failed copies",
      metric: new Metric({
        namespace: "AWS/Events",
        metricName: "TriggeredRules",
        dimensionsMap: { RuleName: rule.ruleName },
        statistic: "Sum",
        period: PERIOD,
      }),
      threshold: 1,
    });
    new RunbookQueries(this, "Queries", { deployment, source: "backups", logGroups: [log] });
  }
}

/** EventBridge needs the ARN without the `:*` at its end that CloudFormation returns. */
function arnOf(scope: Construct, logGroupName: string): string {
  return Stack.of(scope).formatArn({
    service: "logs",
    resource: "log-group",
    resourceName: logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
