import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { type Activity, noActivity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import { createLatencyModel, type LatencyModel } from "../store-latency.ts";
import { type Batch, type SyncShape, syncShape } from "../sync-shape.ts";
import { createDueList, type DueList } from "./due-list.ts";
import { createEventQueue, type EventQueue } from "./event-queue.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { createInvocations, type Invocations } from "./invocations.ts";
import { createNumberQueue, type NumberQueue } from "./number-queue.ts";
import { activeRunsMaxOf, type PipelineSettings, perPlatform } from "./pipeline-settings.ts";
import { createRandom } from "./random.ts";
import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

export type SimulationInput = {
  readonly apps: Readonly<Record<Platform, number>>;
  readonly days: number;
  readonly seed: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  readonly onDemandPerDay: number;
  /** Default: what the item loop asks of an app that every storefront has. */
  readonly shapes?: Readonly<Record<Platform, SyncShape>>;
};

export type QueueKind = "tracked" | "onDemand" | "charts";

/** One queue with its consumer. */
export type WorkQueue = {
  readonly kind: QueueKind;
  readonly platform: Platform;
  readonly maxConcurrency: number;
  readonly waiting: NumberQueue;
  busy: number;
  peakBusy: number;
};

/** All that a simulated deployment is, at `events.time`. */
export type World = {
  readonly input: SimulationInput;
  readonly settings: PipelineSettings;
  readonly costs: StepCosts;
  readonly events: EventQueue;
  readonly random: () => number;
  readonly fleet: Fleet;
  readonly due: Readonly<Record<Platform, DueList>>;
  readonly buckets: Readonly<Record<Platform, TokenBucket>>;
  /** Apps whose unfinished run a user asked for, first asked first, and how many of these may be under way. */
  readonly onDemand: Readonly<Record<Platform, { readonly apps: Set<number>; readonly runsMax: number }>>;
  readonly latency: LatencyModel;
  readonly shapes: Readonly<Record<Platform, SyncShape>>;
  /** By phase number; finalize and reconciling have none. */
  readonly batches: Readonly<Record<Platform, readonly (readonly Batch[])[]>>;
  /** In the order of `queueNumber`. */
  readonly queues: readonly WorkQueue[];
  readonly invocations: Invocations;
  readonly activity: Activity;
  readonly counts: Counts;
};

/** Seconds that the steps of an invocation take besides the store. */
export type StepCosts = { readonly statement: number; readonly send: number; readonly call: number };

export type Counts = {
  busy: number;
  peakBusy: number;
  busySeconds: number;
  busySince: number;
  calls: number;
  peakCalls: number;
  /** Invocations that found no token. */
  denied: number;
  tokens: Record<Platform, number>;
  failedRuns: number;
  failedCharts: number;
  missedCharts: Record<Platform, number>;
  /** When the last chart of a day came, in seconds after its fan-out. */
  lastChartAfter: Record<Platform, number>;
  completed: {
    readonly at: number[];
    readonly seconds: number[];
    readonly isOnDemand: boolean[];
    readonly app: number[];
  };
};

export const queueKinds = ["tracked", "onDemand", "charts"] as const satisfies readonly QueueKind[];

export function queueNumber(kind: QueueKind, platform: Platform): number {
  return queueKinds.indexOf(kind) * platforms.length + platforms.indexOf(platform);
}

export function createWorld(input: SimulationInput): World {
  const { settings, assumed } = input;
  const shapes = input.shapes ?? perPlatform(syncShape);
  return {
    input,
    settings,
    costs: {
      statement: assumed.statementMs / 1000,
      send: assumed.sendMs / 1000,
      call: assumed.scraperCallMs / 1000,
    },
    events: createEventQueue(),
    random: createRandom(input.seed),
    fleet: createFleet(input.apps, settings.refreshSeconds),
    due: perPlatform(createDueList),
    buckets: perPlatform((platform) => createTokenBucket(settings.storeBudgets[platform])),
    onDemand: perPlatform((platform) => ({ apps: new Set(), runsMax: activeRunsMaxOf(settings, platform) })),
    latency: createLatencyModel(
      { medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms },
      settings.routeDeadlineSeconds,
    ),
    shapes,
    batches: perPlatform((platform) => {
      const { identity, listings, metrics } = shapes[platform].batches;
      return [identity, listings, metrics];
    }),
    queues: queueKinds.flatMap((kind) => platforms.map((platform) => createQueue(settings, kind, platform))),
    invocations: createInvocations(),
    activity: noActivity(input.days),
    counts: createCounts(),
  };
}

function createQueue({ concurrency }: PipelineSettings, kind: QueueKind, platform: Platform): WorkQueue {
  const maxConcurrency = concurrency[kind][platform];
  return { kind, platform, maxConcurrency, waiting: createNumberQueue(), busy: 0, peakBusy: 0 };
}

function createCounts(): Counts {
  return {
    busy: 0,
    peakBusy: 0,
    busySeconds: 0,
    busySince: 0,
    calls: 0,
    peakCalls: 0,
    denied: 0,
    tokens: { ios: 0, android: 0 },
    failedRuns: 0,
    failedCharts: 0,
    missedCharts: { ios: 0, android: 0 },
    lastChartAfter: { ios: 0, android: 0 },
    completed: { at: [], seconds: [], isOnDemand: [], app: [] },
  };
}
