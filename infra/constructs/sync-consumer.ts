import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

import type { Platform } from "../../lib/domain/platform.ts";
import { type SyncPurpose, syncPurposes } from "../../lib/domain/sync-phase.ts";
import { syncWorkerEnvironment } from "../../lib/runtime/sync-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { QueueConsumer } from "./queue-consumer.ts";
import { ServerFunction } from "./server-function.ts";
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
export class SyncConsumer extends Construct {
  constructor(scope: Construct, id: string, props: SyncConsumerProps) {
    super(scope, id);
    const { deployment, database, purpose, scraper, queues } = props;
    const { sync } = deployment.stage;
    const worker = new ServerFunction(this, "Worker", {
      deployment,
      entry: entries.syncApp,
      description: `Runs the phases of ${queues[purpose].queueName}`,
      schema: syncWorkerEnvironment,
      environment: { ...database.environment(), ...workerSettings(props) },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds: sync.workerTimeoutSeconds,
      network: database.network,
      // A run re-sends itself more often than loop detection allows; each message counts its hops instead.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    database.grantConnectTo(worker);
    scraper.grantCallTo(worker);
    for (const target of syncPurposes) queues[target].queue.grantSendMessages(worker.lambda).assertSuccess();

    new QueueConsumer(this, "Source", {
      source: queues[purpose],
      consumer: worker,
      maxConcurrency: sync.maxConcurrency[purpose],
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
    REFRESH_HOURS: sync.refreshHours,
    AVAILABILITY_RELOOK_DAYS: sync.availabilityRelookDays,
    IDENTITY_RETRY_DELAYS_SECONDS: sync.identityRetryDelaysSeconds.join(","),
    STORE_BUDGET_RATE: sync.storeBudgets[platform].rate,
    STORE_BUDGET_CAPACITY: sync.storeBudgets[platform].capacity,
  };
}
