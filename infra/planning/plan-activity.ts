import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { REPAIR_PHASE, syncPhases } from "../../lib/domain/sync-phase.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, addCalls, noActivity } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";
import { createLatencyModel, type LatencyModel } from "./store-latency.ts";
import { type Batch, batchesOf, type SyncShape, syncShape } from "./sync-shape.ts";

const DAY_SECONDS = 86_400;

export type Plan = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  /** Every schedule of the stage. */
  readonly schedules: readonly string[];
};

/** Returns a day on which all apps are synced and all charts fetched as often as the stage says, at any store rate. */
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

/** Returns the syncs and charts of a day. */
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

/** The work of one full sync, or of one chart, on average and without failures. */
type Effort = {
  readonly messages: number;
  readonly workerSeconds: number;
  readonly scraperCalls: number;
  readonly scraperSeconds: number;
  readonly storeRequests: number;
  readonly tokens: number;
  readonly items: number;
  readonly statements: number;
};

/** Phases of a run without failed items, each with its own message. */
const PHASES = syncPhases.filter((phase) => phase !== REPAIR_PHASE).length;

type Circumstances = {
  readonly assumed: Assumed;
  readonly routeDeadlineSeconds: number;
  /** The store's budget has a rate: each batch but the first waits once for tokens. */
  readonly isLimited: boolean;
};

function syncEffort(shape: SyncShape, circumstances: Circumstances): Effort {
  const { assumed, isLimited } = circumstances;
  const latency = latencyOf(circumstances);
  const batches = batchesOf(shape);
  const waits = isLimited ? batches.length - 1 : 0;
  const efforts = batches.map((batch) => batchEffort(batch, latency, circumstances));
  const total = (of: (effort: ReturnType<typeof batchEffort>) => number) => sum(efforts.map(of));
  const messages = PHASES + waits;
  // One claim per message; a wait adds a token request and a release, finalize adds one write.
  const statements = messages + 2 * waits + assumed.batchWriteStatements;
  return {
    messages,
    workerSeconds:
      total((effort) => effort.workerSeconds) +
      ((messages + 2 * waits + 1) * assumed.statementMs + (messages - 1) * assumed.sendMs) / 1000,
    scraperCalls: total((effort) => effort.scraperCalls),
    scraperSeconds: total((effort) => effort.scraperSeconds),
    storeRequests: sum(batches.map(({ requests }) => requests)),
    tokens: sum(batches.map(({ tokens }) => tokens)),
    items: sum(batches.map(({ items }) => items)),
    statements: statements + total((effort) => effort.statements),
  };
}

/** Returns the work of a chart: one request, one message, one write. */
function chartEffort(circumstances: Circumstances): Effort {
  const { assumed } = circumstances;
  const chart: Batch = { items: 1, chunks: [1], requests: 1, tokens: 1 };
  const effort = batchEffort(chart, latencyOf(circumstances), circumstances);
  return {
    ...effort,
    messages: 1,
    workerSeconds: effort.workerSeconds + assumed.statementMs / 1000,
    storeRequests: 1,
    tokens: 1,
    items: 1,
    statements: effort.statements + 1,
  };
}

function latencyOf({ assumed, routeDeadlineSeconds }: Circumstances): LatencyModel {
  return createLatencyModel({ medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms }, routeDeadlineSeconds);
}

function batchEffort(batch: Batch, latency: LatencyModel, { assumed, isLimited }: Circumstances) {
  const callSeconds = assumed.scraperCallMs / 1000;
  const budgetStatements = isLimited ? 1 : 0;
  const requestsEach = batch.requests / batch.items;
  return {
    scraperCalls: batch.chunks.length,
    scraperSeconds: sum(batch.chunks.map((items) => latency.meanSlowestOf({ items, requestsEach }) + callSeconds)),
    workerSeconds:
      latency.meanSlowestOf({ items: batch.items, requestsEach }) +
      callSeconds +
      ((budgetStatements + 1) * assumed.statementMs) / 1000,
    statements: budgetStatements + assumed.batchWriteStatements,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
