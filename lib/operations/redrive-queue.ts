import { type SQSClient, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";

import { deadLetterQueueName, queueNames } from "../queues/queue-names.ts";

export const redriveQueueEvent = z.strictObject({ queue: z.enum(queueNames) });

/** Slow enough to notice repeated failures before all messages have failed. */
const MESSAGES_PER_SECOND = 10;
const CALL_TIMEOUT_MS = 10_000;

export type RedriveQueueDependencies = {
  readonly sqs: SQSClient;
  readonly deadLetterArns: readonly string[];
};

/** Moves a queue's dead letters back to it. SQS continues after the function has ended, with one task per queue. */
export async function redriveQueue(deps: RedriveQueueDependencies, { queue }: z.output<typeof redriveQueueEvent>) {
  const name = deadLetterQueueName(queue);
  const source = deps.deadLetterArns.find((arn) => arn.endsWith(`:${name}`));
  if (source === undefined) throw new TypeError(`The ARN of ${name} is not configured.`);

  const command = new StartMessageMoveTaskCommand({
    SourceArn: source,
    MaxNumberOfMessagesPerSecond: MESSAGES_PER_SECOND,
  });
  const { TaskHandle } = await deps.sqs.send(command, { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  return { queue, task_handle: TaskHandle ?? null, messages_per_second: MESSAGES_PER_SECOND };
}
