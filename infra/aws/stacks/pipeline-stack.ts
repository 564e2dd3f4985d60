import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type * as z from "zod";

import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { type SyncPurpose, syncPurposes } from "../../../lib/domain/sync-phase.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import { databaseEnvironment, syncScheduleEnvironment } from "../../../lib/wiring/environment.ts";
import { ChartConsumer } from "../constructs/chart-consumer.ts";
import { ChartSchedules } from "../constructs/chart-schedules.ts";
import type { Database } from "../constructs/database.ts";
import { Operations } from "../constructs/operations.ts";
import { GAUGES_EVERY, PlatformAlarms } from "../constructs/platform-alarms.ts";
import { logGroupsBelow, RunbookQueries } from "../constructs/runbook-queries.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import { scraperByName } from "../constructs/store-scraper.ts";
import { SyncConsumer } from "../constructs/sync-consumer.ts";
import { Webhooks } from "../constructs/webhooks.ts";
import { WorkQueue } from "../constructs/work-queue.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const SCHEDULE_TIMEOUT_SECONDS = 120;
const MEASURE_MEMORY_MB = 256;

export type PipelineStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly database: Database;
};

type SyncQueues = Readonly<Record<SyncPurpose, Readonly<Record<Platform, WorkQueue>>>>;

