import Queue from "yocto-queue";

import { liveLimitOf } from "../../../lib/domain/live-limits.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { type HostClass, type StoreHost, storeHosts } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import type { SyncLimits } from "../../../lib/domain/sync-limits.ts";
import { syncPhases } from "../../../lib/domain/sync-phase.ts";
import { type Activity, noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { limitedHosts, limitsOf, type PipelineSettings, perPlatform } from "../pipeline-settings.ts";
import { createLatencyModel, type LatencyModel } from "../store-latency.ts";
import { type Batch, type SyncShape, syncShape } from "../sync-shape.ts";
import { type ChartTurns, createChartTurns, type RequestedChart } from "./chart-turns.ts";
import type { DailySweep, ExpressShards } from "./daily-sweep.ts";
import { createEvents, type Events } from "./events.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { seededRandom } from "./random.ts";
import { createReadDates, type DueBatch, pagesOf, type ReadDates, starsOf } from "./read-dates.ts";
import { createStoreBuckets, type StoreBuckets } from "./store-buckets.ts";
import { createTokenBucket, type TokenBucket } from "./token-buckets.ts";

/** What users request of the stores themselves, besides syncs. */
export type Demand = {
  /** Each makes as many requests as the others. */
  readonly users: number;
  readonly searchesPerDay: number;
  readonly chartRequestsPerDay: number;
};

export const noDemand: Demand = { users: 1, searchesPerDay: 0, chartRequestsPerDay: 0 };

export type SimulationInput = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly days: number;
  readonly seed: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  /** Syncs that users request. */
  readonly onDemandPerDay: number;
  readonly demand: Demand;
  /** Share of the apps that has a new version on a day. */
  readonly changedShare: number;
};

const queueKinds = ["tracked", "onDemand", "charts"] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Works on a message; called when an environment takes it. */
export type Begin = (queue: WorkQueue) => void;

/** A queue with its consumer. */
export type WorkQueue = {
  readonly kind: QueueKind;
  readonly platform: Platform;
  readonly maxConcurrency: number;
  readonly waiting: Queue<Begin>;
  busy: number;
  peakBusy: number;
};

/** The whole state of a simulated deployment at `events.time`. */
export type World = {
  readonly input: SimulationInput;
  readonly settings: PipelineSettings;
  readonly costs: StepCosts;
  readonly events: Events;
  readonly random: () => number;
  /** Random numbers of `demand`, apart from the others, so that these stay the same whatever users request. */
  readonly demandRandom: () => number;
  readonly fleet: Fleet;
  readonly buckets: StoreBuckets;
  /** Whether some host of the platform bears only so many requests. */
  readonly isLimited: Readonly<Record<Platform, boolean>>;
  readonly limits: Readonly<Record<Platform, SyncLimits>>;
  /** What all live requests to a store share. */
  readonly live: Readonly<Record<Platform, TokenBucket>>;
  readonly charts: Readonly<Record<Platform, ChartTurns>>;
  readonly sweeps: Readonly<Record<Platform, { readonly turns: ChartTurns; days: readonly DailySweep[] }>>;
  readonly express: Readonly<Record<Platform, ExpressShards>>;
  readonly pages: Readonly<Record<Platform, ReadDates>>;
  readonly stars: Readonly<Record<Platform, ReadDates>>;
  /** What scheduled runs under way have to read in their phase, by app. */
  readonly toRead: Map<number, readonly DueBatch[]>;
  /** Apps with an unfinished on-demand run, first requested first, and how many of these may be under way. */
  readonly onDemand: Readonly<Record<Platform, { readonly apps: Set<number>; readonly runsMax: number }>>;
  /** Whether some app waits for its own page, so that no run waits for other pages, as the last tick found. */
  readonly areOwnPagesLate: Record<Platform, boolean>;
  readonly latency: LatencyModel;
  readonly shapes: Readonly<Record<Platform, SyncShape>>;
  /** By phase number. */
  readonly batches: Readonly<Record<Platform, readonly (readonly Batch[])[]>>;
  readonly queues: readonly WorkQueue[];
  readonly activity: Activity;
  readonly counts: Counts;
};

/** Seconds that the steps of an invocation take besides the store. */
type StepCosts = { readonly statement: number; readonly send: number; readonly call: number };

export type Searches = Record<"taken" | "denied", number>;
export type ChartRequests = Record<RequestedChart["outcome"], number>;

