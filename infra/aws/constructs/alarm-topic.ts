import { Aws } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import type { EncryptionKey } from "./encryption-key.ts";

export type AlarmTopicProps = {
  readonly deployment: Deployment;
  /** Default: messages are not encrypted at rest, since alarms cannot publish under the key that AWS manages. */
  readonly encryptionKey?: EncryptionKey;
};

/** The topic of all alarms of a deployment, with its subscribers. */
export class AlarmTopic extends Construct {
  constructor(scope: Construct, id: string, { deployment, encryptionKey }: AlarmTopicProps) {
    super(scope, id);
    const { name, alarmEmails } = deployment.stage;
    const topic = new Topic(this, "Topic", {
      topicName: alarmTopicName(name),
      enforceSSL: true,
      ...(encryptionKey ? { masterKey: encryptionKey.key } : {}),
    });
    // enforceSSL replaces the default policy of AWS, which would let the account's alarms publish.
    const alarms = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    // With a key, it also lets them encrypt.
    topic.grantPublish(alarms).assertSuccess();
    for (const email of alarmEmails) topic.addSubscription(new EmailSubscription(email));
  }
}

export function alarmTopicName(stage: string): string {
  return `shelfwatch-${stage}-alarms`;
}
