import { countries } from "../../db/seeds/countries.ts";
import type { ChartFetches } from "../../lib/domain/chart-fetches.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { platformOfHost, type StoreHost, type StoreSettings, storeHosts } from "../../lib/domain/store-hosts.ts";
import { type SyncLimits, syncLimits } from "../../lib/domain/sync-limits.ts";
import { chartQueueNames, syncQueueNames } from "../../lib/queues/queue-names.ts";
import type { Paces } from "../../lib/sync/dispatch-syncs.ts";
import type { Stage } from "../aws/stage.ts";
import type { Inventory, QueueSettings } from "./inventory.ts";
import { chartFetchesPerDay } from "./sync-shape.ts";

type PerPlatform<Value> = Readonly<Record<Platform, Value>>;

export type PipelineSettings = {
  readonly refreshSeconds: number;
  readonly runAgeMaxSeconds: number;
  readonly syncsPerTick: number;
  readonly routeDeadlineSeconds: number;
  readonly stores: StoreSettings;
  readonly sweep: Stage["sweep"];
  /** True if a scheduled sync reads all of its app, as the first one does. */
  readonly readsAll: PerPlatform<boolean>;
  readonly concurrency: {
    readonly tracked: PerPlatform<number>;
    readonly onDemand: PerPlatform<number>;
    readonly charts: PerPlatform<number>;
  };
  /** `perDay` counts requests. The charts of a page share one. */
  readonly charts: PerPlatform<{
    readonly perDay: number;
    /** The number of these requests that are for pages. Default: none. */
    readonly pages?: number;
    readonly perMinute: number;
  }>;
  /** 0 if the stage tracks no keywords. */
  readonly keywordsPerMinute: PerPlatform<number>;
  readonly paces: Paces;
  readonly schedules: {
    readonly startDueSyncs: string;
    readonly resendSyncs: string;
    readonly sweepStorefronts: string;
    readonly startDailyCharts: string;
    readonly resendCharts: string;
  };
};

export function pipelineSettings(stage: Stage, inventory: Inventory): PipelineSettings {
  const { charts, keywords, stores, sweep, sync, schedules, scrapers } = stage;
  const queueOf = (name: string) => findQueue(inventory, name);
  const concurrency = (names: PerPlatform<string>) =>
    perPlatform((platform) => queueOf(names[platform]).maxConcurrency);
  return {
    refreshSeconds: sync.refreshHours * 3600,
    runAgeMaxSeconds: sync.runAgeMaxHours * 3600,
    syncsPerTick: sync.syncsPerTick,
    routeDeadlineSeconds: scrapers.routeDeadlineMs / 1000,
    stores,
    sweep,
    readsAll: perPlatform((platform) => syncLimits(stage, countries, platform).readsAll),
    concurrency: {
      tracked: concurrency(syncQueueNames.tracked),
      onDemand: concurrency(syncQueueNames.on_demand),
      charts: concurrency(chartQueueNames),
    },
    charts: perPlatform((platform) => ({
      perDay: sumOf(chartFetchesPerDay(platform, charts)),
      pages: chartFetchesPerDay(platform, charts).pages,
      perMinute: charts.chartsPerMinute[platform],
    })),
    keywordsPerMinute: perPlatform((platform) => (keywords === "off" ? 0 : keywords.perMinute[platform])),
    paces: { chartsPerMinute: charts.chartsPerMinute, sweep },
    schedules,
  };
}

function sumOf({ pages, feeds }: ChartFetches): number {
  return pages + feeds;
}

export function limitsOf({ runAgeMaxSeconds, stores, sweep }: PipelineSettings, platform: Platform): SyncLimits {
  const sync = { runAgeMaxHours: runAgeMaxSeconds / 3600 };
  return syncLimits({ stores, sweep, sync }, countries, platform);
}

export function limitedHosts({ stores }: PipelineSettings, platform: Platform): readonly StoreHost[] {
  return storeHosts.filter((host) => platformOfHost[host] === platform && stores.hosts[host].perMinute !== "unlimited");
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
