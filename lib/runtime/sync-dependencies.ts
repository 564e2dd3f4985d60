import { randomUUID } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";

import { countries } from "../../db/seeds/countries.ts";
import { createSyncQueues } from "../queues/sync-queues.ts";
import type { RunPhaseDependencies } from "../sync/run-phase.ts";
import type { StartDueSyncsDependencies } from "../sync/start-due-syncs.ts";
import { sharedBudget, unlimitedBudget } from "../sync/store-budget.ts";
import type { SweepSyncsDependencies } from "../sync/sweep-syncs.ts";
import { systemClock } from "./clock.ts";
import { connectDatabase } from "./database.ts";
import type { SyncScheduleEnvironment, SyncWorkerEnvironment } from "./environment.ts";
import { createLogger } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createScraperConnector } from "./scraper-connector.ts";

/** What the consumer of a sync queue works with, built once per environment. */
export function syncWorkerDependencies(environment: SyncWorkerEnvironment): RunPhaseDependencies {
  const { db } = connectDatabase(environment);
  const { PLATFORM: platform, STORE_BUDGET_RATE: rate, STORE_BUDGET_CAPACITY: capacity } = environment;
  const log = createLogger(environment);
  return {
    db,
    log,
    count: createMetrics(environment),
    countries,
    connector: createScraperConnector({ platform, baseUrl: environment.SCRAPER_URL, log }),
    budget: rate === "unlimited" ? unlimitedBudget : sharedBudget(db, { platform, rate, capacity }),
    queues: createSyncQueues(new SQSClient(), {
      tracked: { [platform]: environment.SYNC_TRACKED_QUEUE_URL },
      on_demand: { [platform]: environment.SYNC_ON_DEMAND_QUEUE_URL },
    }),
    settings: {
      leaseSeconds: environment.LEASE_SECONDS,
      leaseRenewalMs: environment.LEASE_RENEWAL_MS,
      availabilityRelookDays: environment.AVAILABILITY_RELOOK_DAYS,
      identityRetryDelaysSeconds: environment.IDENTITY_RETRY_DELAYS_SECONDS,
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
    queues: createSyncQueues(new SQSClient(), {
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
  const startDue: StartDueSyncsDependencies = {
    ...shared,
    random: Math.random,
    settings: {
      refreshHours: environment.REFRESH_HOURS,
      syncsPerTick: environment.SYNCS_PER_TICK,
      untrackedSyncsPerTick: environment.UNTRACKED_SYNCS_PER_TICK,
      spreadSeconds: environment.SYNC_SPREAD_SECONDS,
    },
  };
  const sweep: SweepSyncsDependencies = {
    ...shared,
    settings: {
      quietSeconds: environment.LEASE_SECONDS,
      spreadSeconds: environment.SYNC_SPREAD_SECONDS,
      runAgeMaxHours: environment.RUN_AGE_MAX_HOURS,
    },
  };
  return { startDue, sweep };
}
