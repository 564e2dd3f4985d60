import * as z from "zod";

import { wholeNumber } from "./environment.ts";

/** Variables that several kinds of functions share. */

export const onDemandQueues = { SYNC_ON_DEMAND_IOS_QUEUE_URL: z.url(), SYNC_ON_DEMAND_ANDROID_QUEUE_URL: z.url() };

export const chartQueues = { CHARTS_IOS_QUEUE_URL: z.url(), CHARTS_ANDROID_QUEUE_URL: z.url() };

/** Seconds after its delivery at which the message of a chart counts as lost. */
export const chartResend = { CHART_RESEND_SECONDS: wholeNumber(1, 3_600) };

export const storeRate = z.union([z.literal("unlimited"), z.coerce.number().positive()]);

export const storeBudget = {
  /** Requests a second that the service may put to the store, and how many it may save up. `unlimited` for the simulator. */
  STORE_BUDGET_RATE: storeRate,
  STORE_BUDGET_CAPACITY: z.coerce.number().positive(),
};

/** The same of both stores, for functions that ask either. */
export const storeBudgets = {
  STORE_BUDGET_RATE_IOS: storeRate,
  STORE_BUDGET_CAPACITY_IOS: z.coerce.number().positive(),
  STORE_BUDGET_RATE_ANDROID: storeRate,
  STORE_BUDGET_CAPACITY_ANDROID: z.coerce.number().positive(),
};

export const chartsPerMinute = z.coerce.number().positive();

export const chartPaces = { CHARTS_PER_MINUTE_IOS: chartsPerMinute, CHARTS_PER_MINUTE_ANDROID: chartsPerMinute };

/** Age from which an app counts as stale. */
export const refreshSetting = { REFRESH_HOURS: wholeNumber(1, 24 * 30) };
