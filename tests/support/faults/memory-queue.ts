import { randomUUID } from "node:crypto";
import type { SQSRecord } from "aws-lambda";
import type * as z from "zod";

import { consume, type Invocation } from "../../../lib/queues/consumer.ts";
import { silentLog } from "../silent-log.ts";

const DELIVERIES_MAX = 200;

/** A queue in this process. A message waits until it is delivered, and after a failure for the next round. */
export function createMemoryQueue() {
  const waiting: string[] = [];
  const everSent: string[] = [];
  return {
    waiting,
    /** Bodies of all messages that were sent so far. */
    everSent: everSent as readonly string[],
    send: async (_queue: unknown, messages: readonly object[]): Promise<void> => {
      const bodies = messages.map((message) => JSON.stringify(message));
      waiting.push(...bodies);
      everSent.push(...bodies);
    },
    /** Delivers the waiting messages and those that are sent meanwhile. */
    deliverWaiting: async (deliver: (body: string) => Promise<boolean>): Promise<void> => {
      const failed: string[] = [];
      for (let deliveries = 0; deliveries < DELIVERIES_MAX; deliveries += 1) {
        const body = waiting.shift();
        if (body === undefined) {
          waiting.push(...failed);
          return;
        }
        if (!(await deliver(body))) failed.push(body);
      }
      throw new Error(`The queue was not empty after ${DELIVERIES_MAX} deliveries.`);
    },
  };
}

export type LoggedError = Readonly<Record<string, unknown>>;

type Consuming = { readonly nextProcess?: (() => void) | undefined; readonly remainingMs?: (() => number) | undefined };

/** The real consumer of a queue, as a worker function builds it. `nextProcess` is called after each delivery. */
export function createQueueConsumer<Schema extends z.ZodType>(
  schema: Schema,
  handle: (message: z.infer<Schema>, invocation: Invocation) => Promise<unknown>,
  { nextProcess = () => undefined, remainingMs = () => 90_000 }: Consuming = {},
) {
  const errors: LoggedError[] = [];
  const receive = consume(
    schema,
    async (message, invocation) => void (await handle(message, invocation)),
    () => ({ ...silentLog, error: (_event, fields) => void errors.push(fields ?? {}) }),
  );
  return {
    receive,
    /** What failed deliveries log of their errors. */
    errors: errors as readonly LoggedError[],
    /** Returns false when the message stays on the queue. */
    deliver: async (body: string): Promise<boolean> => {
      const event = { Records: [sqsRecord(body)] };
      const { batchItemFailures } = await receive(event, { getRemainingTimeInMillis: remainingMs });
      nextProcess();
      return batchItemFailures.length === 0;
    },
  };
}

export function sqsRecord(body: string, messageId: string = randomUUID()): SQSRecord {
  const attributes = {
    ApproximateReceiveCount: "1",
    SentTimestamp: "0",
    SenderId: "test",
    ApproximateFirstReceiveTimestamp: "0",
  };
  const source = { eventSource: "aws:sqs", eventSourceARN: "arn:aws:sqs:test:0:test", awsRegion: "test" };
  return { messageId, body, receiptHandle: messageId, attributes, messageAttributes: {}, md5OfBody: "", ...source };
}
