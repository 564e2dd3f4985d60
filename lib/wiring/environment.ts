import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import {
  apiSettings,
  chartSettings,
  dashboardSettings,
  databaseSettings,
  emailSettings,
  json,
  keywordSettings,
  oauthSettings,
  retentionSettings,
  sessionSettings,
  storeSettings,
  sweepSettings,
  syncSettings,
  webhookSettings,
  wholeNumber,
} from "./settings.ts";

/** The environment variables of each kind of function. Each section of settings is one variable with JSON. */

const syncQueueUrls = () => ({ SYNC_TRACKED_IOS_QUEUE_URL: z.url(), SYNC_TRACKED_ANDROID_QUEUE_URL: z.url() });
const onDemandQueueUrls = () => ({ SYNC_ON_DEMAND_IOS_QUEUE_URL: z.url(), SYNC_ON_DEMAND_ANDROID_QUEUE_URL: z.url() });
const chartQueueUrls = () => ({ CHARTS_IOS_QUEUE_URL: z.url(), CHARTS_ANDROID_QUEUE_URL: z.url() });

const enqueueing = () => ({
  ...onDemandQueueUrls(),
  SYNC_SETTINGS: json(syncSettings()),
  STORE_SETTINGS: json(storeSettings()),
});

const chartSections = () => ({ CHART_SETTINGS: json(chartSettings()), KEYWORD_SETTINGS: json(keywordSettings()) });

export const logLevel = () => z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO");

export const databaseEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: logLevel(),
    /** `off` only logs the measures, without making metrics of them. */
    METRICS: z.enum(["on", "off"]).default("on"),
    /** Shifts the clock of observations by the local host's day offset. 0 when deployed. */
    CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
    DATABASE_HOST: z.string().min(1),
    DATABASE_PORT: z.coerce.number().pipe(wholeNumber(1, 65_535)),
    DATABASE_NAME: z.string().min(1),
    DATABASE_SECRET_ARN: z.string().min(1),
    DATABASE_SETTINGS: json(databaseSettings()),
  });

export type DatabaseEnvironment = z.infer<ReturnType<typeof databaseEnvironment>>;

/** The migration connects as the owner of the tables and sets the password of the functions' role. */
export const migrationEnvironment = () =>
  databaseEnvironment().extend({
    APP_SECRET_ARN: z.string().min(1),
    /** When migrations that cannot run in a transaction run: by the migration itself, or by an operation. */
    OUTSIDE_MIGRATIONS: z.enum(["now", "operation"]).default("operation"),
  });

export const endpointEnvironment = () => databaseEnvironment().extend({ API_SETTINGS: json(apiSettings()) });

export type EndpointEnvironment = z.infer<ReturnType<typeof endpointEnvironment>>;

export const sessionEndpointEnvironment = () =>
  endpointEnvironment().extend({ SESSION_SETTINGS: json(sessionSettings()) });

export const budgetEndpointEnvironment = () => endpointEnvironment().extend({ STORE_SETTINGS: json(storeSettings()) });

export const enqueueingEndpointEnvironment = () => endpointEnvironment().extend(enqueueing());

export const chartEndpointEnvironment = () =>
  endpointEnvironment().extend({ ...chartQueueUrls(), CHART_SETTINGS: json(chartSettings()) });

export const keywordEndpointEnvironment = () =>
  endpointEnvironment().extend({ KEYWORD_SETTINGS: json(keywordSettings()) });

export const keywordQueueEndpointEnvironment = () =>
  keywordEndpointEnvironment().extend({ ...chartQueueUrls(), CHART_SETTINGS: json(chartSettings()) });

export const storeEndpointEnvironment = () =>
  endpointEnvironment().extend({
    SCRAPER_IOS_URL: z.url(),
    SCRAPER_ANDROID_URL: z.url(),
    STORE_SETTINGS: json(storeSettings()),
    KEYWORD_SETTINGS: json(keywordSettings()),
  });

export const webhookEndpointEnvironment = () =>
  endpointEnvironment().extend({
    WEBHOOK_SETTINGS: json(webhookSettings().pick({ loopback: true })),
    EMAIL: z.enum(["on", "off"]),
  });

