import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type * as z from "zod";

import { safeguardsEnvironment } from "../../../lib/wiring/watching-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import { alarmTopicArn } from "./alarm-topics.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import type { EncryptionKey } from "./encryption-key.ts";
import { passingCheck } from "./passing-check.ts";
import { severities } from "./runbook.ts";
import { RunbookQueries } from "./runbook-queries.ts";
import { Schedule } from "./schedule.ts";
import { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";

const EVERY_FIVE_MINUTES = "rate(5 minutes)";
const TIMEOUT_SECONDS = 30;
const MEMORY_MB = 256;
/** A first deployment protects the database at its end, and recipients have to confirm their addresses. */
const WARM_UP = Duration.hours(3);

export type SafeguardsProps = {
  readonly deployment: Deployment;
  readonly encryptionKey?: EncryptionKey;
};

export class Safeguards extends Construct {
  constructor(scope: Construct, id: string, { deployment, encryptionKey }: SafeguardsProps) {
    super(scope, id);
    const { stage } = deployment;
    const topicArns = severities.map((severity) => alarmTopicArn(this, stage.name, severity));
    const check: ServerFunction<z.ZodObject> = new ServerFunction(this, "CheckSafeguards", {
      deployment,
      entry: entries.checkSafeguards,
      description: "Checks the protection of the database, its key and who gets alarms",
      schema: safeguardsEnvironment(),
      environment: {
        STAGE: stage.name,
        LOG_LEVEL: stage.logLevel,
        CLUSTER_IDENTIFIER: clusterIdentifier(stage),
        KEY_ARN: encryptionKey?.key.keyArn,
        TOPIC_ARNS: topicArns.join(","),
        RECIPIENTS: stage.alarmEmails.length,
      },
      memoryMb: MEMORY_MB,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    this.#allowReads(check, topicArns, stage, encryptionKey);
    new Schedule(this, "Schedule", { target: check, expression: EVERY_FIVE_MINUTES, hasAlarms: false });
    new RunbookQueries(this, "Queries", { deployment, source: "safeguards", logGroups: [check.lambda.logGroup] });
    new ServiceAlarm(this, "Alarm", {
      deployment,
      says: "The database, its key or the recipients of alarms are not safe.",
      runbook: "Missing safeguards",
      ...passingCheck(check.lambda),
      // One of the topics may be the one without a recipient.
      notify: severities,
      warmUp: WARM_UP,
    });
  }

  #allowReads(
    { lambda }: ServerFunction<z.ZodObject>,
    topicArns: readonly string[],
    stage: Deployment["stage"],
    encryptionKey: EncryptionKey | undefined,
  ): void {
    const allow = (action: string, ...resources: readonly string[]) =>
      lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [...resources] }));
    const clusterArn = Stack.of(this).formatArn({
      service: "rds",
      resource: "cluster",
      resourceName: clusterIdentifier(stage),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    allow("rds:DescribeDBClusters", clusterArn);
    allow("sns:GetTopicAttributes", ...topicArns);
    if (encryptionKey) allow("kms:DescribeKey", encryptionKey.key.keyArn);
  }
}
