import { randomUUID } from "node:crypto";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type * as z from "zod";

/** What SQS takes in one request, and the longest that it delays a message. */
const BATCH_MAX = 10;
export const DELAY_SECONDS_MAX = 900;

const SEND_TIMEOUT_MS = 5_000;

export class QueueSendError extends Error {
  override readonly name = "QueueSendError";
}

export type SendOptions = { readonly delaySeconds?: number };

/** Sends all or throws; the delay is capped at what the queue allows. Each message must be one of the queue's own. */
export async function sendMessages<Schema extends z.ZodType>(
  sqs: () => Promise<SQSClient>,
  queue: { readonly url: string | undefined; readonly name: string; readonly schema: Schema },
  messages: readonly z.infer<Schema>[],
  { delaySeconds = 0 }: SendOptions = {},
): Promise<void> {
  const { url, name, schema } = queue;
  if (url === undefined) throw new QueueSendError(`No ${name} is configured.`);
  const bodies = messages.map((message) => JSON.stringify(schema.parse(message)));
  for (let start = 0; start < bodies.length; start += BATCH_MAX) {
    await sendBatch(await sqs(), url, bodies.slice(start, start + BATCH_MAX), delaySeconds);
  }
}

async function sendBatch(sqs: SQSClient, url: string, bodies: readonly string[], delaySeconds: number) {
  const { SendMessageBatchCommand } = await import("@aws-sdk/client-sqs");
  const command = new SendMessageBatchCommand({
    QueueUrl: url,
    Entries: bodies.map((body) => ({
      Id: randomUUID(),
      MessageBody: body,
      // A message must not arrive before the row lets it be claimed, so fractions are rounded up and a second added.
      DelaySeconds: delaySeconds === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(delaySeconds) + 1),
    })),
  });
  const answer = await sqs.send(command, { abortSignal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const refused = answer.Failed ?? [];
  if (refused.length > 0) throw new QueueSendError(`${refused.length} of ${bodies.length} messages were refused.`);
}
