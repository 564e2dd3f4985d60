import { CHUNK_ITEMS } from "../../../lib/domain/call-limits.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { costEntries, countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { evenChunks } from "../../../lib/sync/even-chunks.ts";
import { addCalls } from "../activity.ts";
import type { Consume, WorkQueue } from "./run.ts";
import type { World } from "./world.ts";

/** The statements of a delivery besides those of a dispatch: it claims, takes tokens and releases the lease. */
const DELIVERY_STATEMENTS = 3;
const BATCH_STATEMENTS = 2;

export function send(world: World, queue: WorkQueue, at: number, consume: Consume): void {
  world.activity.messages += 1;
  world.events.plan(at, () => {
    queue.waiting.push(consume);
    takeNext(world, queue);
  });
}

function takeNext(world: World, queue: WorkQueue): void {
  const { activity, counts, events, input } = world;
  const consume = queue.busy < queue.maxConcurrency ? queue.waiting.shift() : undefined;
  if (consume === undefined) return;
  const startedAt = events.time;
  queue.busy += 1;
  world.busyNow += 1;
  counts.peakBusy = Math.max(counts.peakBusy, world.busyNow);
  activity.statements += DELIVERY_STATEMENTS + input.assumed.dispatchStatements;
  consume((last) => {
    const endsAt = events.time + (DELIVERY_STATEMENTS * input.assumed.statementMs) / 1_000;
    addCalls(activity, queue.calls, 1, endsAt - startedAt);
    events.plan(endsAt, () => {
      last();
      queue.busy -= 1;
      world.busyNow -= 1;
      takeNext(world, queue);
    });
  });
}

type StoreCall = {
  readonly platform: Platform;
  readonly purpose: RequestPurpose;
  readonly costs: RequestCosts;
  readonly items: number;
};

export function callStore(world: World, { platform, purpose, costs, items }: StoreCall, then: () => void): void {
  const { activity, counts, events, input, latency, latencies } = world;
  const { scraperCallMs, statementMs } = input.assumed;
  const requests = countRequests(costs);
  const calls = evenChunks(Array.from({ length: items }), CHUNK_ITEMS).map(
    ({ length }) =>
      latency.slowestOf({ items: length, requestsEach: requests / items }, latencies()) + scraperCallMs / 1_000,
  );
  for (const seconds of calls) addCalls(activity, "scraper", 1, seconds);
  activity.storeRequests[platform] += requests;
  counts.byPurpose[platform][purpose] = (counts.byPurpose[platform][purpose] ?? 0) + requests;
  const sums = costEntries(costs).map(([name, count]) => [name, (counts.requests[name] ?? 0) + count]);
  counts.requests = { ...counts.requests, ...Object.fromEntries(sums) };
  world.callsNow += calls.length;
  counts.peakCalls = Math.max(counts.peakCalls, world.callsNow);
  events.plan(events.time + Math.max(...calls) + (BATCH_STATEMENTS * statementMs) / 1_000, () => {
    world.callsNow -= calls.length;
    then();
  });
}
