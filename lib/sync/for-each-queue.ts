/** Acts in turn, whatever fails, and throws what failed at the end: one queue's trouble is none of the others'. */
export async function forEachQueue<Queue>(
  queues: readonly Queue[],
  act: (queue: Queue) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const queue of queues) await act(queue).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${queues.length} queues failed.`);
}
