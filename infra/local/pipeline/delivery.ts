import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type {
  ChartMessage,
  ChartQueueMessage,
  IdentifyMessage,
  KeywordMessage,
  PublisherMessage,
  SyncMessage,
  SyncQueueMessage,
} from "../../../lib/queues/messages.ts";
import { delaysOf, type SendOptions, type SyncQueueKey } from "../../../lib/queues/work-queues.ts";
import type { Queues } from "../../../lib/wiring/ports.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** A sent message. `at` is the time, in milliseconds since 1970, at which its queue delivers it. */
export type Sent<Queue, Message> = {
  readonly queue: Queue;
  readonly message: Message;
  readonly delaySeconds: number;
  readonly at: number;
};

export type SentSync = Sent<SyncQueueKey, SyncMessage>;
type SentSweep = Sent<Platform, Exclude<SyncQueueMessage, SyncMessage>>;
type SentChart = Sent<Platform, ChartMessage>;
type SentIdentification = Sent<Platform, IdentifyMessage>;
type SentPublisher = Sent<Platform, PublisherMessage>;
type SentKeyword = Sent<Platform, KeywordMessage>;

export function createDelivery(clock: Pick<VirtualClock, "ms">) {
  const syncs: SentSync[] = [];
  const sweeps: SentSweep[] = [];
  const charts: SentChart[] = [];
  const identifications: SentIdentification[] = [];
  const publishers: SentPublisher[] = [];
  const keywords: SentKeyword[] = [];

  function queueInto<Queue, Message>(sent: Sent<Queue, Message>[]) {
    return {
      async send(queue: Queue, messages: readonly Message[], options?: SendOptions<Message>): Promise<void> {
        const delayOf = delaysOf(options);
        for (const message of messages) {
          const delaySeconds = delayOf(message);
          sent.push({ queue, message, delaySeconds, at: clock.ms() + messageDelaySeconds(delaySeconds) * 1_000 });
        }
      },
    };
  }

  const queues: Queues = {
    syncs: queueInto(syncs),
    sweeps: queueInto<Platform, SentSweep["message"]>(sweeps),
    expressBatches: queueInto<Platform, SentSweep["message"]>(sweeps),
    express: queueInto<Platform, SentSweep["message"]>(sweeps),
    charts: queueInto(charts),
    identify: queueInto(identifications),
    publishers: queueInto(publishers),
    keywords: queueInto(keywords),
  };
  return { queues, syncs, sweeps, charts, identifications, publishers, keywords };
}

export type Delivery = ReturnType<typeof createDelivery>;

export function takeDue({ syncs, sweeps }: Pick<Delivery, "syncs" | "sweeps">, ms: number) {
  return takeFirst<SentSync | SentSweep>([syncs, sweeps], ms);
}

export function takeAnyDue({ syncs, sweeps, charts, identifications, publishers, keywords }: Delivery, ms: number) {
  return takeFirst<SentSync | SentSweep | SentChart | SentIdentification | SentPublisher | SentKeyword>(
    [syncs, sweeps, charts, identifications, publishers, keywords],
    ms,
  );
}

export function isOfCharts(message: SyncQueueMessage | ChartQueueMessage): message is ChartQueueMessage {
  return "collection" in message || ("kind" in message && ["identify", "publisher", "keyword"].includes(message.kind));
}

/** If several messages are due at the same time, an earlier queue comes first. */
function takeFirst<One extends { readonly at: number }>(queues: readonly One[][], ms: number): One | undefined {
  let from: One[] = [];
  let first: One | undefined;
  for (const queue of queues) {
    for (const one of queue) if (first === undefined || one.at < first.at) [first, from] = [one, queue];
  }
  if (first === undefined || first.at > ms) return undefined;
  from.splice(from.indexOf(first), 1);
  return first;
}
