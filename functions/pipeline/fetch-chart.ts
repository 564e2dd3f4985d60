import { fetchChart } from "../../lib/charts/fetch-chart.ts";
import { consume } from "../../lib/queues/consumer.ts";
import { chartMessageSchema } from "../../lib/queues/messages.ts";
import { chartConsumerDependencies as dependencies } from "../../lib/wiring/deployed-charts.ts";

/** Consumes one chart queue: fetches and stores the chart that a message names. Deployed once per platform. */
export const handler = consume(
  chartMessageSchema().refine(
    (message) => message.platform === dependencies().platform,
    "The message is of another platform.",
  ),
  async (message, { remainingMs }) => {
    const outcome = await fetchChart(dependencies(), { message, remainingMs });
    dependencies().log.info("chart.fetch.completed", { ...message, outcome });
  },
  () => dependencies().log,
);
