import { messageDelaySeconds } from "../../../../lib/domain/message-delay.ts";
import type { Task, VirtualWorld } from "./world.ts";

export type Delivery = {
  readonly queue: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly scraperCalls: number;
  /** As the consumer says it; `threw` where it threw. */
  readonly outcome: string;
};

type Queue<Message> = {
  readonly name: string;
  /** Environments that work on it at once. */
  readonly maxConcurrency: number;
  readonly consumerTimeoutSeconds: number;
  readonly consume: (message: Message, invocation: { readonly remainingMs: () => number }) => Promise<string>;
  readonly delivered: (delivery: Delivery) => void;
};

/** As WorkQueue sets them. */
const VISIBILITY_PER_TIMEOUT = 6;
const RECEIVES_MAX = 5;

/** A queue of SQS and the environments that consume it, one message each. What fails is delivered again. */
export function createVirtualQueue<Message>(world: VirtualWorld, queue: Queue<Message>) {
  type Held = { readonly message: Message; receives: number };
  const waiting: Held[] = [];
  let busy = 0;
  let dead = 0;

  const arrive = (at: number, held: Held) =>
    world.plan(at, () => {
      waiting.push(held);
      takeNext();
    });

  function takeNext(): void {
    while (busy < queue.maxConcurrency) {
      const held = waiting.shift();
      if (held === undefined) return;
      busy += 1;
      held.receives += 1;
      world.start((task) => deliver(task, held));
    }
  }

  async function deliver(task: Task, held: Held): Promise<void> {
    const startedAt = world.ms();
    const timeoutMs = queue.consumerTimeoutSeconds * 1_000;
    const remainingMs = () => timeoutMs - (world.ms() - startedAt);
    let outcome = "threw";
    try {
      outcome = await queue.consume(held.message, { remainingMs });
    } catch (error) {
      console.error(`${queue.name}:`, error);
      if (held.receives < RECEIVES_MAX) arrive(startedAt + VISIBILITY_PER_TIMEOUT * timeoutMs, held);
      else dead += 1;
    }
    busy -= 1;
    queue.delivered({
      queue: queue.name,
      startedAt,
      endedAt: world.ms(),
      scraperCalls: task.scraperCalls,
      outcome,
    });
    takeNext();
  }

  return {
    name: queue.name,
    send: (message: Message, delaySeconds: number) =>
      arrive(world.ms() + messageDelaySeconds(delaySeconds) * 1_000, { message, receives: 0 }),
    /** Messages that no environment has taken yet, those under a delay not among them. */
    backlog: () => waiting.length,
    deadLetters: () => dead,
  };
}
