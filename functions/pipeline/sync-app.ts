import { consume } from "../../lib/queues/consumer.ts";
import { syncMessageSchema } from "../../lib/queues/messages.ts";
import { syncConsumerDependencies as dependencies } from "../../lib/runtime/sync.ts";
import { runPhase } from "../../lib/sync/run-phase.ts";

/** Consumes one sync queue: runs the phase that a message names. Deployed once per queue. */
export const handler = consume(
  syncMessageSchema().refine(
    (message) => message.platform === dependencies().platform,
    "The message is of another platform.",
  ),
  async (message, { remainingMs }) => {
    const { kind } = await runPhase(dependencies(), { message, remainingMs });
    dependencies().log.info("sync.phase.completed", { ...message, outcome: kind });
  },
  () => dependencies().log,
);
