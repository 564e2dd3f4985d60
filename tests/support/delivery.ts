import { messageDelaySeconds } from "../../lib/domain/message-delay.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { ChartMessage, IdentifyMessage, SyncMessage, SyncQueueMessage } from "../../lib/queues/messages.ts";
import { delaysOf, type SendOptions, type SyncQueueKey } from "../../lib/queues/work-queues.ts";
import type { Queues } from "../../lib/wiring/ports.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** A message that a part has sent, and the time, in milliseconds since 1970, at which its queue delivers it. */
export type Sent<Queue, Message> = {
  readonly queue: Queue;
  readonly message: Message;
  readonly delaySeconds: number;
  readonly at: number;
};

export type SentSync = Sent<SyncQueueKey, SyncMessage>;
type SentSweep = Sent<Platform, Exclude<SyncQueueMessage, SyncMessage>>;
type SentChart = Sent<Platform, ChartMessage>;

/** Queues in this process: they keep what is sent until the clock reaches the end of its delay. */
export function createDelivery(clock: Pick<VirtualClock, "ms">) {
  const syncs: SentSync[] = [];
  const sweeps: SentSweep[] = [];
  const charts: SentChart[] = [];
  const identifications: Sent<Platform, IdentifyMessage>[] = [];

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
  };
  return { queues, syncs, sweeps, charts, identifications };
}

export type Delivery = ReturnType<typeof createDelivery>;

/** Takes the message of a sync queue that comes first, unless it comes after this time. */
export function takeDue({ syncs, sweeps }: Pick<Delivery, "syncs" | "sweeps">, ms: number) {
  const sync = earliest(syncs);
  const sweep = earliest(sweeps);
  const isSync = sync !== undefined && (sweep === undefined || sync.at <= sweep.at);
  const next = isSync ? sync : sweep;
  if (next === undefined || next.at > ms) return undefined;
  if (isSync) syncs.splice(syncs.indexOf(sync), 1);
  else if (sweep !== undefined) sweeps.splice(sweeps.indexOf(sweep), 1);
  return next;
}

function earliest<One extends { readonly at: number }>(sent: readonly One[]): One | undefined {
  let first: One | undefined;
  for (const one of sent) if (first === undefined || one.at < first.at) first = one;
  return first;
}
