import { randomUUID } from "node:crypto";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type * as z from "zod";

import { messageDelaySeconds } from "../domain/message-delay.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import {
  type ChartMessage,
  chartMessageSchema,
  type ExpressMessage,
  expressMessageSchema,
  type IdentifyMessage,
  identifyMessageSchema,
  type KeywordMessage,
  keywordMessageSchema,
  type PublisherMessage,
  publisherMessageSchema,
  type SweepMessage,
  type SyncMessage,
  sweepMessageSchema,
  syncMessageSchema,
} from "./messages.ts";

type WorkQueues<Queue, Message> = {
  /** Sends all messages or throws. A delay is capped at the maximum of SQS. */
  send(queue: Queue, messages: readonly Message[], options?: SendOptions<Message>): Promise<void>;
};

/** One delay for all messages, or a delay for each. */
export type SendOptions<Message> = { readonly delaySeconds?: number | ((message: Message) => number) };

export type SyncQueueKey = { readonly purpose: SyncPurpose; readonly platform: Platform };
export type SyncQueues = WorkQueues<SyncQueueKey, SyncMessage>;
export type SyncQueueUrls = Partial<Record<SyncPurpose, Partial<Record<Platform, string>>>>;

export type ChartQueues = WorkQueues<Platform, ChartMessage>;
export type IdentifyQueues = WorkQueues<Platform, IdentifyMessage>;
export type PublisherQueues = WorkQueues<Platform, PublisherMessage>;
export type KeywordQueues = WorkQueues<Platform, KeywordMessage>;

/** The day's sweep uses the queues of scheduled syncs, and express shards those of requested ones. */
export type SweepQueues = WorkQueues<Platform, SweepMessage>;
export type ExpressQueues = WorkQueues<Platform, ExpressMessage>;

export function createSyncQueues(sqs: () => Promise<SQSClient>, urls: SyncQueueUrls): SyncQueues {
  return createQueues(sqs, syncMessageSchema, ({ purpose, platform }) => urls[purpose]?.[platform]);
}

export function createChartQueues(sqs: () => Promise<SQSClient>, urls: Partial<Record<Platform, string>>): ChartQueues {
  return createQueues(sqs, chartMessageSchema, (platform) => urls[platform]);
}

export function createIdentifyQueues(
  sqs: () => Promise<SQSClient>,
  urls: Partial<Record<Platform, string>>,
): IdentifyQueues {
  return createQueues(sqs, identifyMessageSchema, (platform) => urls[platform]);
}

export function createPublisherQueues(
  sqs: () => Promise<SQSClient>,
  urls: Partial<Record<Platform, string>>,
): PublisherQueues {
  return createQueues(sqs, publisherMessageSchema, (platform) => urls[platform]);
}

export function createKeywordQueues(
  sqs: () => Promise<SQSClient>,
  urls: Partial<Record<Platform, string>>,
): KeywordQueues {
  return createQueues(sqs, keywordMessageSchema, (platform) => urls[platform]);
}

function createSweepQueues(sqs: () => Promise<SQSClient>, urls: Partial<Record<Platform, string>>): SweepQueues {
  return createQueues(sqs, sweepMessageSchema, (platform) => urls[platform]);
}

function createExpressQueues(sqs: () => Promise<SQSClient>, urls: Partial<Record<Platform, string>>): ExpressQueues {
  return createQueues(sqs, expressMessageSchema, (platform) => urls[platform]);
}

type PipelineQueueUrls = Readonly<Record<"tracked" | "onDemand", Partial<Record<Platform, string>>>>;

/** Returns the queues of the sync pipeline. Express shards and other awaited work use the on-demand queues. */
export function createPipelineQueues(sqs: () => Promise<SQSClient>, { onDemand, tracked }: PipelineQueueUrls) {
  return {
    syncs: createSyncQueues(sqs, { tracked, on_demand: onDemand }),
    sweeps: createSweepQueues(sqs, tracked),
    expressBatches: createSweepQueues(sqs, onDemand),
    express: createExpressQueues(sqs, onDemand),
  };
}

const BATCH_MAX = 10;

const SEND_TIMEOUT_MS = 5_000;

export class QueueSendError extends Error {
  override readonly name = "QueueSendError";
}

function createQueues<Queue, Schema extends z.ZodType>(
  sqs: () => Promise<SQSClient>,
  schema: () => Schema,
  urlOf: (queue: Queue) => string | undefined,
): WorkQueues<Queue, z.infer<Schema>> {
  return {
    async send(queue, messages, options) {
      const url = urlOf(queue);
      if (url === undefined) throw new QueueSendError(`No queue is configured for ${JSON.stringify(queue)}.`);
      const delayOf = delaysOf(options);
      const entries = messages.map((message) => ({
        Id: randomUUID(),
        MessageBody: JSON.stringify(schema().parse(message)),
        DelaySeconds: messageDelaySeconds(delayOf(message)),
      }));
      const { SendMessageBatchCommand } = await import("./sqs-client.ts");
      for (let start = 0; start < entries.length; start += BATCH_MAX) {
        const batch = entries.slice(start, start + BATCH_MAX);
        const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: batch });
        const client = await sqs();
        const { Failed = [] } = await client.send(command, { abortSignal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
        if (Failed.length > 0) throw new QueueSendError(`SQS rejected ${Failed.length} of ${batch.length} messages.`);
      }
    },
  };
}

export function delaysOf<Message>({ delaySeconds = 0 }: SendOptions<Message> = {}): (message: Message) => number {
  return typeof delaySeconds === "number" ? () => delaySeconds : delaySeconds;
}

/** Logs and counts a failed send. The row stays queued, so the resend schedule sends its message again. */
export function leaveToResend(
  { log, measure }: { readonly log: Log; readonly measure: Measure },
  event: string,
  fields: { readonly platform: Platform } & Readonly<Record<string, unknown>>,
) {
  return (error: unknown): void => {
    log.warn(event, { ...fields, errorName: error instanceof Error ? error.name : typeof error });
    measure("MessagesUnsent", 1, { platform: fields.platform });
  };
}

export async function forEachQueue<Queue>(
  queues: readonly Queue[],
  act: (queue: Queue) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(queues.map(act));
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${queues.length} queues failed.`);
}
