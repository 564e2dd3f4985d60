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
import { connectDatabase } from "./database.ts";
import { createLogger } from "./log.ts";
import { createMeasure } from "./metrics.ts";
import { createScraperConnector } from "./scraper-connector.ts";
import { sqsClient } from "./sqs-client.ts";
import type { SyncScheduleEnvironment, SyncWorkerEnvironment } from "./sync-environment.ts";

/** What the consumer of a sync queue works with, built once per environment. */
export function syncWorkerDependencies(environment: SyncWorkerEnvironment): RunPhaseDependencies {
  const { db } = connectDatabase(environment);
  const { PLATFORM: platform, STORE_BUDGET_RATE: rate, STORE_BUDGET_CAPACITY: capacity } = environment;
  const log = createLogger(environment);
  const measure = createMeasure(environment);
  const budget = sharedBudget({ db, measure, random: Math.random }, { platform, rate, capacity, floor: SYNC_FLOOR });
  return {
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
    settings: {
      leaseSeconds: environment.LEASE_SECONDS,
      leaseRenewalMs: environment.LEASE_RENEWAL_MS,
      availabilityRelookDays: environment.AVAILABILITY_RELOOK_DAYS,
      identityRetryDelaysSeconds: environment.IDENTITY_RETRY_DELAYS_SECONDS,
      onDemandRunsMax: activeRunsMax({ platform, rate, runAgeMaxHours: environment.RUN_AGE_MAX_HOURS, countries }),
    },
    now: systemClock(environment.CLOCK_OFFSET_MS),
    random: Math.random,
    newToken: randomUUID,
  };
}

/** What the scheduled functions of the pipeline work with, built once per environment. */
export function syncScheduleDependencies(environment: SyncScheduleEnvironment) {
  const { db } = connectDatabase(environment);
  const shared = {
    db,
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
  const runsMax = (platform: Platform, rate: number | "unlimited") =>
    activeRunsMax({ platform, rate, runAgeMaxHours: environment.RUN_AGE_MAX_HOURS, countries });
  const startDue: StartDueSyncsDependencies = {
    ...shared,
    countries,
    random: Math.random,
    settings: {
      refreshHours: environment.REFRESH_HOURS,
      syncsPerTick: environment.SYNCS_PER_TICK,
      activeRunsMax: {
        ios: runsMax("ios", environment.STORE_BUDGET_RATE_IOS),
        android: runsMax("android", environment.STORE_BUDGET_RATE_ANDROID),
      },
      untrackedSyncsPerTick: environment.UNTRACKED_SYNCS_PER_TICK,
      spreadSeconds: environment.SYNC_SPREAD_SECONDS,
    },
  };
  const sweep: SweepSyncsDependencies = {
    ...shared,
    measure: createMeasure(environment),
    settings: {
      refreshHours: environment.REFRESH_HOURS,
      quietSeconds: environment.LEASE_SECONDS,
      spreadSeconds: environment.SYNC_SPREAD_SECONDS,
      runAgeMaxHours: environment.RUN_AGE_MAX_HOURS,
    },
  };
  return { startDue, sweep };
}
