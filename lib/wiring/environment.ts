import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import {
  apiSettings,
  chartSettings,
  dashboardSettings,
  databaseSettings,
  retentionSettings,
  sessionSettings,
  storeSettings,
  sweepSettings,
  syncSettings,
  wholeNumber,
} from "./settings.ts";

/** The variables of each kind of function. A section of settings is one of them, which holds JSON. */

/** The construct gives a section as an object, and the function finds JSON. */
function json<Schema extends z.ZodType>(section: Schema) {
  return z.preprocess((value: z.input<Schema>) => (typeof value === "string" ? parseJson(value) : value), section);
}

/** Returns undefined for what is no JSON, so that the section's own schema reports it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const syncQueueUrls = () => ({ SYNC_TRACKED_IOS_QUEUE_URL: z.url(), SYNC_TRACKED_ANDROID_QUEUE_URL: z.url() });
const onDemandQueueUrls = () => ({ SYNC_ON_DEMAND_IOS_QUEUE_URL: z.url(), SYNC_ON_DEMAND_ANDROID_QUEUE_URL: z.url() });
const chartQueueUrls = () => ({ CHARTS_IOS_QUEUE_URL: z.url(), CHARTS_ANDROID_QUEUE_URL: z.url() });

/** Variables of every function that uses the database. */
export const databaseEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
    /** Says whether the figures of the service become metrics. Otherwise they are logged alone. */
    METRICS: z.enum(["on", "off"]).default("on"),
    /** Shifts the observation clock: the local host's day offset. 0 when deployed. */
    CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
    DATABASE_HOST: z.string().min(1),
    DATABASE_PORT: z.coerce.number().pipe(wholeNumber(1, 65_535)),
    DATABASE_NAME: z.string().min(1),
    /** The secret holds `{"username", "password"}`. */
    DATABASE_SECRET_ARN: z.string().min(1),
    DATABASE_SETTINGS: json(databaseSettings()),
  });

export type DatabaseEnvironment = z.infer<ReturnType<typeof databaseEnvironment>>;

/** The migration connects as the owner of the tables and sets the password of the role that the functions use. */
export const migrationEnvironment = () =>
  databaseEnvironment().extend({
    APP_SECRET_ARN: z.string().min(1),
    /** Says whether the migration itself runs what must run outside a transaction, or leaves it to an operation. */
    OUTSIDE_MIGRATIONS: z.enum(["now", "operation"]).default("operation"),
  });

export const endpointEnvironment = () => databaseEnvironment().extend({ API_SETTINGS: json(apiSettings()) });

export type EndpointEnvironment = z.infer<ReturnType<typeof endpointEnvironment>>;

/** Endpoints that start a browser session or prolong it. */
export const sessionEndpointEnvironment = () =>
  endpointEnvironment().extend({ SESSION_SETTINGS: json(sessionSettings()) });

/** Endpoints that tell what the stores' budgets allow. */
export const budgetEndpointEnvironment = () => endpointEnvironment().extend({ STORE_SETTINGS: json(storeSettings()) });

/** Endpoints that may start a sync. */
export const enqueueingEndpointEnvironment = () =>
  endpointEnvironment().extend({
    ...onDemandQueueUrls(),
    SYNC_SETTINGS: json(syncSettings()),
    STORE_SETTINGS: json(storeSettings()),
  });

/** Endpoints that may queue a chart. */
export const chartEndpointEnvironment = () =>
  endpointEnvironment().extend({ ...chartQueueUrls(), CHART_SETTINGS: json(chartSettings()) });

/** Endpoints that call a store while the client waits. */
export const storeEndpointEnvironment = () =>
  endpointEnvironment().extend({
    SCRAPER_IOS_URL: z.url(),
    SCRAPER_ANDROID_URL: z.url(),
    STORE_SETTINGS: json(storeSettings()),
  });

