import type { Platform } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { HostClass } from "../../../lib/domain/store-hosts.ts";
import type { SyncLimits } from "../../../lib/domain/sync-limits.ts";
import { type Activity, noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { limitsOf, type PipelineSettings, perPlatform } from "../pipeline-settings.ts";
import { createLatencyModel, type LatencyModel } from "../store-latency.ts";
import type { DailySweep } from "./daily-sweep.ts";
import { createEvents, type Events } from "./events.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { createLine, type Line } from "./line.ts";
import { createPacedTurns, type Fetch, type PacedTurns } from "./paced-turns.ts";
import { createQueues, type WorkQueue } from "./queues.ts";
import { seededRandom } from "./random.ts";
import { createReadDates, pagesOf, type ReadDates, starsOf } from "./read-dates.ts";
import type { Run } from "./run-state.ts";
import { createStoreBuckets, type StoreBuckets } from "./store-buckets.ts";

/** What users request of the stores a day. */
export type Demand = {
  /** Each makes as many requests as the others. */
  readonly users: number;
  readonly searchesPerDay: number;
  readonly chartRequestsPerDay: number;
  /** Syncs, and of these the ones of apps that are new. */
  readonly syncsPerDay: number;
  readonly firstSyncsPerDay: number;
  /** New apps of which a user waits for a first look alone: the rest is scheduled work. */
  readonly firstLooksPerDay: number;
};

export type SimulationInput = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly days: number;
  readonly seed: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  readonly demand: Demand;
  /** Share of the apps that has a new version on a day. */
  readonly changedShare: number;
};

/** A platform's rows of chart_fetches, chart_slots and chart_requests. */
export type Charts = {
  readonly turns: PacedTurns;
  /** Those of the newest day, by their numbers: planned ones, and others that users have requested. */
  readonly today: Map<number, Fetch>;
  nextRequestedAt: number;
  /** Charts that each user has requested today. */
  readonly requestedBy: Map<number, number>;
};

/** A platform's rows of sweep_batches, and of sweep_shards: how many batches of each have not ended. */
export type Sweep = { readonly turns: PacedTurns; days: readonly DailySweep[] };

/** Runs that wait for an express shard, batches of the last one that were not tried, and when the next one may be planned. */
type Express = {
  readonly waiting: { readonly run: Run; readonly since: number }[];
  untried: number;
  restsUntil: number;
};

/** What waits on a platform. */
type Store = {
  readonly line: Line;
  readonly charts: Charts;
  readonly sweep: Sweep;
  readonly express: Express;
  readonly pages: ReadDates;
  readonly stars: ReadDates;
};

/** The whole state of a simulated deployment at `events.time`. */
export type World = {
  readonly input: SimulationInput;
  readonly settings: PipelineSettings;
  /** Seconds that the steps of an invocation take besides the store. */
  readonly costs: { readonly statement: number; readonly call: number };
  readonly events: Events;
  readonly random: () => number;
  /** Random numbers of `demand`, apart from the others, so that these stay the same whatever users request. */
  readonly demandRandom: () => number;
  readonly fleet: Fleet;
  /** Active runs, by app, and completed ones with failed items. */
  readonly runs: Map<number, Run>;
  readonly repaired: Map<number, Run>;
  readonly buckets: StoreBuckets;
  readonly limits: Readonly<Record<Platform, SyncLimits>>;
  readonly stores: Readonly<Record<Platform, Store>>;
  /** Says whether some app waits for its own page, so that no run waits for other pages, as the last tick found. */
  readonly areOwnPagesLate: Record<Platform, boolean>;
  readonly latency: LatencyModel;
  readonly queues: readonly WorkQueue[];
  readonly activity: Activity;
  readonly counts: Counts;
};

type Completed = { readonly at: number; readonly seconds: number; readonly run: Run };
type Waits = { readonly seconds: number[] };

type Counts = {
  busy: number;
  peakBusy: number;
  busySeconds: number;
  busySince: number;
  calls: number;
  peakCalls: number;
  /** Deliveries, and those that found no token and made nothing else. */
  readonly delivered: Partial<Record<RequestPurpose, number>>;
  readonly denied: Partial<Record<RequestPurpose, number>>;
  readonly requests: Partial<Record<HostClass, number>>;
  failedRuns: number;
  failedCharts: number;
  /** When the last chart of a day was stored, in seconds after midnight. */
  readonly lastChartAfter: Record<Platform, number>;
  readonly searches: Readonly<Record<Platform, Record<"taken" | "denied", number>>>;
  readonly chartRequests: Readonly<Record<Platform, Record<"queued" | "under_way" | "limit_reached", number>>>;
  readonly completed: Completed[];
  /** From a user's request to the app's own storefront, to its primary listing besides, and to a chart. */
  readonly identified: Waits;
  readonly firstLooks: Waits;
  readonly requestedCharts: Waits;
};

export function createWorld(input: SimulationInput): World {
  const { assumed, settings } = input;
  const latency = { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms };
  const readRandom = seededRandom(input.seed + 2);
  return {
    input,
    settings,
    costs: { statement: assumed.statementMs / 1_000, call: assumed.scraperCallMs / 1_000 },
    events: createEvents(),
    random: seededRandom(input.seed),
    demandRandom: seededRandom(input.seed + 1),
    fleet: createFleet(input.apps, settings.refreshSeconds),
    runs: new Map(),
    repaired: new Map(),
    buckets: createStoreBuckets(settings.stores),
    limits: perPlatform((platform) => limitsOf(settings, platform)),
    stores: perPlatform((platform) => createStore(input, platform, readRandom)),
    areOwnPagesLate: { ios: false, android: false },
    latency: createLatencyModel(latency, settings.routeDeadlineSeconds),
    queues: createQueues(settings),
    activity: noActivity(input.days),
    counts: createCounts(),
  };
}

function createStore({ apps, assumed, settings }: SimulationInput, platform: Platform, random: () => number): Store {
  const reads = { apps: apps[platform], random };
  const turns = createPacedTurns({ perMinute: settings.charts[platform].perMinute });
  return {
    line: createLine(),
    charts: { turns, today: new Map(), nextRequestedAt: 0, requestedBy: new Map() },
    sweep: { turns: createPacedTurns({ perMinute: settings.sweep.batchesPerMinute, keepsPlaces: true }), days: [] },
    express: { waiting: [], untried: 0, restsUntil: 0 },
    pages: createReadDates({ ...reads, kind: pagesOf(platform), agesSpread: true, movedShare: 0 }),
    stars: createReadDates({ ...reads, kind: starsOf(platform), agesSpread: false, movedShare: assumed.movedStars }),
  };
}

function createCounts(): Counts {
  return {
    busy: 0,
    peakBusy: 0,
    busySeconds: 0,
    busySince: 0,
    calls: 0,
    peakCalls: 0,
    delivered: {},
    denied: {},
    requests: {},
    failedRuns: 0,
    failedCharts: 0,
    lastChartAfter: perPlatform(() => 0),
    searches: perPlatform(() => ({ taken: 0, denied: 0 })),
    chartRequests: perPlatform(() => ({ queued: 0, under_way: 0, limit_reached: 0 })),
    completed: [],
    identified: { seconds: [] },
    firstLooks: { seconds: [] },
    requestedCharts: { seconds: [] },
  };
}
