import { platforms } from "../../lib/domain/platform.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import { measureUnits } from "../../lib/runtime/telemetry.ts";
import type { Stage } from "../aws/stage.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { type Activity, type CallKind, callKinds } from "./activity.ts";
import type { Assumed } from "./assumptions.ts";
import type { Inventory } from "./inventory.ts";
import type { PricedItem } from "./prices.ts";

export type Usage = {
  readonly stage: Stage;
  readonly inventory: Inventory;
  readonly activity: Activity;
  readonly assumed: Assumed;
  /** The month since the first deployment, beginning at 1. Stored data grows with it. */
  readonly month: number;
};

export type UsedItem = {
  readonly service: string;
  readonly item: string;
  readonly quantity: number;
  readonly price: PricedItem;
};

type Row = readonly [item: string, quantity: number, price: PricedItem];

export function itemsOf(service: string, rows: readonly Row[]): readonly UsedItem[] {
  return rows.map(([item, quantity, price]) => ({ service, item, quantity, price }));
}

export const HOURS_PER_MONTH = 730;

export function monthly({ activity }: Usage): number {
  return HOURS_PER_MONTH / 24 / activity.days;
}

const MB_PER_GB = 1024;

const labels: Readonly<Record<CallKind, string>> = {
  api: "endpoints",
  worker: "sync consumers",
  chartWorker: "chart consumers",
  scraper: "scrapers",
  schedule: "schedules",
};

export function lambdaLines(usage: Usage): readonly UsedItem[] {
  const { activity, stage } = usage;
  const calls = callKinds.reduce((count, kind) => count + activity.calls[kind].count, 0);
  return itemsOf("Lambda", [
    ...callKinds.map((kind): Row => {
      const gbSeconds = (activity.calls[kind].seconds * memoryMb(stage, kind)) / MB_PER_GB;
      return [labels[kind], gbSeconds * monthly(usage), "lambdaGbSeconds"];
    }),
    ["invocations", calls * monthly(usage), "lambdaRequests"],
  ]);
}

function memoryMb({ api, scrapers, sync }: Stage, kind: CallKind): number {
  if (kind === "api") return api.memoryMb;
  return kind === "scraper" ? scrapers.memoryMb : sync.workerMemoryMb;
}

/** A message is sent, received and deleted. */
const REQUESTS_PER_MESSAGE = 3;
const LONG_POLL_SECONDS = 20;

export function requestLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory } = usage;
  const month = monthly(usage);
  const consumed = inventory.queues.filter(({ maxConcurrency }) => maxConcurrency > 0).length;
  const pollsPerQueue = (assumed.pollers * HOURS_PER_MONTH * 3600) / LONG_POLL_SECONDS;
  return [
    ...itemsOf("API Gateway", [["requests", activity.calls.api.count * month, "httpApiRequests"]]),
    ...itemsOf("SQS", [
      ["messages", activity.messages * REQUESTS_PER_MESSAGE * month, "sqsRequests"],
      [`polls of ${consumed} queues`, consumed * pollsPerQueue, "sqsRequests"],
    ]),
    ...itemsOf("EventBridge", [["schedules", activity.calls.schedule.count * month, "scheduledEvents"]]),
    ...itemsOf("Secrets Manager", [
      ["secrets", inventory.secrets, "secrets"],
      ["reads", secretReads(usage) * month, "secretCalls"],
    ]),
  ];
}

/** Each environment reads the secret once: at cold requests and scheduled runs, and when a consumer is replaced. */
function secretReads({ activity, assumed, inventory }: Usage): number {
  const { api, chartWorker, schedule, worker } = activity.calls;
  const environments = inventory.queues.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  const replaced = (environments * 24 * activity.days) / assumed.environmentHours;
  return api.count * assumed.coldStarts + schedule.count + Math.min(replaced, worker.count + chartWorker.count);
}

const KB_PER_GB = 1e6;
const MONTHS_PER_YEAR = 12;
const PAID_ROTATIONS_MAX = 2;