/** Returns whether unknown routes include those of the pages beside the API. */
export const fallbackEnvironment = () =>
  z.object({ DOCUMENTATION: z.enum(["on", "off"]).default("off"), DASHBOARD: z.enum(["on", "off"]).default("off") });

/** The page of the dashboard uses no database. */
export const dashboardPageEnvironment = () =>
  z.object({
    DASHBOARD_SETTINGS: json(dashboardSettings()),
    API_SETTINGS: json(apiSettings().pick({ registration: true })),
    /** Where the pictures of simulated stores open. Only on the local host. */
    OPEN_PICTURES: json(z.object({ stored: z.url(), served: z.url() })).optional(),
  });

/** The consumer of one queue can reach its own platform's scraper and queues alone. */
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
  consumerEnvironment().extend({ CHARTS_QUEUE_URL: z.url(), CHART_SETTINGS: json(chartSettings()) });

export const syncScheduleEnvironment = () =>
  databaseEnvironment().extend({
    ...syncQueueUrls(),
    ...onDemandQueueUrls(),
    STORE_SETTINGS: json(storeSettings()),
    SYNC_SETTINGS: json(syncSettings()),
    SWEEP_SETTINGS: json(sweepSettings()),
    CHART_SETTINGS: json(chartSettings()),
  });

export type SyncScheduleEnvironment = z.infer<ReturnType<typeof syncScheduleEnvironment>>;

/** The schedule that plans the day's charts of one platform. */
export const dailyChartsEnvironment = () =>
  databaseEnvironment().extend({
    PLATFORM: platformSchema(),
    CHARTS_QUEUE_URL: z.url(),
    CHART_SETTINGS: json(chartSettings()),
    STORE_SETTINGS: json(storeSettings()),
  });

export const resendChartsEnvironment = () =>
  databaseEnvironment().extend({
    ...chartQueueUrls(),
    CHART_SETTINGS: json(chartSettings()),
    STORE_SETTINGS: json(storeSettings()),
  });

export type ChartScheduleEnvironment = z.infer<
  ReturnType<typeof dailyChartsEnvironment | typeof resendChartsEnvironment>
>;

export const maintenanceEnvironment = () => databaseEnvironment().extend({ RETENTION: json(retentionSettings()) });

/** The operation that starts a sync. */
export const resyncEnvironment = () =>
  databaseEnvironment().extend({
    ...onDemandQueueUrls(),
    SYNC_SETTINGS: json(syncSettings()),
    STORE_SETTINGS: json(storeSettings()),
  });

/** The probe of the API, which it uses alone, but for the operation that creates its account. */
export const probeEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
    API_URL: z.url(),
    /** The secret holds `{"username", "password"}`. */
    CANARY_SECRET_ARN: z.string().min(1),
    /** The operation that creates the canary's account. */
    CREATE_USER_FUNCTION: z.string().min(1),
  });

/** The canary, which also searches once a day. */
export const canaryEnvironment = () =>
  probeEnvironment().extend({ SEARCH_HOUR: z.coerce.number().pipe(wholeNumber(0, 23)) });

/** The check of safeguards. It calls AWS alone. */
export const safeguardsEnvironment = () =>
  z.object({
    STAGE: z.string().min(1),
    LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
    CLUSTER_IDENTIFIER: z.string().min(1),
    /** Default: AWS manages the key. */
    KEY_ARN: z.string().startsWith("arn:").optional(),
    TOPIC_ARNS: arns(),
    RECIPIENTS: z.coerce.number().pipe(wholeNumber(0, 100)),
  });

/** ARNs, separated by commas. */
const arns = () =>
  z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.string().startsWith("arn:")).min(1));

/** The operation that redrives dead letters. It uses no database. */
export const redriveEnvironment = () =>
  z.object({
    DEAD_LETTER_ARNS: arns(),
  });

/** Parses the variables of this function. The error names every variable that is missing or wrong. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Environment is not valid: ${faults.join("; ")}`);
}