export class PipelineStack extends Stack {
  readonly #syncQueues: SyncQueues;
  readonly #chartQueues: Readonly<Record<Platform, WorkQueue>>;

  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    super(scope, id, props);
    const consumerTimeoutSeconds = props.deployment.stage.sync.workerTimeoutSeconds;
    const { deployment } = props;
    const queue = (queueName: string, waitMax: Duration) =>
      new WorkQueue(this, pascalCase(queueName), { deployment, queueName, consumerTimeoutSeconds, waitMax });
    const perPlatform = (names: Readonly<Record<Platform, string>>, waitMax: Duration) => ({
      ios: queue(names.ios, waitMax),
      android: queue(names.android, waitMax),
    });
    this.#syncQueues = {
      tracked: perPlatform(syncQueueNames.tracked, Duration.hours(6)),
      on_demand: perPlatform(syncQueueNames.on_demand, Duration.minutes(30)),
    };
    this.#chartQueues = perPlatform(chartQueueNames, Duration.hours(3));

    for (const platform of platforms) {
      new PlatformAlarms(this, `${pascalCase(platform)}Alarms`, { deployment, platform });
      this.#addConsumers(props, platform);
    }
    this.#addSchedules(props);
    new ChartSchedules(this, "Charts", {
      deployment: props.deployment,
      database: props.database,
      queues: this.#chartQueues,
      timeoutSeconds: SCHEDULE_TIMEOUT_SECONDS,
    });
    if (deployment.stage.webhooks.delivery === "on") {
      new Webhooks(this, "Webhooks", { deployment, database: props.database });
    }
    if (deployment.stage.monitoring === "full") this.#measure(props);
    const { tracked, on_demand: onDemandQueues } = this.#syncQueues;
    new Operations(this, "Operations", {
      deployment,
      database: props.database,
      onDemandQueues,
      queues: [tracked, onDemandQueues, this.#chartQueues].flatMap((queues) => Object.values(queues)),
    });
    new RunbookQueries(this, "Queries", { deployment, source: "pipeline", logGroups: logGroupsBelow(this) });
  }

  #addConsumers({ deployment, database }: PipelineStackProps, platform: Platform): void {
    const shared = { deployment, database, platform, scraper: scraperByName(this, deployment, platform) };
    const queues = { tracked: this.#syncQueues.tracked[platform], on_demand: this.#syncQueues.on_demand[platform] };
    for (const purpose of syncPurposes) {
      const id = `${pascalCase(syncQueueNames[purpose][platform])}Consumer`;
      new SyncConsumer(this, id, { ...shared, purpose, queues });
    }
    const id = `${pascalCase(chartQueueNames[platform])}Consumer`;
    new ChartConsumer(this, id, { ...shared, queue: this.#chartQueues[platform] });
  }

  #addSchedules({ deployment, database }: PipelineStackProps): void {
    const { schedules } = deployment.stage;
    const startDueSyncs = this.#scheduleFunction("StartDueSyncs", deployment, database, {
      entry: entries.startDueSyncs,
      description: "Queues syncs of apps whose data are out of date",
      sendsTo: ["tracked"],
    });
    const resendSyncs = this.#scheduleFunction("ResendSyncs", deployment, database, {
      entry: entries.resendSyncs,
      description: "Resends lost messages and retries failed items that are due",
      sendsTo: syncPurposes,
    });
    const sweepStorefronts = this.#scheduleFunction("SweepStorefronts", deployment, database, {
      entry: entries.sweepStorefronts,
      description: "Plans the day's sweep of storefronts and sends the batches that are due soon",
      sendsTo: syncPurposes,
    });
    new Schedule(this, "StartDueSyncsSchedule", { target: startDueSyncs, expression: schedules.startDueSyncs });
    new Schedule(this, "ResendSyncsSchedule", {
      target: resendSyncs,
      expression: schedules.resendSyncs,
      runAtLocalStart: true,
    });
    new Schedule(this, "SweepStorefrontsSchedule", {
      target: sweepStorefronts,
      expression: schedules.sweepStorefronts,
      runAtLocalStart: true,
    });
  }

  #measure({ deployment, database }: PipelineStackProps): void {
    const measure: ServerFunction<z.ZodObject> = new ServerFunction(this, "MeasureService", {
      deployment,
      entry: entries.measureService,
      description: "Writes figures that no other function writes",
      schema: databaseEnvironment(),
      environment: database.environment(),
      memoryMb: MEASURE_MEMORY_MB,
      timeoutSeconds: SCHEDULE_TIMEOUT_SECONDS,
      network: database.network,
    });
    database.grantConnectTo(measure);
    new Schedule(this, "MeasureServiceSchedule", { target: measure, expression: GAUGES_EVERY, hasAlarms: false });
  }

  #scheduleFunction(
    id: string,
    deployment: Deployment,
    database: Database,
    {
      entry,
      description,
      sendsTo,
    }: { readonly entry: string; readonly description: string; readonly sendsTo: readonly SyncPurpose[] },
  ) {
    const { charts, stores, sweep, sync } = deployment.stage;
    const scheduled = new ServerFunction(this, id, {
      deployment,
      entry,
      description,
      schema: syncScheduleEnvironment(),
      environment: {
        ...database.environment(),
        ...onDemandQueueUrls(this.#syncQueues),
        SYNC_TRACKED_IOS_QUEUE_URL: this.#syncQueues.tracked.ios.queue.queueUrl,
        SYNC_TRACKED_ANDROID_QUEUE_URL: this.#syncQueues.tracked.android.queue.queueUrl,
        STORE_SETTINGS: stores,
        SYNC_SETTINGS: sync,
        SWEEP_SETTINGS: sweep,
        CHART_SETTINGS: charts,
      },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds: SCHEDULE_TIMEOUT_SECONDS,
      network: database.network,
    });
    database.grantConnectTo(scheduled);
    for (const purpose of sendsTo) {
      for (const { queue } of Object.values(this.#syncQueues[purpose])) {
        queue.grantSendMessages(scheduled.lambda).assertSuccess();
      }
    }
    return scheduled;
  }
}

function onDemandQueueUrls({ on_demand }: SyncQueues) {
  return {
    SYNC_ON_DEMAND_IOS_QUEUE_URL: on_demand.ios.queue.queueUrl,
    SYNC_ON_DEMAND_ANDROID_QUEUE_URL: on_demand.android.queue.queueUrl,
  };
}

function pascalCase(kebab: string): string {
  return kebab.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
