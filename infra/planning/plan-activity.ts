import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, addCalls, noActivity } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import type { Month } from "./later-sync.ts";
import { limitedHosts, limitsOf, type PipelineSettings } from "./pipeline-settings.ts";
import { expressBatches } from "./read-costs.ts";
import { batchesOfShard } from "./simulation/daily-sweep.ts";
import { chartEffort, type Effort, laterEffort, mapEffort, sweepEffort, wholeEffort } from "./work-effort.ts";

const DAY_SECONDS = 86_400;

export type Plan = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  /** Every schedule of the stage. */
  readonly schedules: readonly string[];
  readonly month: Month;
};

/** Returns a day on which all apps are read and synced and all charts fetched as often as the stage says, at any store rate. */
export function planActivity(plan: Plan): Activity {
  const { settings, assumed } = plan;
  const activity = noActivity(1);
  for (const platform of platforms) {
    const { charts, identifications, laterSyncs, sharesSweep, sweepBatches, syncs, wholeSyncs } = dailyWork(
      plan,
      platform,
    );
    const around = circumstances(settings, assumed, platform);
    const work = [
      { count: wholeSyncs, effort: wholeEffort(platform, sharesSweep, around), kind: "worker" },
      { count: laterSyncs, effort: laterEffort(platform, plan.month, around), kind: "worker" },
      { count: sweepBatches, effort: sweepEffort(settings.sweep.appsPerRequest, around), kind: "worker" },
      { count: charts + identifications, effort: chartEffort(platform, around), kind: "chartWorker" },
    ] as const;
    for (const one of work) addWork(activity, platform, one);
    activity.itemsSwept += sweepBatches * settings.sweep.appsPerRequest;
    activity.syncs[platform] = syncs;
    activity.charts[platform] = charts;
  }
  const runs = plan.schedules.reduce((count, expression) => count + tickTimes(expression, 1).length, 0);
  addCalls(activity, "schedule", runs, runs * assumed.scheduledRunSeconds);
  addApiCalls(activity, plan.requestsPerDay, assumed);
  return activity;
}

/** Adds the API requests of the days that an activity covers. */
export function addApiCalls(activity: Activity, requestsPerDay: number, assumed: Assumed): void {
  const requests = requestsPerDay * activity.days;
  addCalls(
    activity,
    "api",
    requests,
    (requests * (assumed.apiRequestMs + assumed.coldStarts * assumed.coldStartMs)) / 1000,
  );
}

const MONTH_DAYS = 365 / 12;

/** Returns the work of a day: whole syncs and later ones, the batches of the sweep, charts, and lists of their apps. */
export function dailyWork(
  { apps, assumed, month, requestsPerDay, settings }: Omit<Plan, "schedules">,
  platform: Platform,
) {
  const all = apps.ios + apps.android;
  const share = all === 0 ? 0 : apps[platform] / all;
  const { readsAll, refreshSeconds, sweep } = settings;
  const scheduled = (apps[platform] * DAY_SECONDS) / refreshSeconds;
  const requested = requestsPerDay * assumed.onDemandShare * share;
  const first = month === "first" ? apps[platform] / MONTH_DAYS : 0;
  const sharesSweep = isSwept(platform, sweep);
  const shards = sharesSweep ? Math.ceil(apps[platform] / sweep.appsPerRequest) : 0;
  const dailyBatches = shards * batchesOfShard(platform);
  const whole = requested + (readsAll[platform] ? scheduled : Math.min(first, scheduled));
  return {
    sharesSweep,
    syncs: scheduled + requested,
    wholeSyncs: whole,
    /** Of these, those that users request. */
    requestedSyncs: requested,
    laterSyncs: readsAll[platform] ? 0 : Math.max(0, scheduled - first),
    dailyBatches,
    /** With those of express shards. */
    sweepBatches: dailyBatches + (sharesSweep ? expressBatchesOf(platform, whole, sweep) : 0),
    charts: settings.charts[platform].perDay,
    /** Lists of apps that pages of charts make known. */
    identifications: (settings.charts[platform].pages ?? 0) / assumed.pagesPerLookup,
  };
}

const DAY_MINUTES = 1_440;

/**
 * Returns the batches of express shards for so many syncs a day, which come at any time: one shard at a time, and the next
 * one at once where an app has come meanwhile.
 */
function expressBatchesOf(platform: Platform, syncs: number, { batchesPerMinute }: PipelineSettings["sweep"]): number {
  if (syncs === 0) return 0;
  const batches = expressBatches(platform);
  const [busyMinutes, gapMinutes] = [batches / batchesPerMinute, DAY_MINUTES / syncs];
  const idleMinutes = gapMinutes * Math.exp(-busyMinutes / gapMinutes);
  return (DAY_MINUTES / (busyMinutes + idleMinutes)) * batches;
}

/** Returns the mean work of a platform's syncs of a day. */
export function effortOf(plan: Omit<Plan, "schedules">, platform: Platform): Effort {
  const { laterSyncs, sharesSweep, wholeSyncs } = dailyWork(plan, platform);
  const around = circumstances(plan.settings, plan.assumed, platform);
  const [whole, later] = [wholeEffort(platform, sharesSweep, around), laterEffort(platform, plan.month, around)];
  const part = laterSyncs === 0 ? 0 : laterSyncs / (laterSyncs + wholeSyncs);
  return mapEffort((key) => part * later[key] + (1 - part) * whole[key]);
}

function circumstances(settings: PipelineSettings, assumed: Assumed, platform: Platform) {
  const isLimited = limitedHosts(settings, platform).length > 0;
  const { batchItemsMax } = limitsOf(settings, platform);
  return { assumed, isLimited, batchItemsMax, routeDeadlineSeconds: settings.routeDeadlineSeconds };
}

function addWork(
  activity: Activity,
  platform: Platform,
  { count, effort, kind }: { count: number; effort: Effort; kind: "worker" | "chartWorker" },
): void {
  addCalls(activity, kind, count * effort.messages, count * effort.workerSeconds);
  addCalls(activity, "scraper", count * effort.scraperCalls, count * effort.scraperSeconds);
  activity.messages += count * effort.messages;
  activity.storeRequests[platform] += count * effort.storeRequests;
  activity.itemsStored += count * effort.items;
  activity.statements += count * effort.statements;
}
