import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { limitsOf, type PipelineSettings, perPlatform } from "../pipeline-settings.ts";
import { createLatencyModel } from "../store-latency.ts";
import { createBuckets } from "./buckets.ts";
import type { DailySweep } from "./daily-sweep.ts";
import { createEvents } from "./events.ts";
import { createKeywordLine } from "./keyword-line.ts";
import { createSlots } from "./paced-slots.ts";
import { createPublisherLine } from "./publisher-line.ts";
import { seededRandom } from "./random.ts";
import { createReadDates, pagesOf, starsOf } from "./read-dates.ts";
import type { CompletedRun, Entry, Run, WorkQueue } from "./run.ts";

export type Demand = {
  readonly syncsPerDay: number;
  readonly firstSyncsPerDay: number;
  /** New apps whose users wait only for a first read. The rest is scheduled work. */
  readonly firstReadsPerDay: number;
  /** Searches of both stores. Default: none. */
  readonly searchesPerDay?: number;
};

export type SimulationInput = {
  readonly apps: Readonly<Record<Platform, number>>;
  /** Terms that users track. Default: none. */
  readonly keywords?: Readonly<Record<Platform, number>>;
  readonly days: number;
  /** The last days, which are counted. Users' waits are of all days. Default: all days. */
  readonly countedDays?: number;
  readonly seed: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  readonly demand: Demand;
  readonly changedShare: number;
};

export type Store = ReturnType<typeof createStore>;
export type World = ReturnType<typeof createWorld>;

export function createWorld(input: SimulationInput) {
  const { assumed, countedDays = input.days, seed, settings } = input;
  const latency = { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms };
  const reads = seededRandom(seed + 1);
  return {
    input: { ...input, countedDays },
    settings,
    events: createEvents(),
    /** Requests of users and new versions draw from it, so these are the same whatever else a day has to read. */
    random: seededRandom(seed),
    latencies: seededRandom(seed + 2),
    buckets: createBuckets(settings.stores),
    latency: createLatencyModel(latency, settings.routeDeadlineSeconds),
    stores: perPlatform((platform) => createStore(input, platform, reads)),
    activity: noActivity(countedDays),
    counts: createCounts(),
    completed: Array.of<CompletedRun>(),
    /**
     * Seconds from a user's request to the app's own storefront, and to its primary listing, and from the read of a
     * batch to the report of what it has changed.
     */
    waits: { identified: Array.of<number>(), firstReads: Array.of<number>(), reports: Array.of<number>() },
    busyNow: 0,
    callsNow: 0,
  };
}

export function createCounts() {
  const requests: RequestCosts = {};
  const byPurpose = perPlatform((): Partial<Record<RequestPurpose, number>> => ({}));
  return { requests, byPurpose, searches: 0, searchesRejected: 0, denied: 0, peakBusy: 0, peakCalls: 0 };
}

function createStore({ assumed, settings, ...input }: SimulationInput, platform: Platform, random: () => number) {
  const apps = input.apps[platform];
  const soldShare = assumed[`${platform}SoldShare`];
  const queueOf = (kind: keyof PipelineSettings["concurrency"]): WorkQueue => {
    const calls = kind === "charts" ? "chartWorker" : "worker";
    return { calls, maxConcurrency: settings.concurrency[kind][platform], waiting: [], busy: 0 };
  };
  // The last syncs are spread evenly over the time that apps stay fresh, as if the service had kept up.
  const lastSynced = Float64Array.from({ length: apps }, (_, app) => -settings.refreshSeconds * (1 - app / apps));
  const never = () => new Float64Array(apps).fill(Number.NEGATIVE_INFINITY);
  const lastSwept = platformFacts[platform].hasGlobalMetrics ? lastSynced.slice() : never();
  return {
    platform,
    limits: limitsOf(settings, platform),
    /**
     * An array for each column of the apps, since a million objects would be slow. Times are in seconds. Without a
     * sweep, `lastSwept` is the last read of the own page.
     */
    apps: { count: apps, lastSynced, lastSwept, changedAt: never() },
    pages: createReadDates(pagesOf(platform, soldShare), { apps, random, movedShare: 0 }),
    stars: createReadDates(starsOf(platform, soldShare), { apps, random, movedShare: assumed.movedStars }),
    runs: new Map<number, Run>(),
    line: Array.of<Entry>(),
    queues: { tracked: queueOf("tracked"), onDemand: queueOf("onDemand"), charts: queueOf("charts") },
    /** True if the last tick found an app that waits for its own page, so no run waits for other pages. */
    areOwnPagesLate: false,
    charts: createSlots(settings.charts[platform].perMinute),
    keywords: createKeywordLine(input.keywords?.[platform] ?? 0, settings.keywordsPerMinute[platform]),
    publishers: createPublisherLine(Math.round(apps * assumed.publishersPerApp)),
    /** Seconds after midnight at which the last chart of a day was stored. */
    lastChartAfter: 0,
    sweep: createSlots(settings.sweep.batchesPerMinute),
    sweepDays: new Map<number, DailySweep>(),
    /** Runs that wait for an express shard, unread batches of the last one, and the earliest time of the next one. */
    express: { waiting: Array.of<{ readonly run: Run; readonly since: number }>(), unread: 0, restsUntil: 0 },
  };
}
