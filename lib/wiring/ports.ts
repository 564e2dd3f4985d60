import type { Db } from "../../db/client.ts";
import type { Country } from "../domain/country.ts";
import type { Platform, StoreCategory } from "../domain/platform.ts";
import type {
  ChartQueues,
  ExpressQueues,
  IdentifyQueues,
  KeywordQueues,
  PublisherQueues,
  SweepQueues,
  SyncQueues,
} from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { RetryBudget } from "../stores/store-budget.ts";
import type {
  chartSettings,
  keywordSettings,
  SettingsOf,
  storeSettings,
  sweepSettings,
  syncSettings,
} from "./settings.ts";

export type Ports = {
  readonly db: Db;
  readonly log: Log;
  readonly measure: Measure;
  readonly now: Clock;
  readonly random: () => number;
  readonly newId: () => string;
};

/** The storefronts of both stores. They are separate, so that parts without them do not bundle them. */
export type CountryPorts = { readonly countries: readonly Country[] };

export type DispatchPorts = Pick<Ports, "db" | "now"> & CountryPorts;

/** The categories of both stores, separate for the same reason. */
export type CategoryPorts = { readonly categories: readonly StoreCategory[] };

/** Waits for this many milliseconds. Tests move their clock instead. */
export type SleepPort = { readonly sleep: (ms: number) => Promise<void> };

/** Connects to a platform's scraper. The budget pays for quick retries. */
export type ConnectStore = (platform: Platform, retries: RetryBudget) => StoreConnector;

export type StorePorts = Ports & { readonly connect: ConnectStore };

export type Queues = {
  readonly syncs: SyncQueues;
  readonly sweeps: SweepQueues;
  readonly expressBatches: SweepQueues;
  readonly express: ExpressQueues;
  readonly charts: ChartQueues;
  readonly identify: IdentifyQueues;
  readonly publishers: PublisherQueues;
  readonly keywords: KeywordQueues;
};

export type QueuePorts<Name extends keyof Queues> = { readonly queues: Pick<Queues, Name> };

export type PipelineSettings = {
  readonly stores: SettingsOf<typeof storeSettings>;
  readonly sync: SettingsOf<typeof syncSettings>;
  readonly sweep: SettingsOf<typeof sweepSettings>;
  readonly charts: SettingsOf<typeof chartSettings>;
};

/** They are separate, since few parts read them. */
export type KeywordSettings = { readonly keywords: SettingsOf<typeof keywordSettings> };
