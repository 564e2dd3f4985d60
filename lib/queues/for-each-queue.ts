export async function forEachQueue<Queue>(
  queues: readonly Queue[],
  act: (queue: Queue) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(queues.map(act));
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${queues.length} queues failed.`);
}
