import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type * as functions from "../../lib/wiring/settings.ts";
import type { SettingsOf } from "../../lib/wiring/settings.ts";
import type { UserAgent } from "../../scrapers/contracts/environment.ts";

export type Stage = {
  readonly name: string;
  readonly logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
  readonly logRetentionDays: 7 | 30;
  readonly alarmEmails: readonly string[];
  /** The address of the runbook, whose headings alarms link to. The default is its path in the repository. */
  readonly runbookUrl?: string;
  /** `dead_letters` has only alarms on dead letters and no dashboard, for a deployment that costs next to nothing. */
  readonly monitoring: "full" | "dead_letters";
  /** If the account's actual or forecast cost of a month exceeds this many USD, AWS notifies `alarmEmails`. */
  readonly budgetUsd: number;
  readonly canary?: CanarySettings;
  /** Minutes, 1 to 180, in which an alarm rolls back endpoints. It needs a canary and `monitoring: "full"`. */
  readonly rollbackMinutes?: number;
  readonly tracing: TracingSettings;
  readonly keepData: boolean;
  /** The key of the database, which keeps it for life, and of alarms. An own key costs a dollar a month. */
  readonly encryption: "own_key" | "aws_managed";
  readonly api: ApiSettings;
  readonly session: SettingsOf<typeof functions.sessionSettings>;
  readonly dashboard: SettingsOf<typeof functions.dashboardSettings>;
  readonly database: DatabaseSettings;
  readonly backupCopies?: BackupCopySettings;
  readonly scrapers: ScraperSettings;
  readonly stores: SettingsOf<typeof functions.storeSettings>;
  readonly sync: SyncSettings;
  readonly sweep: SettingsOf<typeof functions.sweepSettings>;
  readonly charts: ChartSettings;
  readonly webhooks: WebhookSettings;
  readonly email: SettingsOf<typeof functions.emailSettings>;
  readonly keywords: SettingsOf<typeof functions.keywordSettings>;
  readonly retention: SettingsOf<typeof functions.retentionSettings>;
  readonly schedules: ScheduleSettings;
};

/** X-Ray traces of the functions that make nearly all calls (ADR 16). All other functions are traced. */
type TracingSettings = { readonly endpoints: boolean; readonly consumers: boolean; readonly scrapers: boolean };

type CanarySettings = {
  /** It runs at least twice a day, so that its silence is noticed. */
  readonly schedule: string;
  /** It runs at least every five minutes, since its alarm waits for two failures. */
  readonly probeSchedule: string;
  /** The hour (UTC) of the day in which it also searches both stores. */
  readonly searchHour: number;
  readonly memoryMb: number;
};

type ApiSettings = SettingsOf<typeof functions.apiSettings> & {
  readonly throttle: Throttle;
  readonly pageThrottle: Throttle;
  readonly storeRoutes?: StoreRouteSettings;
  readonly domain?: DomainSettings;
  readonly memoryMb: number;
  /** One full vCPU, which bcrypt needs. */
  readonly computeMemoryMb: number;
  readonly timeoutSeconds: number;
  /** The account's quota of environments that run at once, over all functions: 1,000 unless AWS has set another. */
  readonly accountConcurrency: number;
  /** Environments reserved for each endpoint, which are also its limit. By default, all share the account's quota. */
  readonly reservedConcurrency?: number;
  readonly documentation: boolean;
  readonly dashboard: boolean;
  /**
   * The endpoint for assistants. The throttle limits what they send, and each call of a tool is a request to the API
   * besides. `requestsPerAddress` are those of a minute in one environment. `off` leaves out the route and the
   * function.
   */
  readonly mcp: "off" | { readonly throttle: Throttle; readonly requestsPerAddress: number };
  /**
   * Lets users connect assistants without copying a token. A client can identify itself by its metadata document only
   * if webhooks are on, because their sender reads the document. With `registration: "open"`, any client can register.
   */
  readonly oauth: "off" | OAuthStageSettings;
  readonly corsOrigins: readonly string[];
};

/** `rate` is requests per second, and `burst` how many may arrive at once. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** These limits bound the environments that a hanging store can occupy. */
export type StoreRouteSettings = {
  readonly throttle: Throttle;
  readonly reservedConcurrency: number;
};

type OAuthStageSettings = {
  readonly registration: "off" | "open";
  /**
   * Environments reserved for the endpoint that reads clients' documents, which are also its limit. Each reading takes
   * one of the sender's. By default, it has as many as other endpoints.
   */
  readonly reservedConcurrency?: number;
};

/** A custom domain of the API. It switches off the generated address. */
export type DomainSettings = {
  readonly name: string;
  /** A certificate of ACM for the name, in the region of the deployment. */
  readonly certificateArn: string;
};

type DatabaseSettings = SettingsOf<typeof functions.databaseSettings> & {
  /** By default none is created, because the address of an existing server is given. */
  readonly cluster?: ClusterSettings;
};

export type ClusterSettings = {
  readonly capacity: ClusterCapacity;
  readonly readers: number;
  readonly backupDays: number;
  /** Lets every reader of the owner's secret query the tables from the console. The default is `off`. */
  readonly dataApi?: "on" | "off";
  /** Ids of two zones of the region of the deployment. The default is the ids of infra/aws/regions.ts. */
  readonly zoneIds?: readonly [string, string];
};

export type BackupCopySettings = {
  /** A vault of AWS Backup in another account, which accepts copies from this one (docs/deploy.md). */
  readonly vaultArn: string;
  readonly keepDays: number;
};

/** The minimum and maximum of the database, in Aurora capacity units (ACU) of 2 GiB. */
export type ClusterCapacity =
  | { readonly minAcu: number; readonly maxAcu: number }
  /** The database sleeps after this time without a connection, so schedules must be rare. */
  | { readonly minAcu: 0; readonly maxAcu: number; readonly pauseAfterSeconds: number };

type ScraperSettings = {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly routeDeadlineMs: number;
  readonly storeConcurrency: number;
  readonly reservedConcurrency?: number;
  /** Replaces a browser's user agent. `npm run probe:stores` shows which hosts respond alike. */
  readonly userAgent?: UserAgent;
};

export type SyncSettings = SettingsOf<typeof functions.syncSettings> & {
  readonly workerTimeoutSeconds: number;
  readonly workerMemoryMb: number;
  readonly maxConcurrency: Readonly<Record<SyncPurpose, number>>;
};

type WebhookSettings = SettingsOf<typeof functions.webhookSettings> & {
  /** `off` leaves out the endpoints of webhooks, the sender and the dispatcher. */
  readonly delivery: "on" | "off";
  /**
   * Environments reserved for the sender, which are also its limit: those of a tick, and of readings of clients'
   * documents. The dispatcher then has one of its own. By default, both share the account's quota.
   */
  readonly reservedConcurrency?: number;
};

export type ChartSettings = SettingsOf<typeof functions.chartSettings> & {
  readonly maxConcurrency: number;
};

/** EventBridge expressions. The local host also takes `rate(N seconds)`. */
type ScheduleSettings = Readonly<
  Record<
    | "startDueSyncs"
    | "resendSyncs"
    | "sweepStorefronts"
    | "startDailyCharts"
    | "resendCharts"
    | "maintainDatabase"
    | "dispatchWebhooks",
    string
  >
>;
