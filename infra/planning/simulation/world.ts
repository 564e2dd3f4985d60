import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { limitsOf, type PipelineSettings, perPlatform } from "../pipeline-settings.ts";
import { createLatencyModel } from "../store-latency.ts";
import { createBuckets } from "./buckets.ts";
import type { DailySweep } from "./daily-sweep.ts";
import { createEvents } from "./events.ts";
import { createTurns } from "./paced-turns.ts";
import { seededRandom } from "./random.ts";
import { createReadDates, pagesOf, starsOf } from "./read-dates.ts";
import type { CompletedRun, Entry, Run, WorkQueue } from "./run.ts";

/** Syncs that users request a day. */
export type Demand = {
  readonly syncsPerDay: number;
  /** Of these, the ones of apps that are new. */
  readonly firstSyncsPerDay: number;
  /** New apps of which a user waits for a first read alone: the rest is scheduled work. */
  readonly firstLooksPerDay: number;
};

export type SimulationInput = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly days: number;
  /** The days at the end that are counted. Waits of what users request are those of all days. Default: all. */
  readonly countedDays?: number;
  readonly seed: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  readonly demand: Demand;
  /** Share of the apps that has a new version on a day. */
  readonly changedShare: number;
};

/** What is stored of a platform, and what waits there. */
export type Store = ReturnType<typeof createStore>;
/** The whole state of a simulated deployment at `events.time`. */
export type World = ReturnType<typeof createWorld>;

export function createWorld(input: SimulationInput) {
  const { assumed, countedDays = input.days, seed, settings } = input;
  const latency = { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms };
  const reads = seededRandom(seed + 1);
  return {
    input: { ...input, countedDays },
    settings,
    events: createEvents(),
    random: seededRandom(seed),
    buckets: createBuckets(settings.stores),
    latency: createLatencyModel(latency, settings.routeDeadlineSeconds),
    stores: perPlatform((platform) => createStore(input, platform, reads)),
    activity: noActivity(countedDays),
    counts: createCounts(),
    completed: Array.of<CompletedRun>(),
    /** Seconds from a user's request to the app's own storefront, and to its primary listing besides. */
    waits: { identified: Array.of<number>(), firstReads: Array.of<number>() },
    busyNow: 0,
    callsNow: 0,
  };
}

/** What is counted besides the activity: `denied` are deliveries that found no token and made nothing else. */
export function createCounts() {
  const requests: RequestCosts = {};
  return { requests, denied: 0, peakBusy: 0, peakCalls: 0 };
}

function createStore({ assumed, settings, ...input }: SimulationInput, platform: Platform, random: () => number) {
  const apps = input.apps[platform];
  const queueOf = (kind: keyof PipelineSettings["concurrency"]): WorkQueue => {
    const calls = kind === "charts" ? "chartWorker" : "worker";
    return { calls, maxConcurrency: settings.concurrency[kind][platform], waiting: [], busy: 0 };
  };
  // As if the service had kept up so far: the apps' last syncs are spread evenly over the time they stay fresh.
  const lastSynced = Float64Array.from({ length: apps }, (_, app) => -settings.refreshSeconds * (1 - app / apps));
  const never = () => new Float64Array(apps).fill(Number.NEGATIVE_INFINITY);
  return {
    platform,
    limits: limitsOf(settings, platform),
    /** Of each app, an array for each column, since a million objects would be slow. Times are in seconds. */
    apps: { count: apps, lastSynced, lastSwept: never(), changedAt: never() },
    pages: createReadDates(pagesOf(platform), { apps, random, movedShare: 0 }),
    stars: createReadDates(starsOf(platform), { apps, random, movedShare: assumed.movedStars }),
    /** Active runs, by app. */
    runs: new Map<number, Run>(),
    line: Array.of<Entry>(),
    queues: { tracked: queueOf("tracked"), onDemand: queueOf("onDemand"), charts: queueOf("charts") },
    /** Says whether some app waits for its own page, so that no run waits for other pages, as the last tick found. */
    areOwnPagesLate: false,
    charts: createTurns(settings.charts[platform].perMinute),
    /** When the last chart of a day was stored, in seconds after midnight. */
    lastChartAfter: 0,
    sweep: createTurns(settings.sweep.batchesPerMinute),
    sweepDays: new Map<number, DailySweep>(),
    /** Runs that wait for an express shard, unread batches of the last one, and when the next one may come. */
    express: { waiting: Array.of<{ readonly run: Run; readonly since: number }>(), unread: 0, restsUntil: 0 },
  };
}
