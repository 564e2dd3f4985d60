import { noteBusy, queueAt } from "./environments.ts";
import { beginChart, endChart } from "./run-chart.ts";
import { beginSync, endBatch } from "./run-sync.ts";
import type { World } from "./world.ts";

/** A message becomes visible: somebody works on it at once, or it waits for its turn. */
export function deliver(world: World, queueIndex: number, message: number): void {
  const queue = queueAt(world, queueIndex);
  if (queue.busy < queue.maxConcurrency) begin(world, queueIndex, message);
  else queue.waiting.push(message);
}

/** An invocation has ended: its environment takes the next message. */
export function free(world: World, queueIndex: number): void {
  const queue = queueAt(world, queueIndex);
  noteBusy(world, queue, -1);
  if (queue.waiting.size() > 0) begin(world, queueIndex, queue.waiting.shift());
}

/** A store has responded to what an invocation requested. */
export function continueInvocation(world: World, id: number): void {
  const queueIndex = world.invocations.queue[id] ?? 0;
  if (queueAt(world, queueIndex).kind === "charts") endChart(world, id);
  else endBatch(world, id);
}

function begin(world: World, queueIndex: number, message: number): void {
  const queue = queueAt(world, queueIndex);
  noteBusy(world, queue, 1);
  if (queue.kind === "charts") beginChart(world, queueIndex, message);
  else beginSync(world, queueIndex, message);
}