type Counts = {
  busy: number;
  peakBusy: number;
  busySeconds: number;
  busySince: number;
  calls: number;
  peakCalls: number;
  /** Invocations that found no token. */
  denied: number;
  readonly requests: Record<StoreHost, number>;
  readonly requestsByClass: Partial<Record<HostClass, number>>;
  failedRuns: number;
  failedCharts: number;
  readonly missedCharts: Record<Platform, number>;
  /** When the last chart of a day was stored, in seconds after midnight. */
  readonly lastChartAfter: Record<Platform, number>;
  readonly searches: Readonly<Record<Platform, Searches>>;
  readonly chartRequests: Readonly<Record<Platform, ChartRequests>>;
  readonly completed: {
    readonly at: number[];
    readonly seconds: number[];
    readonly isOnDemand: boolean[];
    readonly app: number[];
  };
  /** From a user's request to the identity of the app. */
  readonly identified: { readonly at: number[]; readonly seconds: number[] };
};

export function createWorld(input: SimulationInput): World {
  const { settings, assumed } = input;
  const limits = perPlatform((platform) => limitsOf(settings, platform));
  const isLimited = perPlatform((platform) => limitedHosts(settings, platform).length > 0);
  // Every app has long been followed, so a sweep has read the texts of nearly all versions.
  const shapes = perPlatform((platform) => {
    const sharesSweep = isSwept(platform, settings.sweep);
    return syncShape(platform, { sharesSweep, knowsTexts: sharesSweep, batchItemsMax: limits[platform].batchItemsMax });
  });
  const buckets = createStoreBuckets(settings.stores);
  const readRandom = seededRandom(input.seed + 2);
  const latency = { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms };
  return {
    input,
    settings,
    costs: {
      statement: assumed.statementMs / 1000,
      send: assumed.sendMs / 1000,
      call: assumed.scraperCallMs / 1000,
    },
    events: createEvents(),
    random: seededRandom(input.seed),
    demandRandom: seededRandom(input.seed + 1),
    fleet: createFleet(input.apps, settings.refreshSeconds),
    buckets,
    isLimited,
    limits,
    live: perPlatform((platform) => {
      const { charts, stores, sweep } = settings;
      const chartsPerMinute = perPlatform((of) => charts[of].perMinute);
      const limit = liveLimitOf(platform, { stores, sweep, charts: { chartsPerMinute } });
      return createTokenBucket(limit === "unlimited" ? { rate: limit, capacity: 0 } : limit);
    }),
    charts: perPlatform((platform) => {
      const { chartRequestsPerUserAndDay: requestsPerUserAndDay } = settings;
      return createChartTurns({ perMinute: settings.charts[platform].perMinute, requestsPerUserAndDay });
    }),
    sweeps: perPlatform(() => {
      const pace = { perMinute: settings.sweep.batchesPerMinute, requestsPerUserAndDay: 0 };
      return { turns: createChartTurns(pace), days: [] };
    }),
    express: perPlatform(() => ({ waiting: 0, isPlanned: false, busyUntil: 0 })),
    pages: perPlatform((platform) =>
      createReadDates({
        apps: input.apps[platform],
        kind: pagesOf(platform),
        agesSpread: true,
        movedShare: 0,
        random: readRandom,
      }),
    ),
    stars: perPlatform((platform) =>
      createReadDates({
        apps: input.apps[platform],
        kind: starsOf(platform),
        agesSpread: false,
        movedShare: assumed.movedStars,
        random: readRandom,
      }),
    ),
    toRead: new Map(),
    onDemand: perPlatform((platform) => ({
      apps: new Set(),
      runsMax: limits[platform].onDemandRunsMax,
    })),
    areOwnPagesLate: { ios: false, android: false },
    latency: createLatencyModel(latency, settings.routeDeadlineSeconds),
    shapes,
    batches: perPlatform((platform) => syncPhases.map((phase) => shapes[platform].batches[phase])),
    queues: createQueues(settings),
    activity: noActivity(input.days),
    counts: createCounts(),
  };
}

function createQueues({ concurrency }: PipelineSettings): readonly WorkQueue[] {
  return queueKinds.flatMap((kind) =>
    platforms.map((platform) => {
      const maxConcurrency = concurrency[kind][platform];
      return { kind, platform, maxConcurrency, waiting: new Queue<Begin>(), busy: 0, peakBusy: 0 };
    }),
  );
}

function createCounts(): Counts {
  const zeros = () => perPlatform(() => 0);
  return {
    busy: 0,
    peakBusy: 0,
    busySeconds: 0,
    busySince: 0,
    calls: 0,
    peakCalls: 0,
    denied: 0,
    requests: zerosByHost(),
    requestsByClass: {},
    failedRuns: 0,
    failedCharts: 0,
    missedCharts: zeros(),
    lastChartAfter: zeros(),
    searches: perPlatform(() => ({ taken: 0, denied: 0 })),
    chartRequests: perPlatform(() => ({ queued: 0, under_way: 0, limit_reached: 0 })),
    completed: { at: [], seconds: [], isOnDemand: [], app: [] },
    identified: { at: [], seconds: [] },
  };
}

function zerosByHost(): Record<StoreHost, number> {
  const [itunes, pages, play] = storeHosts;
  return { [itunes]: 0, [pages]: 0, [play]: 0 };
}
