import type { VirtualClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import { delaysOf, type SendOptions } from "../../../lib/queues/work-queues.ts";

const DELIVERIES_MAX = 400;

/**
 * A queue in this process whose messages are delivered when their delay is over, for which the clock moves on. After a
 * failure a message waits for the next round.
 */
export function createTimedQueue(clock: Pick<VirtualClock, "ms" | "moveTo">) {
  const waiting: string[] = [];
  const everSent: string[] = [];
  const times = new Map<string, number>();
  const timeOf = (body: string) => times.get(body) ?? 0;

  const takeNext = () => {
    const [next] = waiting.toSorted((one, other) => timeOf(one) - timeOf(other));
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
    return next;
  };
  return {
    waiting,
    /** Bodies of all messages that were sent so far. */
    everSent: everSent as readonly string[],
    send: async <Message extends object>(
      _queue: unknown,
      messages: readonly Message[],
      options?: SendOptions<Message>,
    ): Promise<void> => {
      const delayOf = delaysOf(options);
      for (const message of messages) {
        const body = JSON.stringify(message);
        times.set(body, clock.ms() + messageDelaySeconds(delayOf(message)) * 1_000);
        waiting.push(body);
        everSent.push(body);
      }
    },
    /** Moves the clock to the time of a message, unless it is later. */
    awaitDelivery: (body: string): Promise<void> => clock.moveTo(Math.max(timeOf(body), clock.ms())),
    /** Delivers the waiting messages and those that are sent meanwhile. */
    deliverWaiting: async (deliver: (body: string) => Promise<boolean>): Promise<void> => {
      const failed: string[] = [];
      for (let deliveries = 0; deliveries < DELIVERIES_MAX; deliveries += 1) {
        const body = takeNext();
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
