import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type * as functions from "../../lib/runtime/settings.ts";
import type { SettingsOf } from "../../lib/runtime/settings.ts";
import type { UserAgent } from "../../scrapers/contracts/environment.ts";

/** Everything that differs between two deployments, as data. Tests pass a stage of their own. */
export type Stage = {
  readonly name: string;
  readonly logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
  readonly logRetentionDays: 7 | 30;
  /** Addresses that alarms are sent to; each has to confirm once. */
  readonly alarmEmails: readonly string[];
  /** `dead_letters`: alarms on these alone and no dashboard, for a deployment that should cost next to nothing. */
  readonly monitoring: "full" | "dead_letters";
  readonly tracing: TracingSettings;
  /** Keeps data and secrets when the stack is deleted. */
  readonly keepData: boolean;
  readonly api: ApiSettings;
  readonly session: SettingsOf<typeof functions.sessionSettings>;
  readonly database: DatabaseSettings;
  readonly scrapers: ScraperSettings;
  readonly stores: SettingsOf<typeof functions.storeSettings>;
  readonly sync: SyncSettings;
  readonly sweep: SettingsOf<typeof functions.sweepSettings>;
  readonly charts: ChartSettings;
  readonly retention: SettingsOf<typeof functions.retentionSettings>;
  readonly schedules: ScheduleSettings;
};

/** Whether X-Ray traces the functions that call the stores, which make nearly all calls (ADR 16). All others are traced. */
type TracingSettings = { readonly consumers: boolean; readonly scrapers: boolean };

type ApiSettings = SettingsOf<typeof functions.apiSettings> & {
  /** Requests a second over all clients, a coarse guard at the gateway. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly memoryMb: number;
  /** One full vCPU: what bcrypt needs. */
  readonly computeMemoryMb: number;
  readonly timeoutSeconds: number;
  /** The account's quota of environments that run at once, over all functions: 1,000 unless AWS has set another. */
  readonly accountConcurrency: number;
  /** Environments reserved for each endpoint, which are also its limit. Default: all share the account's quota. */
  readonly reservedConcurrency?: number;
  /** Serves /api/documentation. */
  readonly documentation: boolean;
  /** Origins whose scripts may call the API: exact ones (`https://app.example.com`), `https://*`, `http://*` or `*`. */
  readonly corsOrigins: readonly string[];
};

type DatabaseSettings = SettingsOf<typeof functions.databaseSettings> & {
  /** Default: none is created, because the address of an existing server is given. */
  readonly cluster?: ClusterSettings;
};

export type ClusterSettings = {
  readonly capacity: ClusterCapacity;
  /** Instances in another zone that take over when the writer fails. */
  readonly readers: number;
  readonly backupDays: number;
  /** How many of the region's first zones, or which ones: Lambda is not in every zone (docs/deploy.md). */
  readonly availabilityZones: number | readonly string[];
};

/** The least and the most that the database scales to, in Aurora capacity units (ACU) of 2 GiB. */
export type ClusterCapacity =
  | { readonly minAcu: number; readonly maxAcu: number }
  /** Sleeps after this time without a connection; schedules must be rare then. */
  | { readonly minAcu: 0; readonly maxAcu: number; readonly pauseAfterSeconds: number };

type ScraperSettings = {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly routeDeadlineMs: number;
  readonly storeConcurrency: number;
  /** What hosts get in place of a browser's user agent. `npm run probe:stores` shows which respond alike. Default: none. */
  readonly userAgent?: UserAgent;
};

export type SyncSettings = SettingsOf<typeof functions.syncSettings> & {
  readonly workerTimeoutSeconds: number;
  readonly workerMemoryMb: number;
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: Readonly<Record<SyncPurpose, number>>;
};

export type ChartSettings = SettingsOf<typeof functions.chartSettings> & {
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: number;
};

/** EventBridge expressions. The local host also takes `rate(N seconds)`. */
type ScheduleSettings = Readonly<
  Record<
    "startDueSyncs" | "sweepSyncs" | "sweepStorefronts" | "startDailyCharts" | "sweepCharts" | "maintainDatabase",
    string
  >
>;
