import { Aws, Duration, Stack } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type * as z from "zod";

import { deadLetterQueueName } from "../../../lib/queues/queue-names.ts";
import type { Deployment } from "../deployment.ts";
import type { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";

/** AWS recommends six times the consumer's timeout, so that throttled deliveries are not delivered twice. */
const VISIBILITY_PER_TIMEOUT = 6;
const RECEIVES_MAX = 5;
const RETENTION_MAX_DAYS = 14;

const ALARM_PERIOD = Duration.minutes(5);

export type WorkQueueProps = {
  readonly deployment: Deployment;
  readonly queueName: string;
  readonly consumerTimeoutSeconds: number;
  readonly waitMax: Duration;
};

export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly queueName: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.queueName = props.queueName;
    this.deadLetters = new Queue(this, "DeadLetters", {
      queueName: deadLetterQueueName(props.queueName),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_MAX_DAYS),
      redriveAllowPolicy: {
        redrivePermission: RedrivePermission.BY_QUEUE,
        sourceQueues: [queueByName(this, props.queueName)],
      },
    });
    this.queue = new Queue(this, "Queue", {
      queueName: props.queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES_MAX },
    });
    this.#addAlarms(props);
  }

  grantRedriveTo({ lambda }: ServerFunction<z.ZodObject>): void {
    const take = ["sqs:StartMessageMoveTask", "sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
    this.deadLetters.grant(lambda, ...take).assertSuccess();
    this.queue.grant(lambda, "sqs:SendMessage").assertSuccess();
  }

  #addAlarms({ deployment, queueName, waitMax }: WorkQueueProps): void {
    new ServiceAlarm(this, "DeadLettersAlarm", {
      deployment,
      says: `Messages of ${queueName} failed ${RECEIVES_MAX} times.`,
      runbook: "Dead letters",
      subject: queueName,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD }),
      threshold: 1,
    });
    new ServiceAlarm(this, "AgeAlarm", {
      deployment,
      says: `A message of ${queueName} has waited for ${waitMax.toHumanString()}.`,
      runbook: "Queue age",
      subject: queueName,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: "Maximum" }),
      threshold: waitMax.toSeconds(),
    });
  }
}

/** Returns a queue by its name, for constructs that precede it or are in another stack (ADR 39). */
export function queueByName(scope: Construct, queueName: string): IQueue {
  return Queue.fromQueueAttributes(scope, queueName, {
    queueArn: Stack.of(scope).formatArn({ service: "sqs", resource: queueName }),
    queueUrl: `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${queueName}`,
  });
}
