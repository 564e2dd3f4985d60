import { consume } from "../../lib/queues/consumer.ts";
import { chartMessageSchema } from "../../lib/queues/messages.ts";
import { chartConsumer } from "../../lib/wiring/deployed-charts.ts";

/** Consumes one chart queue: fetches and stores the chart that a message names. Deployed once per platform. */
export const handler = consume(
  chartMessageSchema().refine(
    (message) => message.platform === chartConsumer().platform,
    "The message is of another platform.",
  ),
  (message, invocation) => chartConsumer().consume(message, invocation),
  () => chartConsumer().log,
);
