import { randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import { BATCH_ITEMS_MAX, LIMITED_BATCH_ITEMS } from "../domain/call-limits.ts";
import { type Platform, platformFacts, platforms } from "../domain/platform.ts";
import { starsRules } from "../domain/stars.ts";
import { isLimited, platformBucket } from "../domain/store-hosts.ts";
import { isSwept } from "../domain/storefront-sweep.ts";
import { activeRunsMax, expressRunRequests, LATER_RUN_REQUESTS, wholeRunRequests } from "../domain/sync-pace.ts";
import { createExpressQueues, createSweepQueues, createSyncQueues } from "../queues/work-queues.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import type { FetchSweepBatchDependencies } from "../sweeps/fetch-sweep-batch.ts";
import type { ContinueExpressDependencies } from "../sweeps/plan-express.ts";
import type { SweepStorefrontsDependencies } from "../sweeps/sweep-storefronts.ts";
import type { RunPhaseDependencies } from "../sync/run-phase.ts";
import type { StartDueSyncsDependencies } from "../sync/start-due-syncs.ts";
import type { SweepSyncsDependencies } from "../sync/sweep-syncs.ts";
import { createMeasure } from "./cloudwatch-metrics.ts";
import { connectDatabase } from "./database.ts";
import {
  parseEnvironment,
  type SyncScheduleEnvironment,
  syncConsumerEnvironment,
  syncScheduleEnvironment,
} from "./environment.ts";
import { createScraperConnector } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";

type SyncConsumerDependencies = RunPhaseDependencies & {
  readonly platform: Platform;
  readonly sweep: FetchSweepBatchDependencies;
  /** null where there are no sweeps. */
  readonly express: ContinueExpressDependencies | null;
};

/** For the consumer of a sync queue. */
export const syncConsumerDependencies = /* @__PURE__ */ lazy((): SyncConsumerDependencies => {
  const environment = parseEnvironment(syncConsumerEnvironment());
  const { PLATFORM: platform, SYNC_SETTINGS: settings, SWEEP_SETTINGS: sweep } = environment;
  const { STORE_SETTINGS: stores } = environment;
  const { db } = connectDatabase(environment);
  const log = createLogger(environment);
  const measure = createMeasure(environment);
  const budget = sharedBudget({ db, measure, random: Math.random }, { platform, stores });
  const hasExpress = isSwept(platform, sweep);
  const requestsPerRun = hasExpress ? expressRunRequests(countries, platform) : wholeRunRequests(countries, platform);
  const scheduled = { [platform]: environment.SYNC_TRACKED_QUEUE_URL };
  const queues = createSweepQueues(sqsClient, scheduled);
  const expressQueues = createExpressQueues(sqsClient, scheduled);
  const shared = {
    platform,
    db,
    log,
    measure,
    budget,
    connector: createScraperConnector({
      platform,
      baseUrl: environment.SCRAPER_URL,
      budget: (costs) => budget(costs, "page"),
      reports: { db, measure, stores },
      log,
    }),
    now: systemClock(environment.CLOCK_OFFSET_MS),
    random: Math.random,
    newToken: randomUUID,
  };
  return {
    ...shared,
    countries,
    queues: createSyncQueues(sqsClient, {
      tracked: scheduled,
      on_demand: { [platform]: environment.SYNC_ON_DEMAND_QUEUE_URL },
    }),
    expressQueues,
    settings: {
      ...settings,
      onDemandRunsMax: activeRunsMax({ ...settings, rate: platformBucket(stores, platform).rate, requestsPerRun }),
      batchItemsMax: isLimited(stores, platform) ? LIMITED_BATCH_ITEMS : BATCH_ITEMS_MAX,
      starsPerRunMax: isLimited(stores, platform) ? starsRules.otherPerRun : countries.length,
      expressSeconds: hasExpress ? sweep.expressSeconds : null,
    },
    sweep: {
      ...shared,
      queues,
      settings: sweep,
      relookDays: settings.availabilityRelookDays,
    },
    express: hasExpress ? { ...shared, countries, queues, expressQueues, settings: sweep } : null,
  };
});

/** For the schedule that starts the syncs of apps that are due. */
export const startDueSyncsDependencies = /* @__PURE__ */ lazy((): StartDueSyncsDependencies => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: settings, SWEEP_SETTINGS: sweep, STORE_SETTINGS: stores } = environment;
  const readsAll = (platform: Platform) => platformFacts[platform].hasStorefrontApps && !isSwept(platform, sweep);
  const runsMax = (platform: Platform) =>
    activeRunsMax({
      ...settings,
      rate: platformBucket(stores, platform).rate,
      requestsPerRun: readsAll(platform) ? wholeRunRequests(countries, platform) : LATER_RUN_REQUESTS,
    });
  return {
    ...scheduleDependencies(environment),
    countries,
    random: Math.random,
    settings: {
      ...settings,
      activeRunsMax: { ios: runsMax("ios"), android: runsMax("android") },
      awaitsSweep: { ios: isSwept("ios", sweep), android: isSwept("android", sweep) },
    },
  };
});

/** For the schedule that brings the day's sweeps on: those of the platforms that have one. */
export const sweepStorefrontsDependencies = /* @__PURE__ */ lazy((): readonly SweepStorefrontsDependencies[] => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { db, log, measure, now } = scheduleDependencies(environment);
  return platforms
    .filter((platform) => isSwept(platform, environment.SWEEP_SETTINGS))
    .map((platform) => ({
      platform,
      db,
      log,
      now,
      countries,
      measure,
      queues: createSweepQueues(sqsClient, {
        ios: environment.SYNC_TRACKED_IOS_QUEUE_URL,
        android: environment.SYNC_TRACKED_ANDROID_QUEUE_URL,
      }),
      settings: environment.SWEEP_SETTINGS,
    }));
});

export const sweepSyncsDependencies = /* @__PURE__ */ lazy((): SweepSyncsDependencies => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: settings } = environment;
  return {
    ...scheduleDependencies(environment),
    settings: { ...settings, quietSeconds: settings.leaseSeconds },
  };
});

function scheduleDependencies(environment: SyncScheduleEnvironment) {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    measure: createMeasure(environment),
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