export function networkLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory } = usage;
  const month = monthly(usage);
  const storeRequests = activity.storeRequests.ios + activity.storeRequests.android;
  const outKb = activity.calls.api.count * assumed.responseKb + storeRequests * assumed.storeRequestKb;
  const betweenKb = activity.itemsStored * assumed.scrapedItemKb;
  return itemsOf("Network and keys", [
    ["data out", (outKb / KB_PER_GB) * month, "dataOut"],
    ["scrapers' responses", (betweenKb / KB_PER_GB) * month, "dataBetweenServices"],
    ["NAT gateways", inventory.natGateways * HOURS_PER_MONTH, "natGatewayHours"],
    ["interface endpoints", inventory.endpointZones * HOURS_PER_MONTH, "interfaceEndpointHours"],
    ["customer managed keys", inventory.encryptionKeys * keyVersions(usage), "keyVersions"],
  ]);
}

/** A key is rotated once a year. Each of its first two rotations adds a charge. */
function keyVersions({ month }: Usage): number {
  return 1 + Math.min(PAID_ROTATIONS_MAX, Math.floor((month - 1) / MONTHS_PER_YEAR));
}

const GB = 1e9;

/** A line for each call and each figure. A worker logs outcome and budget, and every hundredth logs a failure. */
export const linesPerCall: Readonly<Record<CallKind, number>> = {
  api: 2,
  worker: 2,
  chartWorker: 2,
  scraper: 1,
  schedule: 3,
};

/** Number of functions that share the calls of a kind. X-Ray traces the first call per second of each function. */
const functionsOf: Readonly<Record<CallKind, number>> = { api: 5, worker: 4, chartWorker: 2, scraper: 2, schedule: 4 };

export function observabilityLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory, stage } = usage;
  const lines = callKinds.reduce((sum, kind) => sum + activity.calls[kind].count * linesPerCall[kind], 0);
  const logGb = (lines * assumed.logLineBytes * monthly(usage)) / GB + assumed.otherLogGb;
  const retentionMonths = (stage.logRetentionDays * 24) / HOURS_PER_MONTH;
  return itemsOf("CloudWatch and X-Ray", [
    ["logs written", logGb, "logIngestion"],
    ["logs kept", logGb * retentionMonths, "logStorage"],
    ["custom metrics", metricCount(usage), "metrics"],
    ["alarms", inventory.alarmMetrics, "alarms"],
    ["dashboards", inventory.dashboards.filter(isSmall).length, "dashboards"],
    ["large dashboards", inventory.dashboards.filter((size) => !isSmall(size)).length, "largeDashboards"],
    ["traces", tracedCalls(usage) * monthly(usage), "traces"],
  ]);
}

function tracedCalls({ activity, assumed, stage }: Usage): number {
  const seconds = activity.days * 86_400;
  const { endpoints, consumers, scrapers } = stage.tracing;
  const isTraced = { api: endpoints, worker: consumers, chartWorker: consumers, scraper: scrapers, schedule: true };
  return callKinds
    .filter((kind) => isTraced[kind])
    .reduce((sum, kind) => {
      const { count } = activity.calls[kind];
      const always = Math.min(count, functionsOf[kind] * seconds);
      return sum + always + (count - always) * assumed.tracedShare;
    }, 0);
}

const SMALL_DASHBOARD_METRICS = 50;
const isSmall = (metrics: number) => metrics <= SMALL_DASHBOARD_METRICS;

/** A metric is charged per hour with data: gauges with the resend schedule, and counts while apps are synced. */
function metricCount({ activity, inventory, stage }: Usage): number {
  if (stage.monitoring !== "full") return 0;
  const units = Object.values(measureUnits);
  const gauges = units.filter((unit) => unit !== "Count").length * platforms.length;
  // The lag of a sweep exists for one store only.
  const unwritten = platforms.filter((platform) => !isSwept(platform, stage.sweep)).length;
  const sweptHours = new Set(tickTimes(stage.schedules.resendSyncs, 1).map((time) => Math.floor(time / 3600))).size;
  const hasSyncs = activity.syncs.ios + activity.syncs.android > 0;
  const counts = hasSyncs ? units.length * platforms.length - gauges - unwritten : 0;
  return inventory.metricFilters + (gauges - unwritten) * (sweptHours / 24) + counts;
}
