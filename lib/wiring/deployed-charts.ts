import { randomUUID } from "node:crypto";

import type { FetchChartDependencies } from "../charts/fetch-chart.ts";
import type { StartDailyChartsDependencies } from "../charts/start-daily-charts.ts";
import type { SweepChartsDependencies } from "../charts/sweep-charts.ts";
import type { Platform } from "../domain/platform.ts";
import { createChartQueues } from "../queues/work-queues.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import { createMeasure } from "./cloudwatch-metrics.ts";
import { connectDatabase } from "./database.ts";
import {
  type ChartScheduleEnvironment,
  chartConsumerEnvironment,
  dailyChartsEnvironment,
  parseEnvironment,
  sweepChartsEnvironment,
} from "./environment.ts";
import { createScraperConnector } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";

/** For the consumer of a chart queue. */
export const chartConsumerDependencies = /* @__PURE__ */ lazy(
  (): FetchChartDependencies & { readonly platform: Platform } => {
    const environment = parseEnvironment(chartConsumerEnvironment());
    const { PLATFORM: platform } = environment;
    const { db } = connectDatabase(environment);
    const log = createLogger(environment);
    const ofPlatform = { platform, stores: environment.STORE_SETTINGS };
    const measure = createMeasure(environment);
    const budget = sharedBudget({ db, measure, random: Math.random }, ofPlatform);
    return {
      platform,
      db,
      log,
      budget,
      connector: createScraperConnector({
        platform,
        baseUrl: environment.SCRAPER_URL,
        budget: (costs) => budget(costs, "chart"),
        reports: { db, measure, stores: environment.STORE_SETTINGS },
        log,
      }),
      queues: createChartQueues(sqsClient, { [platform]: environment.CHARTS_QUEUE_URL }),
      settings: environment.CHART_SETTINGS,
      now: systemClock(environment.CLOCK_OFFSET_MS),
      random: Math.random,
      newToken: randomUUID,
    };
  },
);

/** For the schedule that plans the day's charts of a platform. */
export const dailyChartsDependencies = /* @__PURE__ */ lazy((): StartDailyChartsDependencies => {
  const environment = parseEnvironment(dailyChartsEnvironment());
  const { PLATFORM: platform } = environment;
  return {
    ...sweepDependencies(environment, platform),
    queues: createChartQueues(sqsClient, { [platform]: environment.CHARTS_QUEUE_URL }),
    dailyCountries: environment.CHART_SETTINGS.dailyCountries,
  };
});

/** For the sweeper of each platform. */
export const sweepChartsDependencies = /* @__PURE__ */ lazy((): Readonly<Record<Platform, SweepChartsDependencies>> => {
  const environment = parseEnvironment(sweepChartsEnvironment());
  const queues = createChartQueues(sqsClient, {
    ios: environment.CHARTS_IOS_QUEUE_URL,
    android: environment.CHARTS_ANDROID_QUEUE_URL,
  });
  return {
    ios: { ...sweepDependencies(environment, "ios"), queues },
    android: { ...sweepDependencies(environment, "android"), queues },
  };
});

function sweepDependencies(environment: ChartScheduleEnvironment, platform: Platform) {
  const { CHART_SETTINGS: settings } = environment;
  return {
    platform,
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    measure: createMeasure(environment),
    now: systemClock(environment.CLOCK_OFFSET_MS),
    settings: {
      ...settings,
      chartsPerMinute: settings.chartsPerMinute[platform],
      horizonSeconds: settings.sweepSeconds,
    },
  };
}
