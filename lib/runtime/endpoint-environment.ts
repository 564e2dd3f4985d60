import * as z from "zod";

import { databaseEnvironment, wholeNumber } from "./environment.ts";
import { chartQueues, chartResend, onDemandQueues, refreshSetting } from "./shared-variables.ts";

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
export const chartEndpointEnvironment = endpointEnvironment.extend({ ...chartQueues, ...chartResend });

/** Endpoints that ask a store while the client waits. */
export const storeEndpointEnvironment = endpointEnvironment.extend({
  SCRAPER_IOS_URL: z.url(),
  SCRAPER_ANDROID_URL: z.url(),
});
