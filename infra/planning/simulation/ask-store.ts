import type { Platform } from "../../../lib/domain/platform.ts";
import { CHUNK_ITEMS } from "../../../lib/domain/store-call.ts";
import { evenChunks } from "../../../lib/sync/item-loop.ts";
import { addCalls } from "../activity.ts";
import type { Batch } from "../sync-shape.ts";
import type { World } from "./world.ts";

/**
 * Asks for a batch: a call to the scraper for each chunk, all at once, each as long as its slowest item. Responses the
 * seconds until the last one is back.
 */
export function askStore(world: World, platform: Platform, id: number, request: Batch): number {
  const { activity, counts, costs, invocations, random } = world;
  const requestsEach = request.requests / request.items;
  let slowest = 0;
  for (const items of request.chunks) {
    const seconds = world.latency.slowestOf({ items, requestsEach }, random()) + costs.call;
    addCalls(activity, "scraper", 1, seconds);
    if (seconds > slowest) slowest = seconds;
  }
  activity.storeRequests[platform] += request.requests;
  counts.tokens[platform] += request.tokens;
  counts.calls += request.chunks.length;
  counts.peakCalls = Math.max(counts.peakCalls, counts.calls);
  invocations.items[id] = request.items;
  invocations.calls[id] = request.chunks.length;
  return slowest;
}

/** The calls of an invocation are back. Responses how many items were asked. */
export function endCalls({ counts, invocations }: World, id: number): number {
  counts.calls -= invocations.calls[id] ?? 0;
  return invocations.items[id] ?? 0;
}

/** Failed items that are asked again, as one batch. */
export function repairBatch(items: number, requestsPerItem: number): Batch {
  const requests = items * requestsPerItem;
  const chunks = evenChunks(Array.from({ length: items }), CHUNK_ITEMS).map((chunk) => chunk.length);
  return { items, chunks, requests, tokens: requests };
}
