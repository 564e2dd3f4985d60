import { consume, type Invocation } from "../../lib/queues/consumer.ts";
import { type SweepMessage, type SyncMessage, syncQueueMessageSchema } from "../../lib/queues/messages.ts";
import { syncConsumerDependencies as dependencies } from "../../lib/runtime/sync.ts";
import { fetchSweepBatch } from "../../lib/sweeps/fetch-sweep-batch.ts";
import { runPhase } from "../../lib/sync/run-phase.ts";

/** Consumes one sync queue: runs the phase or fetches the batch that a message names. Deployed once per queue. */
export const handler = consume(
  syncQueueMessageSchema().refine(
    (message) => message.platform === dependencies().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => ("kind" in message ? fetchBatch(message, invocation) : run(message, invocation)),
  () => dependencies().log,
);

async function run(message: SyncMessage, { remainingMs }: Invocation): Promise<void> {
  const { kind } = await runPhase(dependencies(), { message, remainingMs });
  dependencies().log.info("sync.phase.completed", { ...message, outcome: kind });
}

async function fetchBatch(message: SweepMessage, { remainingMs }: Invocation): Promise<void> {
  const outcome = await fetchSweepBatch(dependencies().sweep, { message, remainingMs });
  dependencies().log.info("sweep.batch.completed", { ...message, outcome });
}
