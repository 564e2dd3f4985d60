import { setTimeout as sleep } from "node:timers/promises";

import { countries } from "../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../db/seeds/store-categories.ts";
import type { Platform } from "../domain/platform.ts";
import { createPipelineQueues } from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { Log } from "../runtime/log.ts";
import { deployedPorts } from "./deployed-ports.ts";
import {
  parseEnvironment,
  type SyncScheduleEnvironment,
  syncConsumerEnvironment,
  syncScheduleEnvironment,
} from "./environment.ts";
import type { PipelineSettings } from "./ports.ts";
import { wireDueSyncs, wireStorefrontSweep, wireSyncResend } from "./schedules.ts";
import { connectDeployedScrapers } from "./scraper-connector.ts";
import { sqsClient } from "./sqs.ts";
import { type ConsumeSync, wireSyncConsumer } from "./sync-consumer.ts";

type DeployedSyncConsumer = { readonly platform: Platform; readonly log: Log; readonly consume: ConsumeSync };

export const syncConsumer = /* @__PURE__ */ lazy((): DeployedSyncConsumer => {
  const environment = parseEnvironment(syncConsumerEnvironment());
  const { PLATFORM: platform, STORE_SETTINGS: stores } = environment;
  const ports = deployedPorts(environment);
  const tracked = { [platform]: environment.SYNC_TRACKED_QUEUE_URL };
  const onDemand = { [platform]: environment.SYNC_ON_DEMAND_QUEUE_URL };
  const queues = createPipelineQueues(sqsClient, { tracked, onDemand });
  const connect = connectDeployedScrapers(ports, { urls: { [platform]: environment.SCRAPER_URL }, stores });
  const settings = settingsOf(environment);
  const consume = wireSyncConsumer({ ...ports, countries, queues, connect, sleep }, settings, platform);
  return { platform, log: ports.log, consume };
});

export const startDueSyncs = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  return wireDueSyncs(schedulePorts(environment), settingsOf(environment));
});

export const resendSyncs = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  return wireSyncResend({ ...schedulePorts(environment), categories }, settingsOf(environment));
});

export const sweepStorefronts = /* @__PURE__ */ lazy(() => {
  const environment = parseEnvironment(syncScheduleEnvironment());
  return wireStorefrontSweep(schedulePorts(environment), settingsOf(environment));
});

function schedulePorts(environment: SyncScheduleEnvironment) {
  const tracked = {
    ios: environment.SYNC_TRACKED_IOS_QUEUE_URL,
    android: environment.SYNC_TRACKED_ANDROID_QUEUE_URL,
  };
  const onDemand = {
    ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
    android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
  };
  const queues = createPipelineQueues(sqsClient, { tracked, onDemand });
  return { ...deployedPorts(environment), countries, queues };
}

type SettingsEnvironment = Pick<
  SyncScheduleEnvironment,
  "STORE_SETTINGS" | "SYNC_SETTINGS" | "SWEEP_SETTINGS" | "CHART_SETTINGS"
>;

function settingsOf(environment: SettingsEnvironment): PipelineSettings {
  return {
    stores: environment.STORE_SETTINGS,
    sync: environment.SYNC_SETTINGS,
    sweep: environment.SWEEP_SETTINGS,
    charts: environment.CHART_SETTINGS,
  };
}
