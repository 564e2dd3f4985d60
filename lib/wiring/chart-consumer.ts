import { fetchChart } from "../charts/fetch-chart.ts";
import type { Platform } from "../domain/platform.ts";
import type { FetchResult } from "../fetches/paced-fetch.ts";
import type { Invocation } from "../queues/consumer.ts";
import type { ChartMessage } from "../queues/messages.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import type { PipelineSettings, QueuePorts, StorePorts } from "./ports.ts";

/** Handles a message of a chart queue. Returns how the fetch of the chart ended. */
export type ConsumeChart = (message: ChartMessage, invocation: Invocation) => Promise<FetchResult>;

/** Wires the consumer of a platform's chart queue, which fetches and stores the chart that a message names. */
export function wireChartConsumer(
  ports: StorePorts & QueuePorts<"charts">,
  { charts, stores }: Pick<PipelineSettings, "charts" | "stores">,
  platform: Platform,
): ConsumeChart {
  const budget = sharedBudget(ports, { platform, stores });
  const connector = ports.connect(platform, (costs) => budget(costs, "chart"));
  const deps = {
    ...ports,
    queues: ports.queues.charts,
    budget,
    connector,
    settings: charts,
    newToken: ports.newId,
  };
  return async (message, { remainingMs }) => {
    const outcome = await fetchChart(deps, { message, remainingMs });
    ports.log.info("chart.fetch.completed", { ...message, outcome });
    return outcome;
  };
}
