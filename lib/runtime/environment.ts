import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { hostClasses, storeHosts } from "../domain/store-hosts.ts";
import { APPS_PER_REQUEST_MAX } from "../domain/storefront-sweep.ts";

/**
 * Settings of a stage that functions read, and the variables of each kind of function. Stages, constructs and functions
 * share these schemas: a section of settings passes through all of them whole, as one variable that holds JSON.
 */

const wholeNumber = (min: number, max: number) => z.int().min(min).max(max);

const perPlatform = <Schema extends z.ZodType>(schema: Schema) => z.object({ ios: schema, android: schema });

export type SettingsOf<Section extends () => z.ZodType> = Readonly<z.input<ReturnType<Section>>>;

export const apiSettings = () =>
  z.object({
    /** Requests a minute and user on every endpoint outside auth, counted in the database. */
    rateLimitPerMinute: wholeNumber(1, 100_000),
  });

export const sessionSettings = () =>
  z.object({
    /** Where sessions are stored. */
    driver: z.literal("database", { error: 'Sessions can be stored in the "database" alone' }),
    /** Minutes from sign-in on, by the database's clock. Use does not prolong them. */
    lifetimeMinutes: wholeNumber(1, 60 * 24 * 365),
  });

export const databaseSettings = () =>
  z.object({
    tls: z.enum(["verify-full", "off"]),
    /** off behind a connection proxy, which pins sessions that prepare statements. */
    prepare: z.enum(["on", "off"]),
    connectTimeoutSeconds: wholeNumber(1, 60),
  });

/** What the stores bear: the requests to each host, and of these each class of requests. */
export const storeSettings = () =>
  z.object({
    hosts: z.record(
      z.enum(storeHosts),
      z.object({
        /** Requests that the service may send to the host in a minute; `unlimited` for the simulator. */
        perMinute: z.union([z.literal("unlimited"), z.number().positive()]),
        /** Requests that may be saved up for the host, and for each of its classes. */
        capacity: z.number().positive(),
      }),
    ),
    classes: z.record(
      z.enum(hostClasses),
      z
        .object({
          /** Requests a minute of a class that has learnt nothing yet. */
          startPerMinute: z.number().positive(),
          /** However much more the store would bear. */
          capPerMinute: z.number().positive(),
          /** Whether the rate follows what the store bears, up to the cap. Otherwise it stays at the start. */
          adaptive: z.boolean(),
        })
        .refine(({ startPerMinute, capPerMinute }) => startPerMinute <= capPerMinute, "The start is above the cap"),
    ),
  });

export const syncSettings = () =>
  z.object({
    leaseSeconds: wholeNumber(1, 900),
    leaseRenewalMs: wholeNumber(100, 300_000),
    /** Age from which an app counts as stale. */
    refreshHours: wholeNumber(1, 24 * 30),
    /** Days after which a sync that a user requests looks again at a storefront without the app. 0: never. */
    availabilityRelookDays: wholeNumber(0, 365),
    /** Seconds to wait before identity is requested again after a failure, first retry first. */
    identityRetryDelaysSeconds: z.array(wholeNumber(0, 900)).min(1).max(10).readonly(),
    /** Hours after which a run that has not ended counts as failed. */
    runAgeMaxHours: wholeNumber(1, 24 * 7),
    /** Apps that one tick starts at most, per platform. */
    syncsPerTick: wholeNumber(1, 10_000),
    /** Of these, apps that nobody tracks and nobody competes with. */
    untrackedSyncsPerTick: wholeNumber(0, 10_000),
    /** Seconds over which the syncs of one tick are spread. */
    spreadSeconds: wholeNumber(0, 900),
  });

export const chartSettings = () =>
  z.object({
    /** Storefronts whose charts are fetched every day: all in which a store sells apps, or some of them. */
    dailyCountries: z.union([z.literal("active"), z.array(z.string().length(2)).readonly()]),
    /** What is left of the host's budget is for syncs and for live requests. */
    chartsPerMinute: perPlatform(z.number().positive()),
    /** Seconds that a sweep plans ahead: until the next one, but no longer than SQS delays a message. */
    sweepSeconds: wholeNumber(1, 900),
    /** Longer than a call to the store and the write after it. */
    leaseSeconds: wholeNumber(1, 900),
    /** Seconds after its delivery at which a message counts as lost. Sending one too early does no harm. */
    resendSeconds: wholeNumber(1, 3_600),
    /** Charts that one user may request before their time, a day. */
    requestedPerUserAndDay: wholeNumber(1, 100_000),
  });

