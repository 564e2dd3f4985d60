import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/** AWS recommends six times the consumer's timeout, so that throttled deliveries are not delivered twice. */
const VISIBILITY_PER_TIMEOUT = 6;
const RECEIVES_MAX = 5;
const RETENTION_MAX_DAYS = 14;

export type WorkQueueProps = {
  readonly queueName: string;
  readonly consumerTimeoutSeconds: number;
};

/** One of the service's queues with its dead-letter queue and the alarm on it. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly queueName: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.queueName = props.queueName;
    this.deadLetters = new Queue(this, "DeadLetters", {
      queueName: `${props.queueName}-dlq`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_MAX_DAYS),
    });
    this.queue = new Queue(this, "Queue", {
      queueName: props.queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES_MAX },
    });
    this.#alarmOnDeadLetters();
  }

  #alarmOnDeadLetters(): void {
    new Alarm(this, "DeadLettersAlarm", {
      alarmDescription: `Messages of ${this.queueName} failed ${RECEIVES_MAX} times. Runbook: docs/runbook.md#dead-letters`,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
