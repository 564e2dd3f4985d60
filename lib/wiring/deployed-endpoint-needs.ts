import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { countries } from "../../db/seeds/countries.ts";
import { BCRYPT_COST, createPasswords } from "../auth/password.ts";
import type { AuthDependencies } from "../auth/register-user.ts";
import type { UrlRules } from "../domain/webhook.ts";
import { createChartQueues, createKeywordQueues, createSyncQueues } from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { SessionDependencies } from "../sessions/open-session.ts";
import { endpointDependencies, sharedDependencies } from "./deployed-endpoint.ts";
import { databasePorts, deployedPorts } from "./deployed-ports.ts";
import {
  type EndpointDependencies,
  wireChartRequests,
  wireEndpoint,
  wireExpectedEnds,
  wireKeywordRequests,
  wireKeywordTracking,
  wireLiveRequests,
  wireSyncRequests,
} from "./endpoints.ts";
import {
  budgetEndpointEnvironment,
  chartEndpointEnvironment,
  enqueueingEndpointEnvironment,
  keywordEndpointEnvironment,
  keywordQueueEndpointEnvironment,
  parseEnvironment,
  sessionEndpointEnvironment,
  storeEndpointEnvironment,
  webhookEndpointEnvironment,
} from "./environment.ts";
import type { CountryPorts } from "./ports.ts";
import { connectDeployedScrapers } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";

/** Dependencies of endpoints that need more than the database. Each kind is built with its first request. */

export const authDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & AuthDependencies => ({
  ...endpointDependencies(),
  ...secrets(),
}));

export const countryDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & CountryPorts => ({
  ...endpointDependencies(),
  countries,
}));

export const sessionDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & SessionDependencies => {
  const environment = parseEnvironment(sessionEndpointEnvironment());
  return { ...sharedDependencies(environment), ...secrets(), session: environment.SESSION_SETTINGS };
});

type WebhookDependencies = Pick<AuthDependencies, "randomBytes"> & {
  readonly urlRules: UrlRules;
  readonly email: "on" | "off";
};

export const webhookEndpointDependencies = /* @__PURE__ */ lazy((): EndpointDependencies & WebhookDependencies => {
  const environment = parseEnvironment(webhookEndpointEnvironment());
  const { EMAIL: email, WEBHOOK_SETTINGS: urlRules } = environment;
  return { ...sharedDependencies(environment), randomBytes, urlRules, email };
});

export const enqueueingDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(enqueueingEndpointEnvironment());
  const syncs = createSyncQueues(sqsClient, {
    on_demand: {
      ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
      android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
    },
  });
  const ports = { ...deployedPorts(environment), countries, queues: { syncs } };
  const { API_SETTINGS: api, STORE_SETTINGS: stores, SYNC_SETTINGS: sync } = environment;
  return { ...wireEndpoint(ports, { api }), ...wireSyncRequests(ports, { api, stores, sync }) };
});

export const budgetDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(budgetEndpointEnvironment());
  const ports = { ...databasePorts(environment), countries };
  const { API_SETTINGS: api, STORE_SETTINGS: stores } = environment;
  return { ...wireEndpoint(ports, { api }), ...wireExpectedEnds(ports, { stores }) };
});

export const keywordDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(keywordEndpointEnvironment());
  const ports = { ...databasePorts(environment), countries };
  const { API_SETTINGS: api, KEYWORD_SETTINGS: keywords } = environment;
  return { ...wireEndpoint(ports, { api }), ...wireKeywordRequests(ports, { keywords }) };
});

export const keywordQueueDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(keywordQueueEndpointEnvironment());
  const { API_SETTINGS: api, CHART_SETTINGS: charts, KEYWORD_SETTINGS: settings } = environment;
  const keywords = createKeywordQueues(sqsClient, {
    ios: environment.CHARTS_IOS_QUEUE_URL,
    android: environment.CHARTS_ANDROID_QUEUE_URL,
  });
  const ports = { ...deployedPorts(environment), countries, queues: { keywords } };
  return { ...wireEndpoint(ports, { api }), ...wireKeywordTracking(ports, { charts, keywords: settings }) };
});

export const chartEndpointDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(chartEndpointEnvironment());
  const charts = createChartQueues(sqsClient, {
    ios: environment.CHARTS_IOS_QUEUE_URL,
    android: environment.CHARTS_ANDROID_QUEUE_URL,
  });
  const ports = { ...deployedPorts(environment), queues: { charts } };
  const { API_SETTINGS: api, CHART_SETTINGS } = environment;
  return { ...wireEndpoint(ports, { api }), ...wireChartRequests(ports, { charts: CHART_SETTINGS }) };
});

export const storeDependencies = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(storeEndpointEnvironment());
  const { API_SETTINGS: api, KEYWORD_SETTINGS: keywords, STORE_SETTINGS: stores } = environment;
  const ports = deployedPorts(environment);
  const urls = { ios: environment.SCRAPER_IOS_URL, android: environment.SCRAPER_ANDROID_URL };
  const connect = connectDeployedScrapers(ports, { urls, stores });
  return {
    ...wireEndpoint(ports, { api }),
    ...wireLiveRequests({ ...ports, connect, sleep }, { stores, keywords }),
  };
});

function secrets() {
  return { passwords: createPasswords(BCRYPT_COST), randomBytes };
}
