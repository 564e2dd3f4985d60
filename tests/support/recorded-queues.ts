import type { SyncMessage } from "../../lib/queues/messages.ts";
import { delaysOf, type SyncQueueKey, type SyncQueues } from "../../lib/queues/work-queues.ts";

export type SentMessage = {
  readonly queue: SyncQueueKey;
  readonly message: SyncMessage;
  readonly delaySeconds: number;
};

/** Queues that keep what is sent in an array. */
export function recordedQueues(): { readonly sent: SentMessage[]; readonly queues: SyncQueues } {
  const sent: SentMessage[] = [];
  return {
    sent,
    queues: {
      async send(queue, messages, options) {
        const delayOf = delaysOf(options);
        sent.push(...messages.map((message) => ({ queue, message, delaySeconds: delayOf(message) })));
      },
    },
  };
}
