import { ArnFormat, Aws, Stack } from "aws-cdk-lib";
import { EventField, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import type { EncryptionKey } from "./encryption-key.ts";
import { EventNotice } from "./event-notice.ts";
import { alarmPrefix, type Severity, severities } from "./runbook.ts";

export type AlarmTopicsProps = {
  readonly deployment: Deployment;
  /** By default, messages are not encrypted at rest, since alarms cannot publish under the key that AWS manages. */
  readonly encryptionKey?: EncryptionKey;
};

/** One topic per severity, so that a pager can subscribe to critical alarms alone. */
export class AlarmTopics extends Construct {
  readonly topics: Readonly<Record<Severity, Topic>>;

  constructor(scope: Construct, id: string, props: AlarmTopicsProps) {
    super(scope, id);
    this.topics = { critical: this.#add("critical", props), warning: this.#add("warning", props) };
    for (const severity of severities) this.#reportEnds(severity, props.deployment);
  }

  #add(severity: Severity, { deployment, encryptionKey }: AlarmTopicsProps): Topic {
    const { name, alarmEmails } = deployment.stage;
    const topic = new Topic(this, severity === "critical" ? "Critical" : "Warning", {
      topicName: alarmTopicName(name, severity),
      enforceSSL: true,
      ...(encryptionKey ? { masterKey: encryptionKey.key } : {}),
    });
    // enforceSSL replaces the default policy of AWS, which would let the account's alarms publish.
    const alarms = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    topic.grantPublish(alarms).assertSuccess();
    for (const email of alarmEmails) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  /** An action on OK would also run when an alarm gets its first data, so a new stage would send many mails. */
  #reportEnds(severity: Severity, { stage }: Deployment): void {
    new EventNotice(this, severity === "critical" ? "CriticalEnds" : "WarningEnds", {
      topic: this.topics[severity],
      pattern: {
        source: ["aws.cloudwatch"],
        detailType: ["CloudWatch Alarm State Change"],
        detail: {
          alarmName: [{ prefix: alarmPrefix(severity, stage.name) }],
          state: { value: ["OK"] },
          previousState: { value: ["ALARM"] },
        },
      },
      message: RuleTargetInput.fromText(
        `OK: ${EventField.fromPath("$.detail.alarmName")} has ended, ${EventField.fromPath("$.time")}.`,
      ),
    });
  }
}

export function alarmTopicName(stage: string, severity: Severity): string {
  return `shelfwatch-${stage}-${severity}`;
}

/** Returns the ARN of a topic by its name, so that alarms depend on no other stack. */
export function alarmTopicArn(scope: Construct, stage: string, severity: Severity): string {
  return Stack.of(scope).formatArn({
    service: "sns",
    resource: alarmTopicName(stage, severity),
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  });
}
