import { type Platform, platforms } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, addCalls, noActivity } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import { dailyWork, periodicShare, type WorkPlan } from "./daily-work.ts";
import { limitedHosts, limitsOf } from "./pipeline-settings.ts";
import {
  type Circumstances,
  chartEffort,
  type Effort,
  idleEffort,
  keywordEffort,
  laterEffort,
  mapEffort,
  namingEffort,
  publisherEffort,
  sweepEffort,
  wholeEffort,
} from "./work-effort.ts";

export type Plan = WorkPlan & {
  readonly schedules: readonly string[];
};

/** Assumes that the stores have no limit: all apps are read, all syncs run and all charts are fetched on schedule. */
export function planActivity(plan: Plan): Activity {
  const { settings, assumed } = plan;
  const activity = noActivity(1);
  for (const platform of platforms) {
    const day = dailyWork(plan, platform);
    const {
      charts,
      keywordReads,
      laterSyncs,
      namingLookups,
      publisherReads,
      sharesSweep,
      sweepBatches,
      syncs,
      wholeSyncs,
    } = day;
    const around = circumstances(plan, platform);
    const work = [
      { count: wholeSyncs, effort: wholeEffort(platform, sharesSweep, around), kind: "worker" },
      { count: laterSyncs, effort: laterEffort(platform, plan.month, around), kind: "worker" },
      { count: sweepBatches, effort: sweepEffort(settings.sweep.appsPerRequest, around), kind: "worker" },
      { count: charts, effort: chartEffort(platform, around), kind: "chartWorker" },
      { count: namingLookups, effort: namingEffort(around), kind: "chartWorker" },
      { count: keywordReads, effort: keywordEffort(platform, around), kind: "chartWorker" },
      { count: publisherReads, effort: publisherEffort(platform, around), kind: "chartWorker" },
    ] as const;
    for (const one of work) addWork(activity, platform, one);
    const deliveries = work
      .filter(({ kind }) => kind === "worker")
      .reduce((sum, { count, effort }) => sum + count * effort.messages, 0);
    // A share of all deliveries finds no token, and `deliveries` counts only the others.
    const idle = (deliveries * assumed.idleDeliveries) / (1 - assumed.idleDeliveries);
    addWork(activity, platform, { count: idle, effort: idleEffort(assumed), kind: "worker" });
    activity.itemsSwept += sweepBatches * settings.sweep.appsPerRequest;
    activity.syncs[platform] = syncs;
    activity.charts[platform] = charts;
    activity.publishers[platform] = publisherReads;
    activity.keywords[platform] = keywordReads;
  }
  setScheduledRuns(activity, plan.schedules, assumed);
  addApiCalls(activity, plan.requestsPerDay, assumed);
  return activity;
}

/** The dispatcher of webhooks is billed by itself. */
export function schedulesOf({ schedules }: Pick<Stage, "schedules">): readonly string[] {
  const { dispatchWebhooks, startDailyCharts, ...others } = schedules;
  return [...Object.values(others), ...platforms.map(() => startDailyCharts)];
}

export function setScheduledRuns(activity: Activity, schedules: readonly string[], assumed: Assumed): void {
  const runsOfDay = schedules.reduce((count, expression) => count + tickTimes(expression, 1).length, 0);
  const count = runsOfDay * activity.days;
  activity.calls.schedule = { count, seconds: count * assumed.scheduledRunSeconds };
}

export function addApiCalls(activity: Activity, requestsPerDay: number, assumed: Assumed): void {
  const requests = requestsPerDay * activity.days;
  addCalls(
    activity,
    "api",
    requests,
    (requests * (assumed.apiRequestMs + assumed.coldStarts * assumed.coldStartMs)) / 1000,
  );
}

export function effortOf(plan: WorkPlan, platform: Platform): Effort {
  const { laterSyncs, sharesSweep, wholeSyncs } = dailyWork(plan, platform);
  const around = circumstances(plan, platform);
  const [whole, later] = [wholeEffort(platform, sharesSweep, around), laterEffort(platform, plan.month, around)];
  const part = laterSyncs === 0 ? 0 : laterSyncs / (laterSyncs + wholeSyncs);
  return mapEffort((key) => part * later[key] + (1 - part) * whole[key]);
}

function circumstances(plan: WorkPlan, platform: Platform): Circumstances {
  const { assumed, settings } = plan;
  return {
    assumed,
    isLimited: limitedHosts(settings, platform).length > 0,
    batchItemsMax: limitsOf(settings, platform).batchItemsMax,
    routeDeadlineSeconds: settings.routeDeadlineSeconds,
    periodicShare: periodicShare(plan, platform),
  };
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