/** The daily reading of the metrics of all followed apps, of stores in which one request returns many apps. */
export const sweepSettings = () =>
  z.object({
    schedule: z.enum(["daily", "off"]),
    /** What is left of the host's budget is for charts, syncs and live requests. */
    batchesPerMinute: z.number().positive(),
    appsPerRequest: wholeNumber(1, APPS_PER_REQUEST_MAX),
    /** Seconds that a tick plans ahead: until the next one, but no longer than SQS delays a message. */
    tickSeconds: wholeNumber(1, 900),
    /** Longer than a call to the store and the write after it. */
    leaseSeconds: wholeNumber(1, 900),
    /** Seconds after its delivery at which a message counts as lost. Sending one too early does no harm. */
    resendSeconds: wholeNumber(1, 3_600),
    /** Seconds that a new app waits for others, with which it shares the requests for all storefronts. */
    expressSeconds: wholeNumber(1, 600),
  });

/** Days for which rows are kept; the history of listings and metrics is kept for ever. */
export const retentionSettings = () =>
  z.object({
    /** Ranks are deleted by whole months, and their charts with them. */
    chartEntriesDays: wholeNumber(31, 10_000),
    /** The outcome of each chart's fetch, and of each batch of a sweep. */
    chartFetchesDays: wholeNumber(2, 10_000),
    /** Failed items that nothing retries any longer, from their last attempt on. */
    failedItemsDays: wholeNumber(1, 10_000),
  });

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
export const migrationEnvironment = () => databaseEnvironment().extend({ APP_SECRET_ARN: z.string().min(1) });

export const endpointEnvironment = () => databaseEnvironment().extend({ API_SETTINGS: json(apiSettings()) });

export type EndpointEnvironment = z.infer<ReturnType<typeof endpointEnvironment>>;

/** Endpoints that start a browser session. */
export const sessionEndpointEnvironment = () =>
  endpointEnvironment().extend({ SESSION_SETTINGS: json(sessionSettings()) });

/** Endpoints that may start a sync. */
export const enqueueingEndpointEnvironment = () =>
  endpointEnvironment().extend({ ...onDemandQueueUrls(), SYNC_SETTINGS: json(syncSettings()) });

/** Endpoints that may queue a chart. */
export const chartEndpointEnvironment = () =>
  endpointEnvironment().extend({ ...chartQueueUrls(), CHART_SETTINGS: json(chartSettings()) });

/** Endpoints that call a store while the client waits. Syncs and live requests share what charts and sweeps leave. */
export const storeEndpointEnvironment = () =>
  endpointEnvironment().extend({
    SCRAPER_IOS_URL: z.url(),
    SCRAPER_ANDROID_URL: z.url(),
    STORE_SETTINGS: json(storeSettings()),
    CHART_SETTINGS: json(chartSettings()),
    SWEEP_SETTINGS: json(sweepSettings()),
  });

/** Whether unknown routes include those of /api/documentation. */
export const fallbackEnvironment = () => z.object({ DOCUMENTATION: z.enum(["on", "off"]).default("off") });

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
  });

export type SyncScheduleEnvironment = z.infer<ReturnType<typeof syncScheduleEnvironment>>;

/** The schedule that plans the day's charts of one platform. */
export const dailyChartsEnvironment = () =>
  databaseEnvironment().extend({
    PLATFORM: platformSchema(),
    CHARTS_QUEUE_URL: z.url(),
    CHART_SETTINGS: json(chartSettings()),
  });

export const sweepChartsEnvironment = () =>
  databaseEnvironment().extend({ ...chartQueueUrls(), CHART_SETTINGS: json(chartSettings()) });

export type ChartScheduleEnvironment = z.infer<
  ReturnType<typeof dailyChartsEnvironment | typeof sweepChartsEnvironment>
>;

export const maintenanceEnvironment = () => databaseEnvironment().extend({ RETENTION: json(retentionSettings()) });

/** The operation that starts a sync. */
export const resyncEnvironment = () => databaseEnvironment().extend(onDemandQueueUrls());

/** The operation that redrives dead letters. It uses no database. */
export const redriveEnvironment = () =>
  z.object({
    /** ARNs of the dead-letter queues, separated by commas. */
    DEAD_LETTER_ARNS: z
      .string()
      .transform((value) => value.split(","))
      .pipe(z.array(z.string().startsWith("arn:")).min(1)),
  });

/** Parses the variables of this function. The error names every variable that is missing or wrong. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Environment is not valid: ${faults.join("; ")}`);
}
