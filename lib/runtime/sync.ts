import { randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import { SYNC_FLOOR } from "../domain/call-limits.ts";
import type { Platform } from "../domain/platform.ts";
import { activeRunsMax } from "../domain/sync-pace.ts";
import { createSyncQueues } from "../queues/work-queues.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import type { RunPhaseDependencies } from "../sync/run-phase.ts";
import type { StartDueSyncsDependencies } from "../sync/start-due-syncs.ts";
import type { SweepSyncsDependencies } from "../sync/sweep-syncs.ts";
import { systemClock } from "./clock.ts";
import { createScraperConnector } from "./connector.ts";
import { connectDatabase } from "./database.ts";
import {
  parseEnvironment,
  type SyncScheduleEnvironment,
  syncConsumerEnvironment,
  syncScheduleEnvironment,
} from "./environment.ts";
import { lazy } from "./lazy.ts";
import { createLogger } from "./log.ts";
import { createMeasure } from "./metrics.ts";
import { sqsClient } from "./sqs.ts";

/** For the consumer of a sync queue. */
export const syncConsumerDependencies = /* @__PURE__ */ lazy(
  (): RunPhaseDependencies & { readonly platform: Platform } => {
    const environment = parseEnvironment(syncConsumerEnvironment());
    const { PLATFORM: platform, SYNC_SETTINGS: settings } = environment;
    const { rate, capacity } = environment.STORE_BUDGETS[platform];
    const { db } = connectDatabase(environment);
    const log = createLogger(environment);
    const measure = createMeasure(environment);
    const budget = sharedBudget({ db, measure, random: Math.random }, { platform, rate, capacity, floor: SYNC_FLOOR });
    return {
      platform,
      db,
      log,
      measure,
      budget,
      countries,
      connector: createScraperConnector({ platform, baseUrl: environment.SCRAPER_URL, budget, log }),
      queues: createSyncQueues(sqsClient, {
        tracked: { [platform]: environment.SYNC_TRACKED_QUEUE_URL },
        on_demand: { [platform]: environment.SYNC_ON_DEMAND_QUEUE_URL },
      }),
      settings: { ...settings, onDemandRunsMax: activeRunsMax({ ...settings, platform, rate, countries }) },
      now: systemClock(environment.CLOCK_OFFSET_MS),
      random: Math.random,
      newToken: randomUUID,
    };
  },
);

/** For the schedule that starts the syncs of apps that are due. */
export const startDueSyncsDependencies = /* @__PURE__ */ lazy((): StartDueSyncsDependencies => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: settings, STORE_BUDGETS: budgets } = environment;
  const runsMax = (platform: Platform) => activeRunsMax({ ...settings, ...budgets[platform], platform, countries });
  return {
    ...scheduleDependencies(environment),
    countries,
    random: Math.random,
    settings: { ...settings, activeRunsMax: { ios: runsMax("ios"), android: runsMax("android") } },
  };
});

export const sweepSyncsDependencies = /* @__PURE__ */ lazy((): SweepSyncsDependencies => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: settings } = environment;
  return {
    ...scheduleDependencies(environment),
    measure: createMeasure(environment),
    settings: { ...settings, quietSeconds: settings.leaseSeconds },
  };
});

function scheduleDependencies(environment: SyncScheduleEnvironment) {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    now: systemClock(environment.CLOCK_OFFSET_MS),
    queues: createSyncQueues(sqsClient, {
      tracked: {
        ios: environment.SYNC_TRACKED_IOS_QUEUE_URL,
        android: environment.SYNC_TRACKED_ANDROID_QUEUE_URL,
      },
      on_demand: {
        ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
        android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
      },
    }),
  };
}
