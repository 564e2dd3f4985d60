import { randomUUID } from "node:crypto";

import type { FetchChartDependencies } from "../charts/fetch-chart.ts";
import type { StartDailyChartsDependencies } from "../charts/start-daily-charts.ts";
import type { SweepChartsDependencies } from "../charts/sweep-charts.ts";
import { CHART_FLOOR } from "../domain/call-limits.ts";
import type { Platform } from "../domain/platform.ts";
import { createChartQueues } from "../queues/work-queues.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import type { ChartWorkerEnvironment, DailyChartsEnvironment, SweepChartsEnvironment } from "./chart-environment.ts";
import { systemClock } from "./clock.ts";
import { connectDatabase } from "./database.ts";
import { createLogger } from "./log.ts";
import { createMeasure } from "./metrics.ts";
import { createScraperConnector } from "./scraper-connector.ts";
import { sqsClient } from "./sqs-client.ts";

/** What the consumer of a chart queue works with, built once per environment. */
export function chartWorkerDependencies(environment: ChartWorkerEnvironment): FetchChartDependencies {
  const { db } = connectDatabase(environment);
  const { PLATFORM: platform, STORE_BUDGET_RATE: rate, STORE_BUDGET_CAPACITY: capacity } = environment;
  const log = createLogger(environment);
  const budget = sharedBudget(
    { db, measure: createMeasure(environment), random: Math.random },
    { platform, rate, capacity, floor: CHART_FLOOR },
  );
  return {
    db,
    log,
    budget,
    connector: createScraperConnector({ platform, baseUrl: environment.SCRAPER_URL, budget, log }),
    queues: createChartQueues(sqsClient, { [platform]: environment.CHARTS_QUEUE_URL }),
    settings: { leaseSeconds: environment.CHART_LEASE_SECONDS, resendSeconds: environment.CHART_RESEND_SECONDS },
    now: systemClock(environment.CLOCK_OFFSET_MS),
    random: Math.random,
    newToken: randomUUID,
  };
}

/** What plans the day's charts of a platform works with, built once per environment. */
export function dailyChartsDependencies(environment: DailyChartsEnvironment): StartDailyChartsDependencies {
  const { PLATFORM: platform } = environment;
  return {
    ...sweepDependencies(environment),
    platform,
    queues: createChartQueues(sqsClient, { [platform]: environment.CHARTS_QUEUE_URL }),
    settings: sweepSettings(environment, environment.CHARTS_PER_MINUTE),
    dailyCountries: environment.CHART_DAILY_COUNTRIES,
  };
}

/** What the sweeper of each platform works with, built once per environment. */
export function sweepChartsDependencies(
  environment: SweepChartsEnvironment,
): Readonly<Record<Platform, SweepChartsDependencies>> {
  const shared = {
    ...sweepDependencies(environment),
    queues: createChartQueues(sqsClient, {
      ios: environment.CHARTS_IOS_QUEUE_URL,
      android: environment.CHARTS_ANDROID_QUEUE_URL,
    }),
  };
  return {
    ios: { ...shared, platform: "ios", settings: sweepSettings(environment, environment.CHARTS_PER_MINUTE_IOS) },
    android: {
      ...shared,
      platform: "android",
      settings: sweepSettings(environment, environment.CHARTS_PER_MINUTE_ANDROID),
    },
  };
}

type ScheduleEnvironment = DailyChartsEnvironment | SweepChartsEnvironment;

function sweepDependencies(environment: ScheduleEnvironment) {
  const { db } = connectDatabase(environment);
  return {
    db,
    log: createLogger(environment),
    measure: createMeasure(environment),
    now: systemClock(environment.CLOCK_OFFSET_MS),
  };
}

function sweepSettings(environment: ScheduleEnvironment, chartsPerMinute: number) {
  const { CHART_SWEEP_SECONDS: horizonSeconds, CHART_RESEND_SECONDS: resendSeconds } = environment;
  return { chartsPerMinute, horizonSeconds, resendSeconds };
}
