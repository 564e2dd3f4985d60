import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { databaseEnvironment, wholeNumber } from "./environment.ts";
import { chartPaces, chartQueues, chartResend, chartsPerMinute, storeBudget } from "./shared-variables.ts";

const chartSweep = {
  ...chartResend,
  /** Seconds that one sweep plans ahead, which SQS can delay a message by: until the next sweep. */
  CHART_SWEEP_SECONDS: wholeNumber(1, 900),
};

/** The consumer of one chart queue. It can reach its own platform's scraper and queue alone. */
export const chartWorkerEnvironment = databaseEnvironment.extend({
  ...storeBudget,
  ...chartResend,
  PLATFORM: platformSchema(),
  CHARTS_QUEUE_URL: z.url(),
  SCRAPER_URL: z.url(),
  CHART_LEASE_SECONDS: wholeNumber(1, 900),
});

export type ChartWorkerEnvironment = z.infer<typeof chartWorkerEnvironment>;

/** What plans the day's charts of one platform. */
export const dailyChartsEnvironment = databaseEnvironment.extend({
  ...chartSweep,
  PLATFORM: platformSchema(),
  CHARTS_QUEUE_URL: z.url(),
  CHARTS_PER_MINUTE: chartsPerMinute,
  /** `active` for every storefront of the platform, or codes with commas between them. */
  CHART_DAILY_COUNTRIES: z.union([
    z.literal("active"),
    z.string().transform((value) => value.split(",").filter((code) => code !== "")),
  ]),
});

export type DailyChartsEnvironment = z.infer<typeof dailyChartsEnvironment>;

export const sweepChartsEnvironment = databaseEnvironment.extend({
  ...chartQueues,
  ...chartSweep,
  ...chartPaces,
});

export type SweepChartsEnvironment = z.infer<typeof sweepChartsEnvironment>;
