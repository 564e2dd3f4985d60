import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type * as z from "zod";

import type { ServerFunction } from "./server-function.ts";
import type { WorkQueue } from "./work-queue.ts";

export type QueueConsumerProps = {
  readonly source: WorkQueue;
  readonly consumer: ServerFunction<z.ZodObject>;
  /** Environments that work on the queue at once, from 2. */
  readonly maxConcurrency: number;
};

/** Feeds one queue to one function, a message at a time. No filters: they delete what they do not match. */
export class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    props.consumer.lambda.addEventSource(
      new SqsEventSource(props.source.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: props.maxConcurrency,
      }),
    );
  }
}
