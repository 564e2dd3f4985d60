import { addCalls, type CallKind } from "../activity.ts";
import type { WorkQueue, World } from "./world.ts";

/** What an event's kind says besides the number of its queue, with what its value means. */
export const eventKinds = {
  /** A message becomes visible. */
  message: 0,
  /** A store has responded to an invocation. */
  asked: 64,
  /** An invocation ends. */
  freed: 128,
  /** A schedule fires. */
  tick: 192,
} as const;

/** An environment takes a message, or is done with it. */
export function noteBusy({ counts, events: { time } }: World, queue: WorkQueue, change: 1 | -1): void {
  counts.busySeconds += counts.busy * (time - counts.busySince);
  counts.busySince = time;
  counts.busy += change;
  queue.busy += change;
  counts.peakBusy = Math.max(counts.peakBusy, counts.busy);
  queue.peakBusy = Math.max(queue.peakBusy, queue.busy);
}

/** Ends an invocation that has lasted since `startedAt`, in so many seconds. */
export function endInvocation(world: World, queueIndex: number, spent: { startedAt: number; seconds: number }): void {
  const { activity, events } = world;
  const endsAt = events.time + spent.seconds;
  addCalls(activity, callKind(queueAt(world, queueIndex)), 1, endsAt - spent.startedAt);
  events.push(endsAt, eventKinds.freed + queueIndex, 0);
}

/** Sends a message that becomes visible then. */
export function send(world: World, message: { queue: number; body: number; at: number }): void {
  world.activity.messages += 1;
  world.events.push(message.at, eventKinds.message + message.queue, message.body);
}

export function queueAt(world: World, index: number): WorkQueue {
  const queue = world.queues[index];
  if (queue === undefined) throw new Error(`There is no queue ${index}.`);
  return queue;
}

function callKind(queue: WorkQueue): CallKind {
  return queue.kind === "charts" ? "chartWorker" : "worker";
}
