import { consume } from "../../lib/queues/consumer.ts";
import { syncQueueMessageSchema } from "../../lib/queues/messages.ts";
import { syncConsumer } from "../../lib/wiring/deployed-sync.ts";

/** Consumes one sync queue, and is deployed once per queue. A message is a phase, a batch or a shard to plan. */
export const handler = consume(
  syncQueueMessageSchema().refine(
    (message) => message.platform === syncConsumer().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => syncConsumer().consume(message, invocation),
  () => syncConsumer().log,
);
