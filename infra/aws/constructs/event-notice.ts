import { type EventPattern, Rule, type RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import type { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";

export type EventNoticeProps = {
  readonly topic: Topic;
  readonly pattern: EventPattern;
  readonly message: RuleTargetInput;
};

export class EventNotice extends Construct {
  constructor(scope: Construct, id: string, { topic, pattern, message }: EventNoticeProps) {
    super(scope, id);
    // EventBridge publishes by the topic's policy, which may name no condition for it.
    new Rule(this, "Rule", { eventPattern: pattern, targets: [new SnsTopic(topic, { message })] });
  }
}
