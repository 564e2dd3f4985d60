import type { SQSClient } from "@aws-sdk/client-sqs";

import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import { type SyncMessage, syncMessageSchema } from "./messages.ts";
import { type SendOptions, sendMessages } from "./send-messages.ts";

export type SyncQueueKey = { readonly purpose: SyncPurpose; readonly platform: Platform };

/** The four sync queues, as far as this function may send to them. */
export type SyncQueues = {
  /** Sends all or throws; `delaySeconds` is capped at what the queue allows. */
  send(queue: SyncQueueKey, messages: readonly SyncMessage[], options?: SendOptions<SyncMessage>): Promise<void>;
};

export type SyncQueueUrls = Partial<Record<SyncPurpose, Partial<Record<Platform, string>>>>;

export function createSyncQueues(sqs: () => Promise<SQSClient>, urls: SyncQueueUrls): SyncQueues {
  return {
    send: ({ purpose, platform }, messages, options) => {
      const queue = { url: urls[purpose]?.[platform], name: `${purpose} queue for ${platform}` };
      return sendMessages(sqs, { ...queue, schema: syncMessageSchema }, messages, options);
    },
  };
}
