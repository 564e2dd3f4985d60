import * as z from "zod";

import { databaseEnvironment, wholeNumber } from "./environment.ts";
import {
  chartPaces,
  chartQueues,
  chartResend,
  onDemandQueues,
  refreshSetting,
  storeBudgets,
} from "./shared-variables.ts";

export const endpointEnvironment = databaseEnvironment.extend({
  /** Requests a minute and user, on every endpoint but those of auth. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 100_000),
});

export type EndpointEnvironment = z.infer<typeof endpointEnvironment>;

/** Endpoints that may start a sync. */
export const enqueueingEndpointEnvironment = endpointEnvironment.extend({
  ...onDemandQueues,
  ...refreshSetting,
});

/** Endpoints that may queue a chart. */
export const chartEndpointEnvironment = endpointEnvironment.extend({
  ...chartQueues,
  ...chartPaces,
  ...chartResend,
  /** Charts that a user may ask for before their time, a day. */
  CHARTS_ASKED_PER_USER_AND_DAY: wholeNumber(1, 100_000),
});

/** Endpoints that ask a store while the client waits. */
export const storeEndpointEnvironment = endpointEnvironment.extend({
  SCRAPER_IOS_URL: z.url(),
  SCRAPER_ANDROID_URL: z.url(),
  /** Of the stores' budgets, what charts leave is shared by syncs and by those who wait. */
  ...storeBudgets,
  ...chartPaces,
});
