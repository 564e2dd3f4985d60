import { fetchChart } from "../../lib/charts/fetch-chart.ts";
import { consume } from "../../lib/queues/consumer.ts";
import { chartMessageSchema } from "../../lib/queues/messages.ts";
import { chartWorkerDependencies } from "../../lib/runtime/chart-dependencies.ts";
import { chartWorkerEnvironment } from "../../lib/runtime/chart-environment.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";

const environment = once(() => parseEnvironment(chartWorkerEnvironment));
const dependencies = once(() => chartWorkerDependencies(environment()));

/** Consumes one chart queue: fetches and stores the chart that a message names. Deployed once per platform. */
export const handler = consume(
  chartMessageSchema().refine(
    (message) => message.platform === environment().PLATFORM,
    "The message is of another platform.",
  ),
  async (message, { remainingMs }) => {
    const outcome = await fetchChart(dependencies(), { message, remainingMs });
    dependencies().log.info("chart.fetch.completed", { ...message, outcome });
  },
  () => dependencies().log,
);