export const oauthEndpointEnvironment = () => endpointEnvironment().extend({ OAUTH_SETTINGS: json(oauthSettings()) });

/** Without a sender, documents of clients are not read. */
export const clientEndpointEnvironment = () => endpointEnvironment().extend({ WEBHOOK_SENDER_URL: z.url().optional() });

export const senderEnvironment = () =>
  z.object({
    LOG_LEVEL: logLevel(),
    WEBHOOK_SETTINGS: json(webhookSettings()),
  });

export const webhookDispatchEnvironment = () =>
  databaseEnvironment().extend({ WEBHOOK_SENDER_URL: z.url(), EMAIL_SETTINGS: json(emailSettings()) });

const onOrOff = () => z.enum(["on", "off"]).default("off");

export const fallbackEnvironment = () =>
  z.object({ DOCUMENTATION: onOrOff(), DASHBOARD: onOrOff(), MCP: onOrOff(), OAUTH: onOrOff() });

export const mcpEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: logLevel(),
    /** Scheme and host, without a prefix. */
    API_URL: z.url(),
    /** Those of the gateway. `http://*` and `https://*`, which stand for many, let nobody call tools. */
    ALLOWED_ORIGINS: json(z.array(z.string()).readonly()),
    /** With `on`, its response to a request without a token names the authorization server. */
    OAUTH: onOrOff(),
    /** Per minute, and in one environment of the function. */
    REQUESTS_PER_ADDRESS: z.coerce.number().pipe(wholeNumber(1, 1_000_000)),
  });

export const dashboardPageEnvironment = () =>
  z.object({
    DASHBOARD_SETTINGS: json(dashboardSettings()),
    API_SETTINGS: json(apiSettings().pick({ registration: true })),
    OPEN_PICTURES: json(z.object({ stored: z.url(), served: z.url() })).optional(),
    EMAIL: z.enum(["on", "off"]),
    OAUTH: onOrOff(),
  });

const consumerEnvironment = () =>
  databaseEnvironment().extend({
    PLATFORM: platformSchema(),
    SCRAPER_URL: z.url(),
    STORE_SETTINGS: json(storeSettings()),
  });

export const syncConsumerEnvironment = () =>
  consumerEnvironment().extend({
    SYNC_TRACKED_QUEUE_URL: z.url(),
    SYNC_ON_DEMAND_QUEUE_URL: z.url(),
    SYNC_SETTINGS: json(syncSettings()),
    SWEEP_SETTINGS: json(sweepSettings()),
    CHART_SETTINGS: json(chartSettings()),
  });

export const chartConsumerEnvironment = () =>
  consumerEnvironment().extend({ CHARTS_QUEUE_URL: z.url(), ...chartSections() });

export const syncScheduleEnvironment = () =>
  databaseEnvironment().extend({
    ...syncQueueUrls(),
    ...enqueueing(),
    SWEEP_SETTINGS: json(sweepSettings()),
    CHART_SETTINGS: json(chartSettings()),
  });

export type SyncScheduleEnvironment = z.infer<ReturnType<typeof syncScheduleEnvironment>>;

export const dailyChartsEnvironment = () =>
  databaseEnvironment().extend({
    PLATFORM: platformSchema(),
    CHARTS_QUEUE_URL: z.url(),
    ...chartSections(),
    STORE_SETTINGS: json(storeSettings()),
  });

export const resendChartsEnvironment = () =>
  databaseEnvironment().extend({ ...chartQueueUrls(), ...chartSections(), STORE_SETTINGS: json(storeSettings()) });

export type ChartScheduleEnvironment = z.infer<
  ReturnType<typeof dailyChartsEnvironment | typeof resendChartsEnvironment>
>;

export const maintenanceEnvironment = () => databaseEnvironment().extend({ RETENTION: json(retentionSettings()) });

export const resyncEnvironment = () => databaseEnvironment().extend(enqueueing());

/** Parses the variables of this function. The error names every missing or wrong variable. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Environment is not valid: ${faults.join("; ")}`);
}
