import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type * as functions from "../../lib/wiring/settings.ts";
import type { SettingsOf } from "../../lib/wiring/settings.ts";
import type { UserAgent } from "../../scrapers/contracts/environment.ts";

/** Everything that differs between two deployments, as data. Tests pass a stage of their own. */
export type Stage = {
  readonly name: string;
  readonly logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
  readonly logRetentionDays: 7 | 30;
  /** Addresses that alarms are sent to; each has to confirm once. */
  readonly alarmEmails: readonly string[];
  /** Where the runbook can be read; alarms link to its headings. Default: its path in the repository. */
  readonly runbookUrl?: string;
  /** `dead_letters`: alarms on these alone and no dashboard, for a deployment that should cost next to nothing. */
  readonly monitoring: "full" | "dead_letters";
  /** USD a month, of the whole account, from which AWS notifies `alarmEmails`. */
  readonly budgetUsd: number;
  /** An account of its own that uses the API regularly. Default: none. */
  readonly canary?: CanarySettings;
  /**
   * Minutes, 1 to 180, for which CloudFormation watches a deployment of endpoints, to undo it when an alarm of the API
   * is raised. Needs full monitoring and a canary. Default: it does not.
   */
  readonly rollbackMinutes?: number;
  readonly tracing: TracingSettings;
  /** Keeps data and secrets when the stack is deleted. */
  readonly keepData: boolean;
  /** Of the database, which keeps it for life, and of alarms. A key of one's own costs a dollar a month. */
  readonly encryption: "own_key" | "aws_managed";
  readonly api: ApiSettings;
  readonly session: SettingsOf<typeof functions.sessionSettings>;
  readonly dashboard: SettingsOf<typeof functions.dashboardSettings>;
  readonly database: DatabaseSettings;
  /** Where a snapshot of each day is copied to. Default: all backups are in the account of the database. */
  readonly backupCopies?: BackupCopySettings;
  readonly scrapers: ScraperSettings;
  readonly stores: SettingsOf<typeof functions.storeSettings>;
  readonly sync: SyncSettings;
  readonly sweep: SettingsOf<typeof functions.sweepSettings>;
  readonly charts: ChartSettings;
  readonly retention: SettingsOf<typeof functions.retentionSettings>;
  readonly schedules: ScheduleSettings;
};

/**
 * Says whether X-Ray traces what responds to requests, and what calls the stores; nearly all calls are theirs (ADR 16).
 * All others are traced, and an endpoint on demand.
 */
type TracingSettings = { readonly endpoints: boolean; readonly consumers: boolean; readonly scrapers: boolean };

type CanarySettings = {
  /** At least twice a day, so that its silence is noticed. */
  readonly schedule: string;
  /** When one request reaches for the database: at least every five minutes, as its alarm waits for two that fail. */
  readonly probeSchedule: string;
  /** The hour (UTC) of the day in which it also searches both stores. */
  readonly searchHour: number;
  readonly memoryMb: number;
};

type ApiSettings = SettingsOf<typeof functions.apiSettings> & {
  /** Requests a second over all clients, a coarse guard at the gateway. */
  readonly throttle: Throttle;
  /** Of each route of the dashboard and of the documentation, which nobody has to log in for. */
  readonly pageThrottle: Throttle;
  /** Limits of the endpoints whose clients wait for a store. Default: they share those of all others. */
  readonly storeRoutes?: StoreRouteSettings;
  /** Default: the address that API Gateway generates. */
  readonly domain?: DomainSettings;
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
  /** Serves /dashboard. */
  readonly dashboard: boolean;
  /** Origins whose scripts may call the API: exact ones (`https://app.example.com`), `https://*`, `http://*` or `*`. */
  readonly corsOrigins: readonly string[];
};

/** Requests a second, and how many more at once. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** A store that hangs then holds this much of the account, and no more. */
export type StoreRouteSettings = {
  /** Of each of these endpoints. */
  readonly throttle: Throttle;
  /** Environments reserved for each of these endpoints, which are also its limit. */
  readonly reservedConcurrency: number;
};

/** A name of one's own for the API; the generated address is then off. */
export type DomainSettings = {
  readonly name: string;
  /** Of a certificate of ACM for the name, in the region of the deployment. */
  readonly certificateArn: string;
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
  /** Lets whoever may read the owner's secret query the tables from the console. Default: off. */
  readonly dataApi?: "on" | "off";
  /** Ids of two zones of the one region that it is deployed to. Default: those of infra/aws/regions.ts. */
  readonly zoneIds?: readonly [string, string];
};

export type BackupCopySettings = {
  /** Of a vault of AWS Backup in another account, which accepts copies from this one (docs/deploy.md). */
  readonly vaultArn: string;
  readonly keepDays: number;
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
  /** Environments reserved for each scraper, which are also its limit. Default: both share the account's quota. */
  readonly reservedConcurrency?: number;
  /**
   * What hosts get in place of a browser's user agent. `npm run probe:stores` shows which respond alike. Default: none.
   */
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
    "startDueSyncs" | "resendSyncs" | "sweepStorefronts" | "startDailyCharts" | "resendCharts" | "maintainDatabase",
    string
  >
>;
