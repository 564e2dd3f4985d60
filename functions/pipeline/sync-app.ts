import { consume } from "../../lib/queues/consumer.ts";
import { syncQueueMessageSchema } from "../../lib/queues/messages.ts";
import { syncConsumer } from "../../lib/wiring/deployed-sync.ts";

/** Consumes one sync queue: runs the phase, fetches the batch or plans the shard of a message. Deployed once per queue. */
export const handler = consume(
  syncQueueMessageSchema().refine(
    (message) => message.platform === syncConsumer().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => syncConsumer().consume(message, invocation),
  () => syncConsumer().log,
);
