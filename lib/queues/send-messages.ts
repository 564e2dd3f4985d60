import { randomUUID } from "node:crypto";
import type { SendMessageBatchRequestEntry, SQSClient } from "@aws-sdk/client-sqs";
import type * as z from "zod";

/** What SQS takes in one request, and the longest that it delays a message. */
const BATCH_MAX = 10;
export const DELAY_SECONDS_MAX = 900;

const SEND_TIMEOUT_MS = 5_000;

export class QueueSendError extends Error {
  override readonly name = "QueueSendError";
}

/** One delay for all messages, or a delay for each. */
export type SendOptions<Message> = { readonly delaySeconds?: number | ((message: Message) => number) };

/** Sends all or throws; a delay is capped at what the queue allows. Each message must be one of the queue's own. */
export async function sendMessages<Schema extends z.ZodType>(
  sqs: () => Promise<SQSClient>,
  queue: { readonly url: string | undefined; readonly name: string; readonly schema: Schema },
  messages: readonly z.infer<Schema>[],
  options: SendOptions<z.infer<Schema>> = {},
): Promise<void> {
  const { url, name, schema } = queue;
  if (url === undefined) throw new QueueSendError(`No ${name} is configured.`);
  const delayOf = delaysOf(options);
  const entries = messages.map((message) => ({
    Id: randomUUID(),
    MessageBody: JSON.stringify(schema.parse(message)),
    DelaySeconds: wholeDelay(delayOf(message)),
  }));
  for (let start = 0; start < entries.length; start += BATCH_MAX) {
    await sendBatch(await sqs(), url, entries.slice(start, start + BATCH_MAX));
  }
}

/** Returns the seconds that each message is to be delayed. */
export function delaysOf<Message>({ delaySeconds = 0 }: SendOptions<Message> = {}): (message: Message) => number {
  return typeof delaySeconds === "number" ? () => delaySeconds : delaySeconds;
}

/** A message must not arrive before the row lets it be claimed, so fractions are rounded up and a second is added. */
function wholeDelay(seconds: number): number {
  return seconds === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(seconds) + 1);
}

async function sendBatch(sqs: SQSClient, url: string, entries: SendMessageBatchRequestEntry[]): Promise<void> {
  const { SendMessageBatchCommand } = await import("@aws-sdk/client-sqs");
  const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: entries });
  const response = await sqs.send(command, { abortSignal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const rejected = response.Failed ?? [];
  if (rejected.length > 0) throw new QueueSendError(`${rejected.length} of ${entries.length} messages were rejected.`);
}
