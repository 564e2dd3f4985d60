import { EventField, type EventPattern, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import type { AlarmTopics } from "./alarm-topics.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import type { EncryptionKey } from "./encryption-key.ts";
import { EventNotice } from "./event-notice.ts";
import { runbookLink, type Severity } from "./runbook.ts";

const eventCategories: Readonly<Record<Severity, readonly string[]>> = {
  critical: ["availability", "deletion", "failover", "failure"],
  warning: ["low storage", "maintenance", "notification", "recovery"],
};
const VIA_CLOUDTRAIL = "AWS API Call via CloudTrail";

export type DatabaseNoticesProps = {
  readonly deployment: Deployment;
  readonly topics: AlarmTopics;
  readonly encryptionKey?: EncryptionKey;
};

export class DatabaseNotices extends Construct {
  constructor(scope: Construct, id: string, props: DatabaseNoticesProps) {
    super(scope, id);
    this.#reportEvents("critical", props);
    this.#reportEvents("warning", props);
    this.#reportCalls("Deletion", props, {
      eventName: ["DeleteDBCluster", "DeleteDBInstance", "DeleteDBClusterAutomatedBackup", "DeleteDBClusterSnapshot"],
    });
    this.#reportCalls("Protection", props, {
      eventName: ["ModifyDBCluster"],
      requestParameters: { deletionProtection: [false] },
    });
    const { encryptionKey } = props;
    if (!encryptionKey) return;
    this.#reportCalls("Key", props, {
      eventName: ["DisableKey", "ScheduleKeyDeletion"],
      resources: { ARN: [encryptionKey.key.keyArn] },
    });
  }

  /** The filter is a prefix of the name, so that a copy of the database, and a replaced one, are reported, too. */
  #reportEvents(severity: Severity, { deployment, topics }: DatabaseNoticesProps): void {
    new EventNotice(this, severity === "critical" ? "Events" : "LesserEvents", {
      topic: topics.topics[severity],
      pattern: {
        source: ["aws.rds"],
        detailType: ["RDS DB Cluster Event", "RDS DB Instance Event"],
        detail: {
          EventCategories: [...eventCategories[severity]],
          SourceIdentifier: [{ prefix: clusterIdentifier(deployment.stage) }],
        },
      },
      message: RuleTargetInput.fromText(
        `${severity}: RDS reports of ${EventField.fromPath("$.detail.SourceIdentifier")}: ` +
          `${EventField.fromPath("$.detail.Message")} Runbook: ` +
          `${runbookLink("Database events", deployment.stage.runbookUrl)}`,
      ),
    });
  }

  /** This needs a trail in the account: without one, CloudTrail sends nothing to EventBridge. */
  #reportCalls(
    id: string,
    { deployment, topics }: DatabaseNoticesProps,
    detail: NonNullable<EventPattern["detail"]>,
  ): void {
    new EventNotice(this, id, {
      topic: topics.topics.critical,
      pattern: { source: ["aws.rds", "aws.kms"], detailType: [VIA_CLOUDTRAIL], detail },
      message: RuleTargetInput.fromText(
        `critical: ${EventField.fromPath("$.detail.userIdentity.arn")} has called ` +
          `${EventField.fromPath("$.detail.eventName")}, ${EventField.fromPath("$.time")}. ` +
          `Runbook: ${runbookLink("Deletion of data", deployment.stage.runbookUrl)}`,
      ),
    });
  }
}
