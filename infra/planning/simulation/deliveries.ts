import { CHUNK_ITEMS } from "../../../lib/domain/call-limits.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { evenChunks } from "../../../lib/sync/even-chunks.ts";
import { addCalls } from "../activity.ts";
import { sumOfCosts } from "../later-sync.ts";
import type { Process } from "./events.ts";
import type { Consume, WorkQueue } from "./run.ts";
import type { Store } from "./world.ts";

/** The statements of a delivery besides those of a dispatch: it claims, takes tokens and releases the lease. */
const DELIVERY_STATEMENTS = 3;
const BATCH_STATEMENTS = 2;

export function send(store: Store, queue: WorkQueue, at: number, consume: Consume): void {
  store.activity.messages += 1;
  store.events.plan(at, () => {
    queue.waiting.push(consume);
    store.events.run(deliverNext(store, queue));
  });
}

function* deliverNext(store: Store, queue: WorkQueue): Process {
  const { activity, assumed, counts, events, queues, underWay } = store;
  const consume = queue.busy < queue.maxConcurrency ? queue.waiting.shift() : undefined;
  if (consume === undefined) return;
  const startedAt = events.time;
  queue.busy += 1;
  underWay.deliveries += 1;
  counts.peakBusy = Math.max(counts.peakBusy, underWay.deliveries);
  activity.statements += DELIVERY_STATEMENTS + assumed.dispatchStatements;
  const then = yield* consume();
  const endsAt = events.time + (DELIVERY_STATEMENTS * assumed.statementMs) / 1_000;
  addCalls(activity, queue === queues.charts ? "chartWorker" : "worker", 1, endsAt - startedAt);
  yield endsAt;
  then?.();
  queue.busy -= 1;
  underWay.deliveries -= 1;
  events.run(deliverNext(store, queue));
}

type StoreCall = { readonly purpose: RequestPurpose; readonly costs: RequestCosts; readonly items?: number };

export function* callStore(store: Store, { purpose, costs, items = 1 }: StoreCall): Process {
  const { activity, assumed, counts, events, latencies, latency, platform, underWay } = store;
  const requests = countRequests(costs);
  const calls = evenChunks(Array.from({ length: items }), CHUNK_ITEMS).map(
    ({ length }) =>
      latency.slowestOf({ items: length, requestsEach: requests / items }, latencies()) + assumed.scraperCallMs / 1_000,
  );
  for (const seconds of calls) addCalls(activity, "scraper", 1, seconds);
  activity.storeRequests[platform] += requests;
  counts.byPurpose[platform][purpose] = (counts.byPurpose[platform][purpose] ?? 0) + requests;
  counts.requests = sumOfCosts([counts.requests, costs]);
  underWay.calls += calls.length;
  counts.peakCalls = Math.max(counts.peakCalls, underWay.calls);
  yield events.time + Math.max(...calls) + (BATCH_STATEMENTS * assumed.statementMs) / 1_000;
  underWay.calls -= calls.length;
}
