import type { Platform } from "../../lib/domain/platform.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";

/** Everything that differs between two deployments, as data. Tests pass a stage of their own. */
export type Stage = {
  readonly name: string;
  readonly logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
  readonly logRetentionDays: 7 | 30;
  /** Who is told of alarms; each address has to confirm once. */
  readonly alarmEmails: readonly string[];
  /** `dead_letters`: alarms on these alone and no dashboard, where a deployment should cost next to nothing. */
  readonly monitoring: "full" | "dead_letters";
  readonly tracing: TracingSettings;
  /** Keeps data and secrets when the stack is deleted. */
  readonly keepData: boolean;
  readonly api: ApiSettings;
  readonly database: DatabaseSettings;
  readonly scrapers: ScraperSettings;
  readonly sync: SyncSettings;
  readonly charts: ChartSettings;
  readonly retention: RetentionSettings;
  readonly schedules: ScheduleSettings;
};

/**
 * Whether X-Ray traces the functions that work with the stores, whose calls are nearly all there are: one a second of
 * each and 5 % of the others, a share that AWS lets nobody change for Lambda. All other functions are traced.
 */
type TracingSettings = { readonly consumers: boolean; readonly scrapers: boolean };

type ApiSettings = {
  /** Requests a minute and user, counted in the database. */
  readonly rateLimitPerMinute: number;
  /** Requests a second over all clients, a coarse guard at the gateway. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly memoryMb: number;
  /** One full vCPU: what bcrypt needs. */
  readonly computeMemoryMb: number;
  readonly timeoutSeconds: number;
  /** Environments that the AWS account may run at once, over all functions: a quota, 1,000 unless AWS says otherwise. */
  readonly accountConcurrency: number;
  /** Environments set aside for each endpoint, and its limit. Default: all share what the account may run. */
  readonly reservedConcurrency?: number;
  /** Serves /api/documentation. */
  readonly documentation: boolean;
  /** Whose scripts may call: exact origins (`https://app.example.com`), `https://*`, `http://*` or `*`. */
  readonly corsOrigins: readonly string[];
};

type DatabaseSettings = {
  readonly tls: "verify-full" | "off";
  readonly prepare: "on" | "off";
  readonly connectTimeoutSeconds: number;
  /** Default: none is made, since a server exists whose address is given. */
  readonly cluster?: ClusterSettings;
};

export type ClusterSettings = {
  readonly capacity: ClusterCapacity;
  /** Instances that take over when the writer fails, in another zone. */
  readonly readers: number;
  readonly backupDays: number;
  /** How many of the region's first ones, or which: Lambda is not in every zone (docs/deploy.md). */
  readonly availabilityZones: number | readonly string[];
};

/** In Aurora capacity units (ACU) of 2 GiB: what the database shrinks and grows to. */
export type ClusterCapacity =
  | { readonly minAcu: number; readonly maxAcu: number }
  /** Sleeps after so long without a connection; schedules must be rare then. */
  | { readonly minAcu: 0; readonly maxAcu: number; readonly pauseAfterSeconds: number };

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

export type SyncSettings = {
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

export type ChartSettings = {
  /** Storefronts whose charts are fetched every day: all in which a store sells apps, or some of them. */
  readonly dailyCountries: "active" | readonly string[];
  /** What is left of the store's budget is for syncs and for what users ask. */
  readonly chartsPerMinute: Readonly<Record<Platform, number>>;
  /** Seconds that a sweep plans ahead: until the next one, but no longer than SQS delays a message. */
  readonly sweepSeconds: number;
  /** Longer than a call to the store and the write after it. */
  readonly leaseSeconds: number;
  /** Seconds after its delivery at which a message counts as lost. One that is sent too early does no harm. */
  readonly resendSeconds: number;
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: number;
  /** Charts that one user may ask for before their time, a day. */
  readonly askedPerUserAndDay: number;
};

/** Days for which rows are kept; history of listings and metrics is kept for ever. */
type RetentionSettings = {
  /** Ranks; they go by whole months, and their charts with them. */
  readonly chartEntriesDays: number;
  /** What became of the fetch of each chart. */
  readonly chartFetchesDays: number;
  /** Failed items that nobody asks for any longer. */
  readonly failedItemsDays: number;
};

/** EventBridge expressions. The local host also takes `rate(N seconds)`. */
type ScheduleSettings = {
  readonly startDueSyncs: string;
  readonly sweepSyncs: string;
  readonly startDailyCharts: string;
  readonly sweepCharts: string;
  readonly maintainDatabase: string;
};
