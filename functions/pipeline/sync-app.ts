import { consume, type Invocation } from "../../lib/queues/consumer.ts";
import {
  type ExpressMessage,
  type SweepMessage,
  type SyncMessage,
  syncQueueMessageSchema,
} from "../../lib/queues/messages.ts";
import { fetchSweepBatch } from "../../lib/sweeps/fetch-sweep-batch.ts";
import { continueExpress } from "../../lib/sweeps/plan-express.ts";
import { runPhase } from "../../lib/sync/run-phase.ts";
import { syncConsumerDependencies as dependencies } from "../../lib/wiring/deployed-sync.ts";

/** Consumes one sync queue: runs the phase, fetches the batch or plans the shard of a message. Deployed once per queue. */
export const handler = consume(
  syncQueueMessageSchema().refine(
    (message) => message.platform === dependencies().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => ("kind" in message ? sweep(message, invocation) : run(message, invocation)),
  () => dependencies().log,
);

async function run(message: SyncMessage, { remainingMs }: Invocation): Promise<void> {
  const { kind } = await runPhase(dependencies(), { message, remainingMs });
  dependencies().log.info("sync.phase.completed", { ...message, outcome: kind });
}

async function sweep(message: SweepMessage | ExpressMessage, { remainingMs }: Invocation): Promise<void> {
  if (message.kind === "express") {
    const { express } = dependencies();
    return express === null ? undefined : continueExpress(express, message);
  }
  const outcome = await fetchSweepBatch(dependencies().sweep, { message, remainingMs });
  dependencies().log.info("sweep.batch.completed", { ...message, outcome });
}
