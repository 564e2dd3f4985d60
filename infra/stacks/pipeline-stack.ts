import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";

import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { type SyncPurpose, syncPurposes } from "../../lib/domain/sync-phase.ts";
import { chartQueueNames, syncQueueNames } from "../../lib/queues/queue-names.ts";
import { syncScheduleEnvironment } from "../../lib/runtime/environment.ts";
import type { Database } from "../constructs/database.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import type { StoreScraper } from "../constructs/store-scraper.ts";
import { SyncConsumer } from "../constructs/sync-consumer.ts";
import { WorkQueue } from "../constructs/work-queue.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const SCHEDULE_TIMEOUT_SECONDS = 120;

export type PipelineStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly scrapers: Readonly<Record<Platform, StoreScraper>>;
};

export type SyncQueues = Readonly<Record<SyncPurpose, Readonly<Record<Platform, WorkQueue>>>>;

/** The six queues, the consumers of the sync queues and the schedules that feed them. */
export class PipelineStack extends Stack {
  readonly syncQueues: SyncQueues;
  readonly chartQueues: Readonly<Record<Platform, WorkQueue>>;

  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    super(scope, id, props);
    const consumerTimeoutSeconds = props.deployment.stage.sync.workerTimeoutSeconds;
    const queue = (queueName: string) =>
      new WorkQueue(this, pascalCase(queueName), { queueName, consumerTimeoutSeconds });
    const perPlatform = (names: Readonly<Record<Platform, string>>) => ({
      ios: queue(names.ios),
      android: queue(names.android),
    });
    this.syncQueues = {
      tracked: perPlatform(syncQueueNames.tracked),
      on_demand: perPlatform(syncQueueNames.on_demand),
    };
    this.chartQueues = perPlatform(chartQueueNames);

    for (const platform of platforms) {
      for (const purpose of syncPurposes) this.#addConsumer(props, platform, purpose);
    }
    this.#addSchedules(props);
  }

  #addConsumer({ deployment, database, scrapers }: PipelineStackProps, platform: Platform, purpose: SyncPurpose): void {
    new SyncConsumer(this, `${pascalCase(syncQueueNames[purpose][platform])}Consumer`, {
      deployment,
      database,
      platform,
      purpose,
      scraper: scrapers[platform],
      queues: { tracked: this.syncQueues.tracked[platform], on_demand: this.syncQueues.on_demand[platform] },
    });
  }

  #addSchedules({ deployment, database }: PipelineStackProps): void {
    const { schedules } = deployment.stage;
    const startDueSyncs = this.#scheduleFunction("StartDueSyncs", deployment, database, {
      entry: entries.startDueSyncs,
      description: "Queues the apps whose data are out of date",
    });
    const sweepSyncs = this.#scheduleFunction("SweepSyncs", deployment, database, {
      entry: entries.sweepSyncs,
      description: "Sends again what was lost, and the failed items that are due",
    });
    new Schedule(this, "StartDueSyncsSchedule", { target: startDueSyncs, expression: schedules.startDueSyncs });
    new Schedule(this, "SweepSyncsSchedule", {
      target: sweepSyncs,
      expression: schedules.sweepSyncs,
      runAtLocalStart: true,
    });
  }

  #scheduleFunction(
    id: string,
    deployment: Deployment,
    database: Database,
    { entry, description }: { readonly entry: string; readonly description: string },
  ) {
    const { sync } = deployment.stage;
    const scheduled = new ServerFunction(this, id, {
      deployment,
      entry,
      description,
      schema: syncScheduleEnvironment,
      environment: {
        ...database.environment(),
        ...onDemandQueueUrls(this.syncQueues),
        SYNC_TRACKED_IOS_QUEUE_URL: this.syncQueues.tracked.ios.queue.queueUrl,
        SYNC_TRACKED_ANDROID_QUEUE_URL: this.syncQueues.tracked.android.queue.queueUrl,
        LEASE_SECONDS: sync.leaseSeconds,
        REFRESH_HOURS: sync.refreshHours,
        SYNC_SPREAD_SECONDS: sync.spreadSeconds,
        SYNCS_PER_TICK: sync.syncsPerTick,
        UNTRACKED_SYNCS_PER_TICK: sync.untrackedSyncsPerTick,
        RUN_AGE_MAX_HOURS: sync.runAgeMaxHours,
      },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds: SCHEDULE_TIMEOUT_SECONDS,
    });
    database.grantConnectTo(scheduled);
    for (const { ios, android } of Object.values(this.syncQueues)) {
      ios.queue.grantSendMessages(scheduled.lambda).assertSuccess();
      android.queue.grantSendMessages(scheduled.lambda).assertSuccess();
    }
    return scheduled;
  }
}

/** Where endpoints and schedules send what a user waits for. */
export function onDemandQueueUrls({ on_demand }: SyncQueues) {
  return {
    SYNC_ON_DEMAND_IOS_QUEUE_URL: on_demand.ios.queue.queueUrl,
    SYNC_ON_DEMAND_ANDROID_QUEUE_URL: on_demand.android.queue.queueUrl,
  };
}

function pascalCase(kebab: string): string {
  return kebab.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
