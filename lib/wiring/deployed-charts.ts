import { countries } from "../../db/seeds/countries.ts";
import type { Platform } from "../domain/platform.ts";
import {
  createChartQueues,
  createIdentifyQueues,
  createKeywordQueues,
  createPublisherQueues,
} from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { Log } from "../runtime/log.ts";
import { type ConsumeChart, wireChartConsumer } from "./chart-consumer.ts";
import { deployedPorts } from "./deployed-ports.ts";
import {
  type ChartScheduleEnvironment,
  chartConsumerEnvironment,
  dailyChartsEnvironment,
  parseEnvironment,
  resendChartsEnvironment,
} from "./environment.ts";
import { wireChartResend, wireDailyCharts } from "./schedules.ts";
import { connectDeployedScrapers } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";

type DeployedChartConsumer = { readonly platform: Platform; readonly log: Log; readonly consume: ConsumeChart };

export const chartConsumer = /* @__PURE__ */ lazy((): DeployedChartConsumer => {
  const environment = parseEnvironment(chartConsumerEnvironment());
  const { PLATFORM: platform, STORE_SETTINGS: stores, CHART_SETTINGS: charts } = environment;
  const { KEYWORD_SETTINGS: keywords } = environment;
  const ports = deployedPorts(environment);
  const urls = { [platform]: environment.CHARTS_QUEUE_URL };
  const queues = dailyQueues(urls);
  const connect = connectDeployedScrapers(ports, { urls: { [platform]: environment.SCRAPER_URL }, stores });
  const consume = wireChartConsumer({ ...ports, countries, queues, connect }, { stores, charts, keywords }, platform);
  return { platform, log: ports.log, consume };
});

export const startDailyCharts = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(dailyChartsEnvironment());
  const { PLATFORM: platform } = environment;
  const urls = { [platform]: environment.CHARTS_QUEUE_URL };
  const queues = dailyQueues(urls);
  const ports = { ...deployedPorts(environment), countries, queues };
  return wireDailyCharts(ports, settingsIn(environment), platform);
});

export const resendCharts = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(resendChartsEnvironment());
  const urls = { ios: environment.CHARTS_IOS_QUEUE_URL, android: environment.CHARTS_ANDROID_QUEUE_URL };
  const queues = { ...dailyQueues(urls), publishers: createPublisherQueues(sqsClient, urls) };
  const ports = { ...deployedPorts(environment), countries, queues };
  return wireChartResend(ports, settingsIn(environment));
});

/** All of them use the one queue of charts. */
function dailyQueues(urls: Partial<Record<Platform, string>>) {
  return {
    charts: createChartQueues(sqsClient, urls),
    identify: createIdentifyQueues(sqsClient, urls),
    keywords: createKeywordQueues(sqsClient, urls),
  };
}

function settingsIn({ CHART_SETTINGS, KEYWORD_SETTINGS, STORE_SETTINGS }: ChartScheduleEnvironment) {
  return { charts: CHART_SETTINGS, keywords: KEYWORD_SETTINGS, stores: STORE_SETTINGS };
}
