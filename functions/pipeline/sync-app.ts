import { consume } from "../../lib/queues/consumer.ts";
import { syncMessageSchema } from "../../lib/queues/messages.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";
import { syncWorkerDependencies } from "../../lib/runtime/sync-dependencies.ts";
import { syncWorkerEnvironment } from "../../lib/runtime/sync-environment.ts";
import { runPhase } from "../../lib/sync/run-phase.ts";

const environment = once(() => parseEnvironment(syncWorkerEnvironment));
const dependencies = once(() => syncWorkerDependencies(environment()));

/** Consumes one sync queue: runs the phase that a message names. Deployed once per queue. */
export const handler = consume(
  syncMessageSchema().refine(
    (message) => message.platform === environment().PLATFORM,
    "The message is of another platform.",
  ),
  async (message, { remainingMs }) => {
    const { kind } = await runPhase(dependencies(), { message, remainingMs });
    dependencies().log.info("sync.phase.completed", { ...message, outcome: kind });
  },
  () => dependencies().log,
);
