import { Aws } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";

/** Where every alarm of a deployment speaks, and who listens. */
export class AlarmTopic extends Construct {
  constructor(scope: Construct, id: string, { deployment }: { readonly deployment: Deployment }) {
    super(scope, id);
    const { name, alarmEmails } = deployment.stage;
    const topic = new Topic(this, "Topic", { topicName: alarmTopicName(name), enforceSSL: true });
    // A policy of our own, as enforceSSL makes one, takes the place of AWS's, which lets the account's alarms speak.
    const alarms = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    topic.grantPublish(alarms).assertSuccess();
    for (const email of alarmEmails) topic.addSubscription(new EmailSubscription(email));
  }
}

export function alarmTopicName(stage: string): string {
  return `shelfwatch-${stage}-alarms`;
}
