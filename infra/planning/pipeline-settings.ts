import { countries } from "../../db/seeds/countries.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { type PlatformBucket, platformBucket } from "../../lib/domain/store-hosts.ts";
import { activeRunsMax, wholeRunRequests } from "../../lib/domain/sync-pace.ts";
import { chartQueueNames, syncQueueNames } from "../../lib/queues/queue-names.ts";
import type { Stage } from "../aws/stage.ts";
import type { Inventory, QueueSettings } from "./inventory.ts";
import { chartsPerDay } from "./sync-shape.ts";

type PerPlatform<Value> = Readonly<Record<Platform, Value>>;

/** The settings of a stage that decide how work flows, in seconds. */
export type PipelineSettings = {
  readonly leaseSeconds: number;
  readonly workerTimeoutSeconds: number;
  readonly visibilitySeconds: number;
  readonly refreshSeconds: number;
  readonly identityRetryDelaysSeconds: readonly number[];
  readonly runAgeMaxSeconds: number;
  readonly syncsPerTick: number;
  readonly spreadSeconds: number;
  readonly routeDeadlineSeconds: number;
  /** All hosts of a platform as one bucket. */
  readonly storeBudgets: PerPlatform<PlatformBucket>;
  readonly concurrency: {
    readonly tracked: PerPlatform<number>;
    readonly onDemand: PerPlatform<number>;
    readonly charts: PerPlatform<number>;
  };
  /** `perDay` are planned, and users may request any of `all`. */
  readonly charts: PerPlatform<{ readonly perDay: number; readonly all: number; readonly perMinute: number }>;
  readonly chartHorizonSeconds: number;
  readonly chartRequestsPerUserAndDay: number;
  /** EventBridge expressions. */
  readonly schedules: {
    readonly startDueSyncs: string;
    readonly sweepSyncs: string;
    readonly startDailyCharts: string;
    readonly sweepCharts: string;
  };
};

export function pipelineSettings(
  { charts, stores, sync, schedules, scrapers }: Stage,
  inventory: Inventory,
): PipelineSettings {
  const queueOf = (name: string) => findQueue(inventory, name);
  const concurrency = (names: PerPlatform<string>) =>
    perPlatform((platform) => queueOf(names[platform]).maxConcurrency);
  return {
    leaseSeconds: sync.leaseSeconds,
    workerTimeoutSeconds: sync.workerTimeoutSeconds,
    visibilitySeconds: queueOf(syncQueueNames.tracked.ios).visibilitySeconds,
    refreshSeconds: sync.refreshHours * 3600,
    identityRetryDelaysSeconds: sync.identityRetryDelaysSeconds,
    runAgeMaxSeconds: sync.runAgeMaxHours * 3600,
    syncsPerTick: sync.syncsPerTick,
    spreadSeconds: sync.spreadSeconds,
    routeDeadlineSeconds: scrapers.routeDeadlineMs / 1000,
    storeBudgets: perPlatform((platform) => platformBucket(stores, platform)),
    concurrency: {
      tracked: concurrency(syncQueueNames.tracked),
      onDemand: concurrency(syncQueueNames.on_demand),
      charts: concurrency(chartQueueNames),
    },
    charts: perPlatform((platform) => ({
      perDay: chartsPerDay(platform, charts.dailyCountries),
      all: chartsPerDay(platform, "active"),
      perMinute: charts.chartsPerMinute[platform],
    })),
    chartHorizonSeconds: charts.sweepSeconds,
    chartRequestsPerUserAndDay: charts.requestedPerUserAndDay,
    schedules,
  };
}

/** Returns how many runs of one purpose the store's budget lets be under way. */
export function activeRunsMaxOf({ runAgeMaxSeconds, storeBudgets }: PipelineSettings, platform: Platform): number {
  const { rate } = storeBudgets[platform];
  return activeRunsMax({
    rate,
    runAgeMaxHours: runAgeMaxSeconds / 3600,
    requestsPerRun: wholeRunRequests(countries, platform),
  });
}

export function perPlatform<Value>(of: (platform: Platform) => Value): Record<Platform, Value> {
  const [ios, android] = platforms;
  return { [ios]: of(ios), [android]: of(android) };
}

function findQueue({ queues }: Inventory, name: string): QueueSettings {
  const queue = queues.find((candidate) => candidate.name === name);
  if (queue === undefined) throw new Error(`The templates have no queue called ${name}.`);
  return queue;
}
