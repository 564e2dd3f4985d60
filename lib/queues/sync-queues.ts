import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";

import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import { type SyncMessage, syncMessageSchema } from "./messages.ts";

export type SyncQueueKey = { readonly purpose: SyncPurpose; readonly platform: Platform };

/** The four sync queues, as far as this function may send to them. */
export type SyncQueues = {
  /** Sends all or throws; `delaySeconds` is capped at what the queue allows. */
  send(queue: SyncQueueKey, messages: readonly SyncMessage[], options?: { delaySeconds?: number }): Promise<void>;
};

export type SyncQueueUrls = Partial<Record<SyncPurpose, Partial<Record<Platform, string>>>>;

/** What SQS takes in one request, and the longest that it delays a message. */
const BATCH_MAX = 10;
const DELAY_SECONDS_MAX = 900;

const SEND_TIMEOUT_MS = 5_000;

export class QueueSendError extends Error {
  override readonly name = "QueueSendError";
}

export function createSyncQueues(sqs: SQSClient, urls: SyncQueueUrls): SyncQueues {
  return {
    async send(queue, messages, { delaySeconds = 0 } = {}) {
      const url = urls[queue.purpose]?.[queue.platform];
      if (url === undefined) throw new QueueSendError(`No ${queue.purpose} queue for ${queue.platform} is configured.`);
      for (let start = 0; start < messages.length; start += BATCH_MAX) {
        await sendBatch(sqs, url, messages.slice(start, start + BATCH_MAX), delaySeconds);
      }
    },
  };
}

async function sendBatch(sqs: SQSClient, url: string, messages: readonly SyncMessage[], delaySeconds: number) {
  const command = new SendMessageBatchCommand({
    QueueUrl: url,
    Entries: messages.map((message) => ({
      Id: randomUUID(),
      MessageBody: JSON.stringify(syncMessageSchema.parse(message)),
      // A message must not arrive before the row lets it be claimed, so fractions are rounded up and a second added.
      DelaySeconds: delaySeconds === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(delaySeconds) + 1),
    })),
  });
  const answer = await sqs.send(command, { abortSignal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const refused = answer.Failed ?? [];
  if (refused.length > 0) throw new QueueSendError(`${refused.length} of ${messages.length} messages were refused.`);
}
