import type { Platform } from "../lib/domain/platform.ts";
import type { SyncPurpose } from "../lib/domain/sync-phase.ts";

/** Everything that differs between two deployments, as data. Tests pass a stage of their own. */
export type Stage = {
  readonly name: string;
  readonly logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
  readonly logRetentionDays: 7 | 30;
  /** Keeps secrets when the stack is deleted. */
  readonly keepData: boolean;
  readonly api: ApiSettings;
  readonly database: DatabaseSettings;
  readonly scrapers: ScraperSettings;
  readonly sync: SyncSettings;
  readonly schedules: ScheduleSettings;
};

type ApiSettings = {
  /** Requests a minute and user, counted in the database. */
  readonly rateLimitPerMinute: number;
  /** Requests a second over all clients, a coarse guard at the gateway. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly memoryMb: number;
  /** One full vCPU: what bcrypt needs. */
  readonly computeMemoryMb: number;
  readonly timeoutSeconds: number;
  /** Serves /api/documentation. */
  readonly documentation: boolean;
};

type DatabaseSettings = {
  readonly tls: "verify-full" | "off";
  readonly prepare: "on" | "off";
  readonly connectTimeoutSeconds: number;
  /** The database may sleep when nothing uses it, so schedules are rare. */
  readonly pausesWhenIdle: boolean;
};

type ScraperSettings = {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly routeDeadlineMs: number;
  readonly storeConcurrency: number;
};

type StoreBudget = {
  /** Requests a second. */
  readonly rate: number | "unlimited";
  /** Requests that may be saved up; at least the cost of one batch. */
  readonly capacity: number;
};

type SyncSettings = {
  readonly leaseSeconds: number;
  readonly leaseRenewalMs: number;
  readonly workerTimeoutSeconds: number;
  readonly workerMemoryMb: number;
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: Readonly<Record<SyncPurpose, number>>;
  readonly refreshHours: number;
  /** 0: a country that said "not available" is never asked again. */
  readonly availabilityRelookDays: number;
  readonly identityRetryDelaysSeconds: readonly number[];
  readonly runAgeMaxHours: number;
  readonly syncsPerTick: number;
  /** Seconds over which the syncs of one tick are spread. */
  readonly spreadSeconds: number;
  readonly untrackedSyncsPerTick: number;
  readonly storeBudgets: Readonly<Record<Platform, StoreBudget>>;
};

/** EventBridge expressions. The local host also takes `rate(N seconds)`. */
type ScheduleSettings = {
  readonly startDueSyncs: string;
  readonly sweepSyncs: string;
  readonly createPartitions: string;
};

const sync: SyncSettings = {
  leaseSeconds: 60,
  leaseRenewalMs: 20_000,
  workerTimeoutSeconds: 90,
  workerMemoryMb: 512,
  maxConcurrency: { tracked: 5, on_demand: 5 },
  refreshHours: 24,
  availabilityRelookDays: 7,
  identityRetryDelaysSeconds: [30, 60, 120],
  runAgeMaxHours: 24,
  syncsPerTick: 1_000,
  spreadSeconds: 600,
  untrackedSyncsPerTick: 0,
  // What both stores bear for long without refusing: 20 and 30 requests a minute.
  storeBudgets: { ios: { rate: 20 / 60, capacity: 120 }, android: { rate: 30 / 60, capacity: 60 } },
};

const deployed = {
  logLevel: "INFO",
  api: {
    rateLimitPerMinute: 60,
    throttle: { rate: 100, burst: 200 },
    memoryMb: 512,
    computeMemoryMb: 1_769,
    timeoutSeconds: 29,
    documentation: false,
  },
  scrapers: { memoryMb: 512, timeoutSeconds: 30, routeDeadlineMs: 25_000, storeConcurrency: 10 },
  sync,
} as const;

export const prod: Stage = {
  ...deployed,
  name: "prod",
  logRetentionDays: 30,
  keepData: true,
  database: { tls: "verify-full", prepare: "on", connectTimeoutSeconds: 10, pausesWhenIdle: false },
  schedules: {
    startDueSyncs: "rate(15 minutes)",
    sweepSyncs: "rate(5 minutes)",
    createPartitions: "cron(30 2 * * ? *)",
  },
};

export const dev: Stage = {
  ...deployed,
  name: "dev",
  logRetentionDays: 7,
  keepData: false,
  api: { ...deployed.api, documentation: true },
  // Longer than the 15 seconds a sleeping database takes to wake.
  database: { tls: "verify-full", prepare: "on", connectTimeoutSeconds: 28, pausesWhenIdle: true },
  // One wake-up serves all three: the database sleeps between the ticks.
  schedules: {
    startDueSyncs: "cron(0 0/6 * * ? *)",
    sweepSyncs: "cron(0 0/6 * * ? *)",
    createPartitions: "cron(0 0 * * ? *)",
  },
};

/** One machine: the simulator bears any rate, schedules are short, few environments at once. */
export const local: Stage = {
  ...deployed,
  name: "local",
  logRetentionDays: 7,
  keepData: false,
  api: { ...deployed.api, rateLimitPerMinute: 500, throttle: { rate: 10_000, burst: 10_000 }, documentation: true },
  database: { tls: "off", prepare: "on", connectTimeoutSeconds: 5, pausesWhenIdle: false },
  sync: {
    ...sync,
    spreadSeconds: 0,
    maxConcurrency: { tracked: 2, on_demand: 2 },
    storeBudgets: { ios: { rate: "unlimited", capacity: 120 }, android: { rate: "unlimited", capacity: 60 } },
  },
  schedules: {
    startDueSyncs: "rate(1 minute)",
    sweepSyncs: "rate(15 seconds)",
    createPartitions: "cron(30 2 * * ? *)",
  },
};

/** The local stage against the real stores, which bear only so many requests. */
export const localWithLiveStores: Stage = {
  ...local,
  sync: { ...local.sync, storeBudgets: sync.storeBudgets },
};

export const deployedStages: Readonly<Record<string, Stage>> = { dev, prod };
