import { fetchChart } from "../charts/fetch-chart.ts";
import { type IdentifyResult, identifyApps } from "../charts/identify-apps.ts";
import { dispatchCharts } from "../charts/resend-charts.ts";
import type { Platform } from "../domain/platform.ts";
import type { FetchResult } from "../fetches/paced-fetch.ts";
import { dispatchKeywords } from "../keywords/dispatch-keywords.ts";
import { readKeyword } from "../keywords/read-keyword.ts";
import { type ReadPublisherResult, readPublisher } from "../publishers/read-publisher.ts";
import type { Invocation } from "../queues/consumer.ts";
import type { ChartQueueMessage } from "../queues/messages.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import { chartDispatchDependencies, keywordDispatchDependencies } from "./dispatch.ts";
import type { CountryPorts, KeywordSettings, PipelineSettings, QueuePorts, StorePorts } from "./ports.ts";

export type ConsumeChart = (
  message: ChartQueueMessage,
  invocation: Invocation,
) => Promise<FetchResult | IdentifyResult | ReadPublisherResult>;

export function wireChartConsumer(
  ports: StorePorts & CountryPorts & QueuePorts<"charts" | "identify" | "keywords">,
  settings: Pick<PipelineSettings, "charts" | "stores"> & KeywordSettings,
  platform: Platform,
): ConsumeChart {
  const { charts, stores } = settings;
  const budget = sharedBudget(ports, { platform, stores });
  const connector = ports.connect(platform, (costs) => budget(costs, "chart"));
  const deps = {
    ...ports,
    identifyQueues: ports.queues.identify,
    budget,
    connector,
    settings: charts,
    newToken: ports.newId,
    storeSettings: stores,
  };
  const waiting = chartDispatchDependencies(ports, settings, platform);
  const waitingKeywords = keywordDispatchDependencies(ports, settings, platform);
  const handle: ConsumeChart = async (message, { remainingMs }) => {
    if ("kind" in message && message.kind === "publisher") {
      const outcome = await readPublisher(deps, { message, remainingMs });
      ports.log.info("publisher.read.completed", { ...message, outcome });
      return outcome;
    }
    if ("kind" in message && message.kind === "keyword") {
      const isOff = settings.keywords === "off";
      const outcome = isOff ? "not_claimed" : await readKeyword(deps, { message, remainingMs });
      ports.log.info("keyword.read.completed", { ...message, outcome });
      return outcome;
    }
    if ("kind" in message) {
      const outcome = await identifyApps(deps, { message, remainingMs });
      ports.log.info("apps.identify.completed", { ...message, outcome });
      return outcome;
    }
    const outcome = await fetchChart(deps, { message, remainingMs });
    ports.log.info("chart.fetch.completed", { ...message, outcome });
    return outcome;
  };
  // After every delivery, the next chart is sent shortly before its slot, and the next term if no chart waits.
  return async (message, invocation) => {
    try {
      return await handle(message, invocation);
    } finally {
      await dispatchCharts(waiting, message);
      await dispatchKeywords(waitingKeywords, message);
    }
  };
}
