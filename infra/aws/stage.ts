import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type {
  apiSettings,
  chartSettings,
  databaseSettings,
  retentionSettings,
  SettingsOf,
  sessionSettings,
  storeBudgets,
  syncSettings,
} from "../../lib/runtime/environment.ts";

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
  readonly session: SettingsOf<typeof sessionSettings>;
  readonly database: DatabaseSettings;
  readonly scrapers: ScraperSettings;
  readonly sync: SyncSettings;
  readonly charts: ChartSettings;
  readonly retention: SettingsOf<typeof retentionSettings>;
  readonly schedules: ScheduleSettings;
};

/**
 * Whether X-Ray traces the functions that work with the stores, whose calls are nearly all there are: one a second of
 * each and 5 % of the others, a share that AWS lets nobody change for Lambda. All other functions are traced.
 */
type TracingSettings = { readonly consumers: boolean; readonly scrapers: boolean };

type ApiSettings = SettingsOf<typeof apiSettings> & {
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

type DatabaseSettings = SettingsOf<typeof databaseSettings> & {
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

export type SyncSettings = SettingsOf<typeof syncSettings> & {
  readonly workerTimeoutSeconds: number;
  readonly workerMemoryMb: number;
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: Readonly<Record<SyncPurpose, number>>;
  readonly storeBudgets: SettingsOf<typeof storeBudgets>;
};

export type ChartSettings = SettingsOf<typeof chartSettings> & {
  /** Environments that work on one queue at once. */
  readonly maxConcurrency: number;
};

/** EventBridge expressions. The local host also takes `rate(N seconds)`. */
type ScheduleSettings = {
  readonly startDueSyncs: string;
  readonly sweepSyncs: string;
  readonly startDailyCharts: string;
  readonly sweepCharts: string;
  readonly maintainDatabase: string;
};
