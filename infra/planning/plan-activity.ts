import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, addCalls, noActivity } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";
import { chartEffort, type Effort, syncEffort } from "./sync-effort.ts";
import { syncShape } from "./sync-shape.ts";

const DAY_SECONDS = 86_400;

export type Plan = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  /** Every schedule of the stage. */
  readonly schedules: readonly string[];
};

/** A day on which every app is synced as often as its stage wants and every chart is fetched, whatever the stores bear. */
export function planActivity(plan: Plan): Activity {
  const { settings, assumed } = plan;
  const activity = noActivity(1);
  for (const platform of platforms) {
    const { syncs, charts } = dailyWork(plan, platform);
    addWork(activity, platform, { count: syncs, effort: effortOf(settings, assumed, platform), kind: "worker" });
    addWork(activity, platform, {
      count: charts,
      effort: chartEffortOf(settings, assumed, platform),
      kind: "chartWorker",
    });
    activity.syncs[platform] = syncs;
    activity.charts[platform] = charts;
  }
  const runs = plan.schedules.reduce((count, expression) => count + tickTimes(expression, 1).length, 0);
  addCalls(activity, "schedule", runs, runs * assumed.scheduledRunSeconds);
  addApiCalls(activity, plan.requestsPerDay, assumed);
  return activity;
}

/** Requests of the API in the days that an activity covers. */
export function addApiCalls(activity: Activity, requestsPerDay: number, assumed: Assumed): void {
  const requests = requestsPerDay * activity.days;
  addCalls(
    activity,
    "api",
    requests,
    (requests * (assumed.apiRequestMs + assumed.coldStarts * assumed.coldStartMs)) / 1000,
  );
}

/** The syncs and charts that a day brings. */
export function dailyWork({ apps, assumed, requestsPerDay, settings }: Omit<Plan, "schedules">, platform: Platform) {
  const all = apps.ios + apps.android;
  const share = all === 0 ? 0 : apps[platform] / all;
  const scheduled = (apps[platform] * DAY_SECONDS) / settings.refreshSeconds;
  return {
    syncs: scheduled + requestsPerDay * assumed.onDemandShare * share,
    charts: settings.charts[platform].perDay,
  };
}

export function effortOf(settings: PipelineSettings, assumed: Assumed, platform: Platform): Effort {
  return syncEffort(syncShape(platform), circumstances(settings, assumed, platform));
}

function chartEffortOf(settings: PipelineSettings, assumed: Assumed, platform: Platform): Effort {
  return chartEffort(circumstances(settings, assumed, platform));
}

function circumstances(settings: PipelineSettings, assumed: Assumed, platform: Platform) {
  const isLimited = settings.storeBudgets[platform].rate !== "unlimited";
  return { assumed, isLimited, routeDeadlineSeconds: settings.routeDeadlineSeconds };
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
