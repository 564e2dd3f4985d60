import type { Platform } from "../../../lib/domain/platform.ts";
import { costEntries, costsByHost } from "../../../lib/domain/store-hosts.ts";
import { addCalls } from "../activity.ts";
import type { Batch } from "../sync-shape.ts";
import type { Begin, QueueKind, WorkQueue, World } from "./world.ts";

export function queueOf({ queues }: World, kind: QueueKind, platform: Platform): WorkQueue {
  const queue = queues.find((candidate) => candidate.kind === kind && candidate.platform === platform);
  if (queue === undefined) throw new Error(`There is no ${kind} queue for ${platform}.`);
  return queue;
}

/** Sends a message that becomes visible at a time. */
export function send(world: World, queue: WorkQueue, { at, begin }: { readonly at: number; readonly begin: Begin }) {
  world.activity.messages += 1;
  deliverAt(world, queue, { at, begin });
}

/** An environment takes the message when it becomes visible, or as soon as one is free. */
export function deliverAt(
  world: World,
  queue: WorkQueue,
  { at, begin }: { readonly at: number; readonly begin: Begin },
): void {
  world.events.plan(at, () => {
    if (queue.busy < queue.maxConcurrency) take(world, queue, begin);
    else queue.waiting.enqueue(begin);
  });
}

function take(world: World, queue: WorkQueue, begin: Begin): void {
  countBusy(world, queue, 1);
  begin(queue);
}

/** Ends an invocation `seconds` from now; its environment then takes the next message. */
export function endInvocation(
  world: World,
  queue: WorkQueue,
  { startedAt, seconds }: { readonly startedAt: number; readonly seconds: number },
): void {
  const { activity, events } = world;
  const endsAt = events.time + seconds;
  addCalls(activity, queue.kind === "charts" ? "chartWorker" : "worker", 1, endsAt - startedAt);
  events.plan(endsAt, () => {
    countBusy(world, queue, -1);
    const next = queue.waiting.dequeue();
    if (next !== undefined) take(world, queue, next);
  });
}

function countBusy({ counts, events: { time } }: World, queue: WorkQueue, change: 1 | -1): void {
  counts.busySeconds += counts.busy * (time - counts.busySince);
  counts.busySince = time;
  counts.busy += change;
  queue.busy += change;
  counts.peakBusy = Math.max(counts.peakBusy, counts.busy);
  queue.peakBusy = Math.max(queue.peakBusy, queue.busy);
}

type StoreCall = {
  readonly batch: Batch;
  readonly besides: number;
  readonly then: () => void;
  readonly random?: () => number;
};

/**
 * Requests a batch from the store, after `besides` seconds of statements: a call to the scraper for each chunk, all at
 * once, each as long as its slowest item.
 */
export function callStore(
  world: World,
  platform: Platform,
  { batch, besides, then, random = world.random }: StoreCall,
): void {
  const { activity, counts, costs, events } = world;
  const requestsEach = batch.requests / batch.items;
  const calls = batch.chunks.map((items) => world.latency.slowestOf({ items, requestsEach }, random()) + costs.call);
  for (const seconds of calls) addCalls(activity, "scraper", 1, seconds);
  activity.storeRequests[platform] += batch.requests;
  for (const [host, requests] of costsByHost(batch.costs)) counts.requests[host] += requests;
  for (const [hostClass, requests] of costEntries(batch.costs)) {
    counts.requestsByClass[hostClass] = (counts.requestsByClass[hostClass] ?? 0) + requests;
  }
  counts.calls += calls.length;
  counts.peakCalls = Math.max(counts.peakCalls, counts.calls);
  events.plan(events.time + (Math.max(0, ...calls) + besides), () => {
    counts.calls -= calls.length;
    then();
  });
}
