import { randomBytes, randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import type { RefreshStaleAppDependencies } from "../apps/refresh-stale-app.ts";
import { BCRYPT_COST, createPasswords } from "../auth/password.ts";
import type { AuthDependencies } from "../auth/register-user.ts";
import type { ShowChartDependencies } from "../charts/show-chart.ts";
import { liveLimitsOf } from "../domain/live-limits.ts";
import type { Platform } from "../domain/platform.ts";
import { createChartQueues, createSyncQueues } from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { SessionDependencies } from "../sessions/open-session.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { LiveCallDependencies } from "../stores/live-call.ts";
import { noBudget } from "../stores/store-budget.ts";
import { createMeasure } from "./cloudwatch-metrics.ts";
import { type EndpointDependencies, endpointDependencies, sharedDependencies } from "./deployed-endpoint.ts";
import {
  chartEndpointEnvironment,
  enqueueingEndpointEnvironment,
  parseEnvironment,
  sessionEndpointEnvironment,
  storeEndpointEnvironment,
} from "./environment.ts";
import { createScraperConnector } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";

/** Dependencies of endpoints that need more than the database. Each kind is built with its first request. */

/** For endpoints that check or hash passwords or issue tokens. */
export const authDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & AuthDependencies => ({
  ...endpointDependencies(),
  ...secrets(),
}));

/** For endpoints that start a browser session or prolong it. */
export const sessionDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & SessionDependencies => {
  const environment = parseEnvironment(sessionEndpointEnvironment());
  return { ...sharedDependencies(environment), ...secrets(), session: environment.SESSION_SETTINGS };
});

/** For endpoints that may start a sync. */
export const enqueueingDependencies = /* @__PURE__ */ lazy(
  (): EndpointDependencies & Omit<RefreshStaleAppDependencies, "correlationId"> => {
    const environment = parseEnvironment(enqueueingEndpointEnvironment());
    return {
      ...sharedDependencies(environment),
      measure: createMeasure(environment),
      queues: createSyncQueues(sqsClient, {
        on_demand: {
          ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
          android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
        },
      }),
      newId: randomUUID,
      countries,
      refreshHours: environment.SYNC_SETTINGS.refreshHours,
    };
  },
);

/** For endpoints that may queue a chart. */
export const chartEndpointDependencies = /* @__PURE__ */ lazy(
  (): EndpointDependencies & Omit<ShowChartDependencies, "correlationId"> => {
    const environment = parseEnvironment(chartEndpointEnvironment());
    return {
      ...sharedDependencies(environment),
      measure: createMeasure(environment),
      chartQueues: createChartQueues(sqsClient, {
        ios: environment.CHARTS_IOS_QUEUE_URL,
        android: environment.CHARTS_ANDROID_QUEUE_URL,
      }),
      chartSettings: environment.CHART_SETTINGS,
    };
  },
);

export type StoreDependencies = EndpointDependencies &
  Omit<LiveCallDependencies, "correlationId"> & { readonly connectors: Readonly<Record<Platform, StoreConnector>> };

/** For endpoints that call a store while the client waits. */
export const storeDependencies = /* @__PURE__ */ lazy((): StoreDependencies => {
  const environment = parseEnvironment(storeEndpointEnvironment());
  const { STORE_SETTINGS: stores } = environment;
  const shared = sharedDependencies(environment);
  const { db, log } = shared;
  const reports = { db, measure: createMeasure(environment), stores };
  // Each call names the budget of its user.
  const connectTo = (platform: Platform, baseUrl: string) =>
    createScraperConnector({ platform, baseUrl, budget: noBudget, reports, log });
  const { CHART_SETTINGS: charts, SWEEP_SETTINGS: sweep } = environment;
  const limits = (platform: Platform) => liveLimitsOf(platform, { stores, charts, sweep });
  return {
    ...shared,
    newId: randomUUID,
    connectors: {
      ios: connectTo("ios", environment.SCRAPER_IOS_URL),
      android: connectTo("android", environment.SCRAPER_ANDROID_URL),
    },
    liveLimits: { ios: limits("ios"), android: limits("android") },
    storeSettings: stores,
  };
});

function secrets() {
  return { passwords: createPasswords(BCRYPT_COST), randomBytes };
}
