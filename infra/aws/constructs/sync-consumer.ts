import type { Construct } from "constructs";

import type { Platform } from "../../../lib/domain/platform.ts";
import { type SyncPurpose, syncPurposes } from "../../../lib/domain/sync-phase.ts";
import { syncConsumerEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import type { FunctionAccess } from "./function-access.ts";
import { StoreConsumer } from "./store-consumer.ts";
import type { WorkQueue } from "./work-queue.ts";

export type SyncConsumerProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly platform: Platform;
  readonly purpose: SyncPurpose;
  readonly scraper: FunctionAccess;
  readonly queues: Readonly<Record<SyncPurpose, WorkQueue>>;
};

export class SyncConsumer extends StoreConsumer<ReturnType<typeof syncConsumerEnvironment>> {
  constructor(scope: Construct, id: string, props: SyncConsumerProps) {
    const { deployment, database, platform, purpose, scraper, queues } = props;
    const { charts, stores, sweep, sync } = deployment.stage;
    super(scope, id, {
      deployment,
      database,
      entry: entries.syncApp,
      description: `Runs the phases of ${queues[purpose].queueName}`,
      schema: syncConsumerEnvironment(),
      environment: {
        ...database.environment(),
        PLATFORM: platform,
        SYNC_TRACKED_QUEUE_URL: queues.tracked.queue.queueUrl,
        SYNC_ON_DEMAND_QUEUE_URL: queues.on_demand.queue.queueUrl,
        SCRAPER_URL: scraper.url,
        STORE_SETTINGS: stores,
        SYNC_SETTINGS: sync,
        SWEEP_SETTINGS: sweep,
        CHART_SETTINGS: charts,
      },
      scraper,
      source: queues[purpose],
      sendsTo: syncPurposes.map((target) => queues[target]),
      maxConcurrency: sync.maxConcurrency[purpose],
    });
  }
}
