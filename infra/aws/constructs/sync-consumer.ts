import type { Construct } from "constructs";

import type { Platform } from "../../../lib/domain/platform.ts";
import { type SyncPurpose, syncPurposes } from "../../../lib/domain/sync-phase.ts";
import { syncWorkerEnvironment } from "../../../lib/runtime/sync-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { StoreConsumer } from "./store-consumer.ts";
import type { StoreScraper } from "./store-scraper.ts";
import type { WorkQueue } from "./work-queue.ts";

export type SyncConsumerProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly platform: Platform;
  readonly purpose: SyncPurpose;
  /** The scraper and the two sync queues of the platform: all that this consumer can reach. */
  readonly scraper: StoreScraper;
  readonly queues: Readonly<Record<SyncPurpose, WorkQueue>>;
};

/** Works on one sync queue and re-sends what is left of a run to the same queue. */
export class SyncConsumer extends StoreConsumer<typeof syncWorkerEnvironment> {
  constructor(scope: Construct, id: string, props: SyncConsumerProps) {
    const { deployment, database, purpose, scraper, queues } = props;
    super(scope, id, {
      deployment,
      database,
      entry: entries.syncApp,
      description: `Runs the phases of ${queues[purpose].queueName}`,
      schema: syncWorkerEnvironment,
      environment: { ...database.environment(), ...workerSettings(props) },
      scraper,
      source: queues[purpose],
      sendsTo: syncPurposes.map((target) => queues[target]),
      maxConcurrency: deployment.stage.sync.maxConcurrency[purpose],
    });
  }
}

function workerSettings({ deployment, platform, scraper, queues }: SyncConsumerProps) {
  const { sync } = deployment.stage;
  return {
    PLATFORM: platform,
    SYNC_TRACKED_QUEUE_URL: queues.tracked.queue.queueUrl,
    SYNC_ON_DEMAND_QUEUE_URL: queues.on_demand.queue.queueUrl,
    SCRAPER_URL: scraper.url,
    LEASE_SECONDS: sync.leaseSeconds,
    LEASE_RENEWAL_MS: sync.leaseRenewalMs,
    RUN_AGE_MAX_HOURS: sync.runAgeMaxHours,
    AVAILABILITY_RELOOK_DAYS: sync.availabilityRelookDays,
    IDENTITY_RETRY_DELAYS_SECONDS: sync.identityRetryDelaysSeconds.join(","),
    STORE_BUDGET_RATE: sync.storeBudgets[platform].rate,
    STORE_BUDGET_CAPACITY: sync.storeBudgets[platform].capacity,
  };
}
