import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { CfnQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { ServerFunction } from "./server-function.ts";
import type { WorkQueue } from "./work-queue.ts";

export type QueueConsumerProps = {
  readonly source: WorkQueue;
  readonly consumer: ServerFunction<z.ZodObject>;
  /** SQS requires at least 2. */
  readonly maxConcurrency: number;
};

/** Delivers one message at a time. It uses no filters, since they delete messages that they do not match. */
export class QueueConsumer extends Construct {
  readonly queueName: string;
  readonly maxConcurrency: number;
  readonly timeoutSeconds: number;
  readonly visibilitySeconds: number;

  constructor(scope: Construct, id: string, { source, consumer, maxConcurrency }: QueueConsumerProps) {
    super(scope, id);
    this.queueName = source.queueName;
    this.maxConcurrency = maxConcurrency;
    this.timeoutSeconds = consumer.lambda.timeout?.toSeconds() ?? 0;
    // The default child of a Queue is a CfnQueue; the type of the property does not say so.
    this.visibilitySeconds = (source.queue.node.defaultChild as CfnQueue).visibilityTimeout ?? 0;
    consumer.lambda.addEventSource(
      new SqsEventSource(source.queue, { batchSize: 1, reportBatchItemFailures: true, maxConcurrency }),
    );
  }
}
