import { setTimeout as sleep } from "node:timers/promises";

import { countries } from "../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../db/seeds/store-categories.ts";
import type { Platform } from "../domain/platform.ts";
import { createExpressQueues, createSweepQueues, createSyncQueues } from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { Log } from "../runtime/log.ts";
import { deployedPorts } from "./deployed-ports.ts";
import { connectDeployedScrapers } from "./deployed-scrapers.ts";
import {
  parseEnvironment,
  type SyncScheduleEnvironment,
  syncConsumerEnvironment,
  syncScheduleEnvironment,
} from "./environment.ts";
import { wireDueSyncs, wireStorefrontSweep, wireSyncSweep } from "./schedules.ts";
import { sqsClient } from "./sqs.ts";
import { type ConsumeSync, wireSyncConsumer } from "./sync-consumer.ts";

type DeployedSyncConsumer = { readonly platform: Platform; readonly log: Log; readonly consume: ConsumeSync };

/** The consumer of a sync queue. */
export const syncConsumer = /* @__PURE__ */ lazy((): DeployedSyncConsumer => {
  const environment = parseEnvironment(syncConsumerEnvironment());
  const { PLATFORM: platform, STORE_SETTINGS: stores, SYNC_SETTINGS: sync, SWEEP_SETTINGS: sweep } = environment;
  const ports = deployedPorts(environment);
  const tracked = { [platform]: environment.SYNC_TRACKED_QUEUE_URL };
  const onDemand = { [platform]: environment.SYNC_ON_DEMAND_QUEUE_URL };
  const queues = {
    syncs: createSyncQueues(sqsClient, { tracked, on_demand: onDemand }),
    sweeps: createSweepQueues(sqsClient, tracked),
    expressBatches: createSweepQueues(sqsClient, onDemand),
    express: createExpressQueues(sqsClient, onDemand),
  };
  const connect = connectDeployedScrapers(ports, { urls: { [platform]: environment.SCRAPER_URL }, stores });
  const consume = wireSyncConsumer({ ...ports, countries, queues, connect, sleep }, { stores, sync, sweep }, platform);
  return { platform, log: ports.log, consume };
});

/** The schedule that starts the syncs of apps that are due. */
export const startDueSyncs = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: sync, SWEEP_SETTINGS: sweep, STORE_SETTINGS: stores } = environment;
  return wireDueSyncs({ ...syncSchedulePorts(environment), countries }, { sync, sweep, stores });
});

/** The schedule that resends lost messages of syncs. */
export const sweepSyncs = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const { SYNC_SETTINGS: sync, SWEEP_SETTINGS: sweep, STORE_SETTINGS: stores, CHART_SETTINGS: charts } = environment;
  return wireSyncSweep({ ...syncSchedulePorts(environment), countries, categories }, { sync, sweep, stores, charts });
});

/** The schedule that brings the day's sweeps on. */
export const sweepStorefronts = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  const tracked = {
    ios: environment.SYNC_TRACKED_IOS_QUEUE_URL,
    android: environment.SYNC_TRACKED_ANDROID_QUEUE_URL,
  };
  const onDemand = {
    ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
    android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
  };
  const queues = {
    sweeps: createSweepQueues(sqsClient, tracked),
    expressBatches: createSweepQueues(sqsClient, onDemand),
    express: createExpressQueues(sqsClient, onDemand),
  };
  const ports = { ...deployedPorts(environment), countries, queues };
  return wireStorefrontSweep(ports, { sweep: environment.SWEEP_SETTINGS });
});

function syncSchedulePorts(environment: SyncScheduleEnvironment) {
  const syncs = createSyncQueues(sqsClient, {
    tracked: {
      ios: environment.SYNC_TRACKED_IOS_QUEUE_URL,
      android: environment.SYNC_TRACKED_ANDROID_QUEUE_URL,
    },
    on_demand: {
      ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
      android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
    },
  });
  return { ...deployedPorts(environment), queues: { syncs } };
}
