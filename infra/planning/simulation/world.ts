import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { publisherReads } from "../../../lib/domain/publisher.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { limitsOf, type PipelineSettings, perPlatform } from "../pipeline-settings.ts";
import { createLatencyModel } from "../store-latency.ts";
import { createBuckets } from "./buckets.ts";
import type { DailySweep } from "./daily-sweep.ts";
import { createEvents } from "./events.ts";
import { createSlots, DAY_SECONDS } from "./paced-slots.ts";
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

export type World = ReturnType<typeof createWorld>;
/** One of the stores, with all that both share. */
export type Store = ReturnType<typeof createStore>;

export function createWorld(input: SimulationInput) {
  const shared = createShared(input);
  return { ...shared, stores: perPlatform((platform) => createStore(shared, platform)) };
}

function createShared(input: SimulationInput) {
  const { assumed, countedDays = input.days, seed, settings } = input;
  const latency = { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms };
  return {
    input: { ...input, countedDays },
    assumed,
    settings,
    events: createEvents(),
    /** Requests of users and new versions draw from it, so these are the same whatever else a day has to read. */
    random: seededRandom(seed),
    reads: seededRandom(seed + 1),
    latencies: seededRandom(seed + 2),
    buckets: createBuckets(settings.stores),
    latency: createLatencyModel(latency, settings.routeDeadlineSeconds),
    activity: noActivity(countedDays),
    counts: createCounts(),
    completed: Array.of<CompletedRun>(),
    /**
     * Seconds from a user's request to the app's own storefront, and to its primary listing, and from the read of a
     * batch to the report of what it has changed.
     */
    waits: { identified: Array.of<number>(), firstReads: Array.of<number>(), reports: Array.of<number>() },
    underWay: { deliveries: 0, calls: 0 },
  };
}

export function createCounts() {
  const requests: RequestCosts = {};
  const byPurpose = perPlatform((): Partial<Record<RequestPurpose, number>> => ({}));
  return { requests, byPurpose, searches: 0, searchesRejected: 0, denied: 0, peakBusy: 0, peakCalls: 0 };
}

function createStore(shared: ReturnType<typeof createShared>, platform: Platform) {
  const { assumed, input, reads: random, settings } = shared;
  const apps = input.apps[platform];
  const soldShare = assumed[`${platform}SoldShare`];
  const queueOf = (kind: keyof PipelineSettings["concurrency"]): WorkQueue => ({
    maxConcurrency: settings.concurrency[kind][platform],
    waiting: [],
    busy: 0,
  });
  // The last syncs are spread evenly over the time that apps stay fresh, as if the service had kept up.
  const lastSynced = Float64Array.from({ length: apps }, (_, app) => -settings.refreshSeconds * (1 - app / apps));
  const never = () => new Float64Array(apps).fill(Number.NEGATIVE_INFINITY);
  const lastSwept = platformFacts[platform].hasGlobalMetrics ? lastSynced.slice() : never();
  return {
    ...shared,
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
    slots: { chart: createSlots(), keyword: createSlots(), sweep: createSlots() },
    keywords: createKeywords(settings.keywordsPerMinute[platform] > 0 ? (input.keywords?.[platform] ?? 0) : 0),
    publishers: createPublishers(Math.round(apps * assumed.publishersPerApp)),
    /** Seconds after midnight at which the last chart of a day was stored. */
    lastChartAfter: 0,
    sweepDays: new Map<number, DailySweep>(),
    /** Runs that wait for an express shard, unread batches of the last one, and the earliest time of the next one. */
    express: { waiting: Array.of<{ readonly run: Run; readonly since: number }>(), unread: 0, restsUntil: 0 },
  };
}

/** The tracked terms of a store. */
function createKeywords(count: number) {
  return {
    /** The terms, those read longest ago first, and when each was read. */
    order: Array.from({ length: count }, (_, term) => term),
    readAt: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    /** The number of terms read on each day, and `daysRead` has the number of days on which each term was read. */
    readsOfDays: Array.of<number>(),
    daysRead: new Uint16Array(count),
  };
}

/** The watched publishers of a store by the times at which they are due, as if it had long read them. */
function createPublishers(count: number) {
  const { daysBetween, perDayMax } = publisherReads;
  const periodDays = Math.max(daysBetween, count / perDayMax);
  const firstDueDays = daysBetween - periodDays;
  return {
    dueAt: Array.from({ length: count }, (_, place) => (firstDueDays + (place * periodDays) / count) * DAY_SECONDS),
    readsOfDays: Array.of<number>(),
  };
}
