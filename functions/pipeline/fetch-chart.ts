import { consume } from "../../lib/queues/consumer.ts";
import { chartQueueMessageSchema } from "../../lib/queues/messages.ts";
import { chartConsumer } from "../../lib/wiring/deployed-charts.ts";

export const handler = consume(
  chartQueueMessageSchema().refine(
    (message) => message.platform === chartConsumer().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => chartConsumer().consume(message, invocation),
  () => chartConsumer().log,
);
