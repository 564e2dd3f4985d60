import { randomUUID } from "node:crypto";

import { liveLimits } from "../domain/live-limits.ts";
import type { Platform } from "../domain/platform.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { LiveCallDependencies } from "../stores/live-call.ts";
import { noBudget } from "../stores/store-budget.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { storeEndpointEnvironment } from "./endpoint-environment.ts";
import { parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";
import { createScraperConnector } from "./scraper-connector.ts";

/** What endpoints that ask a store while the client waits work with. */
export type StoreDependencies = EndpointDependencies &
  Omit<LiveCallDependencies, "correlationId"> & { readonly connectors: Readonly<Record<Platform, StoreConnector>> };

export const storeDependencies = once((): StoreDependencies => {
  const environment = parseEnvironment(storeEndpointEnvironment);
  const shared = buildEndpointDependencies(environment);
  // Each call names the budget of its user.
  const connecting = { log: shared.log, budget: noBudget };
  return {
    ...shared,
    newId: randomUUID,
    connectors: {
      ios: createScraperConnector({ platform: "ios", baseUrl: environment.SCRAPER_IOS_URL, ...connecting }),
      android: createScraperConnector({ platform: "android", baseUrl: environment.SCRAPER_ANDROID_URL, ...connecting }),
    },
    liveLimits: {
      ios: liveLimits({
        rate: environment.STORE_BUDGET_RATE_IOS,
        capacity: environment.STORE_BUDGET_CAPACITY_IOS,
        chartsPerMinute: environment.CHARTS_PER_MINUTE_IOS,
      }),
      android: liveLimits({
        rate: environment.STORE_BUDGET_RATE_ANDROID,
        capacity: environment.STORE_BUDGET_CAPACITY_ANDROID,
        chartsPerMinute: environment.CHARTS_PER_MINUTE_ANDROID,
      }),
    },
  };
});
