import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { costEntries, countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { addCalls } from "../activity.ts";
import type { Invocation, QueueKind, WorkQueue } from "./queues.ts";
import type { World } from "./world.ts";

type Message = {
  readonly kind: QueueKind;
  readonly platform: Platform;
  /** When it becomes visible. An environment takes it then, or as soon as one is free. */
  readonly at: number;
  readonly consume: (invocation: Invocation) => void;
};

export function send(world: World, { kind, platform, at, consume }: Message): void {
  const queue = world.queues.find((one) => one.kind === kind && one.platform === platform);
  if (queue === undefined) throw new Error(`There is no ${kind} queue for ${platform}.`);
  world.activity.messages += 1;
  world.events.plan(at, () => {
    if (queue.busy < queue.maxConcurrency) take(world, queue, consume);
    else queue.waiting.enqueue(consume);
  });
}

function take(world: World, queue: WorkQueue, consume: Message["consume"]): void {
  countBusy(world, queue, 1);
  consume({ queue, startedAt: world.events.time });
}

/** Ends an invocation `seconds` from now, after a last piece of work; its environment then takes the next message. */
export function endInvocation(
  world: World,
  { queue, startedAt }: Invocation,
  { seconds, last }: { readonly seconds: number; readonly last: () => void },
): void {
  const { activity, events } = world;
  addCalls(activity, queue.kind === "charts" ? "chartWorker" : "worker", 1, events.time + seconds - startedAt);
  events.plan(events.time + seconds, () => {
    last();
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
  readonly platform: Platform;
  readonly costs: RequestCosts;
  /** Items of each call to the scraper. */
  readonly chunks: readonly number[];
  /** Seconds of statements besides. */
  readonly besides: number;
  readonly then: () => void;
  readonly random?: () => number;
};

/** Requests items from the store: a call to the scraper for each chunk, all at once, each as long as its slowest item. */
export function callStore(world: World, { platform, costs, chunks, besides, then, random = world.random }: StoreCall) {
  const { activity, counts, events } = world;
  const requests = countRequests(costs);
  const requestsEach = requests / chunks.reduce((sum, items) => sum + items, 0);
  const calls = chunks.map((items) => world.latency.slowestOf({ items, requestsEach }, random()) + world.costs.call);
  for (const seconds of calls) addCalls(activity, "scraper", 1, seconds);
  activity.storeRequests[platform] += requests;
  for (const [hostClass, count] of costEntries(costs)) {
    counts.requests[hostClass] = (counts.requests[hostClass] ?? 0) + count;
  }
  counts.calls += calls.length;
  counts.peakCalls = Math.max(counts.peakCalls, counts.calls);
  events.plan(events.time + Math.max(0, ...calls) + besides, () => {
    counts.calls -= calls.length;
    then();
  });
}

/** Counts the first requests of a delivery, and whether they found their tokens. */
export function countDelivery({ counts }: World, purpose: RequestPurpose, isDenied: boolean): void {
  counts.delivered[purpose] = (counts.delivered[purpose] ?? 0) + 1;
  if (isDenied) counts.denied[purpose] = (counts.denied[purpose] ?? 0) + 1;
}
