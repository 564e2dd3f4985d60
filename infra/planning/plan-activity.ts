import { BATCH_ITEMS_MAX } from "../../lib/domain/call-limits.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { callCosts, storefrontAppsCosts } from "../../lib/domain/request-costs.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import { REPAIR_PHASE, syncPhases } from "../../lib/domain/sync-phase.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, addCalls, noActivity } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import { type LaterBatch, laterBatches, type Month } from "./later-sync.ts";
import { limitedHosts, type PipelineSettings } from "./pipeline-settings.ts";
import { expressBatches } from "./read-costs.ts";
import { batchesOfShard } from "./simulation/daily-sweep.ts";
import { createLatencyModel, type LatencyModel } from "./store-latency.ts";
import { type Batch, batchesOf, batchOf, syncShape } from "./sync-shape.ts";

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
    const { charts, laterSyncs, sharesSweep, sweepBatches, syncs, wholeSyncs } = dailyWork(plan, platform);
    const around = circumstances(settings, assumed, platform);
    const work = [
      { count: wholeSyncs, effort: wholeEffort(platform, sharesSweep, around), kind: "worker" },
      { count: laterSyncs, effort: laterEffort(platform, plan.month, around), kind: "worker" },
      { count: sweepBatches, effort: sweepEffort(settings.sweep.appsPerRequest, around), kind: "worker" },
      { count: charts, effort: chartEffort(platform, around), kind: "chartWorker" },
    ] as const;
    for (const one of work) addWork(activity, platform, one);
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

/** Returns the work of a day: whole syncs and later ones, the batches of the sweep, and charts. */
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
  const whole = requested + (readsAll[platform] ? scheduled : Math.min(first, scheduled));
  return {
    sharesSweep,
    syncs: scheduled + requested,
    wholeSyncs: whole,
    /** Of these, those that users request. */
    requestedSyncs: requested,
    laterSyncs: readsAll[platform] ? 0 : Math.max(0, scheduled - first),
    sweepBatches: shards * batchesOfShard(platform) + (sharesSweep ? expressBatchesOf(platform, whole, sweep) : 0),
    charts: settings.charts[platform].perDay,
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

/** The work of one sync, batch of a sweep or chart, on average and without failures. */
const effortKeys = [
  "messages",
  "workerSeconds",
  "scraperCalls",
  "scraperSeconds",
  "storeRequests",
  "items",
  "statements",
] as const;
type Effort = Readonly<Record<(typeof effortKeys)[number], number>>;

function mapEffort(of: (key: (typeof effortKeys)[number]) => number): Effort {
  return {
    messages: of("messages"),
    workerSeconds: of("workerSeconds"),
    scraperCalls: of("scraperCalls"),
    scraperSeconds: of("scraperSeconds"),
    storeRequests: of("storeRequests"),
    items: of("items"),
    statements: of("statements"),
  };
}

/** Phases of a run without failed items, each with its own message. */
const PHASES = syncPhases.filter((phase) => phase !== REPAIR_PHASE).length;

type Circumstances = {
  readonly assumed: Assumed;
  readonly routeDeadlineSeconds: number;
  /** The store's budget has a rate: each batch but the first waits once for tokens. */
  readonly isLimited: boolean;
};

function wholeEffort(platform: Platform, sharesSweep: boolean, circumstances: Circumstances): Effort {
  const shape = syncShape(platform, { sharesSweep, isLimited: circumstances.isLimited });
  const batches = batchesOf(shape).map((batch): LaterBatch => ({ batch, share: 1 }));
  return syncEffort(batches, circumstances);
}

function laterEffort(platform: Platform, month: Month, circumstances: Circumstances): Effort {
  return syncEffort(laterBatches(platform, month, circumstances.assumed), { ...circumstances, isLimited: false });
}

function syncEffort(batches: readonly LaterBatch[], circumstances: Circumstances): Effort {
  const { assumed, isLimited } = circumstances;
  const latency = latencyOf(circumstances);
  const waits = isLimited ? batches.length - 1 : 0;
  const total = (of: (batch: Batch) => number) => sum(batches.map(({ batch, share }) => share * of(batch)));
  const ofBatches = (of: (effort: ReturnType<typeof batchEffort>) => number) =>
    total((batch) => of(batchEffort(batch, latency, circumstances)));
  const messages = PHASES + waits;
  // One claim per message; a wait adds a token request and a release, finalize adds one write.
  const statements = messages + 2 * waits + assumed.batchWriteStatements;
  return {
    messages,
    workerSeconds:
      ofBatches((effort) => effort.workerSeconds) +
      ((messages + 2 * waits + 1) * assumed.statementMs + (messages - 1) * assumed.sendMs) / 1000,
    scraperCalls: ofBatches((effort) => effort.scraperCalls),
    scraperSeconds: ofBatches((effort) => effort.scraperSeconds),
    storeRequests: total(({ requests }) => requests),
    items: total(({ items }) => items),
    statements: statements + ofBatches((effort) => effort.statements),
  };
}

/** Returns the work of a batch of a sweep: one request, one message, and as many writes as its apps fill. */
function sweepEffort(appsPerRequest: number, circumstances: Circumstances): Effort {
  const fetched = fetchEffort(batchOf(1, storefrontAppsCosts), circumstances);
  const writes = appsPerRequest / BATCH_ITEMS_MAX;
  const { batchWriteStatements } = circumstances.assumed;
  return {
    ...fetched,
    items: appsPerRequest,
    statements: fetched.statements + (writes - 1) * batchWriteStatements,
  };
}

function chartEffort(platform: Platform, circumstances: Circumstances): Effort {
  return fetchEffort(batchOf(1, callCosts[platform].fetchChart), circumstances);
}

/** Returns the work of a paced fetch: one request, one message, one write. */
function fetchEffort(batch: Batch, circumstances: Circumstances): Effort {
  const { assumed } = circumstances;
  const effort = batchEffort(batch, latencyOf(circumstances), circumstances);
  return {
    ...effort,
    messages: 1,
    workerSeconds: effort.workerSeconds + assumed.statementMs / 1000,
    storeRequests: batch.requests,
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
