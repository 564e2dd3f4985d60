import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";

/**
 * Variables of each kind of function. The function parses its own at start; the same schema types the `environment`
 * of its construct, so a variable that is forgotten does not compile.
 */

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const baseEnvironment = z.object({
  STAGE: z.string().min(1),
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
  /** Shifts the observation clock: the local host's day offset. 0 when deployed. */
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
});

const databaseEnvironment = baseEnvironment.extend({
  DATABASE_HOST: z.string().min(1),
  DATABASE_PORT: wholeNumber(1, 65_535),
  DATABASE_NAME: z.string().min(1),
  /** The secret holds `{"username", "password"}`. */
  DATABASE_SECRET_ARN: z.string().min(1),
  DATABASE_TLS: z.enum(["verify-full", "off"]),
  /** off behind a connection proxy, which pins sessions that prepare statements. */
  DATABASE_PREPARE: z.enum(["on", "off"]),
  DATABASE_CONNECT_TIMEOUT_SECONDS: wholeNumber(1, 60),
});

const storeEnvironment = { SCRAPER_IOS_URL: z.url(), SCRAPER_ANDROID_URL: z.url() };

const onDemandQueues = { SYNC_ON_DEMAND_IOS_QUEUE_URL: z.url(), SYNC_ON_DEMAND_ANDROID_QUEUE_URL: z.url() };
const trackedQueues = { SYNC_TRACKED_IOS_QUEUE_URL: z.url(), SYNC_TRACKED_ANDROID_QUEUE_URL: z.url() };

const syncSettings = {
  LEASE_SECONDS: wholeNumber(1, 900),
  REFRESH_HOURS: wholeNumber(1, 24 * 30),
  AVAILABILITY_RELOOK_DAYS: wholeNumber(0, 365),
};

export const endpointEnvironment = databaseEnvironment.extend({
  /** Requests a minute and user, on every endpoint but those of auth. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 100_000),
});
export type EndpointEnvironment = z.infer<typeof endpointEnvironment>;

/** Endpoints that may start a sync. */
export const enqueueingEndpointEnvironment = endpointEnvironment.extend({
  ...onDemandQueues,
  REFRESH_HOURS: syncSettings.REFRESH_HOURS,
});
/** Endpoints that ask a store while the client waits. */
export const storeEndpointEnvironment = endpointEnvironment.extend(storeEnvironment);
/** The consumer of one sync queue. It can reach its own platform's scraper and queues alone. */
export const syncWorkerEnvironment = databaseEnvironment.extend({
  ...syncSettings,
  PLATFORM: platformSchema,
  SYNC_TRACKED_QUEUE_URL: z.url(),
  SYNC_ON_DEMAND_QUEUE_URL: z.url(),
  SCRAPER_URL: z.url(),
  LEASE_RENEWAL_MS: wholeNumber(100, 300_000),
  /** Seconds to wait before identity is asked again after a failure, first retry first. */
  IDENTITY_RETRY_DELAYS_SECONDS: z
    .string()
    .transform((value) => value.split(",").map(Number))
    .pipe(z.array(z.number().int().min(0).max(900)).min(1).max(10)),
  /** Requests a second that the service may put to the store, and how many it may save up. `unlimited` for the simulator. */
  STORE_BUDGET_RATE: z.union([z.literal("unlimited"), z.coerce.number().positive()]),
  STORE_BUDGET_CAPACITY: z.coerce.number().positive(),
});
export type SyncWorkerEnvironment = z.infer<typeof syncWorkerEnvironment>;

export const syncScheduleEnvironment = databaseEnvironment.extend({
  ...trackedQueues,
  ...onDemandQueues,
  LEASE_SECONDS: syncSettings.LEASE_SECONDS,
  REFRESH_HOURS: syncSettings.REFRESH_HOURS,
  /** Apps that one tick starts at most, per platform. */
  SYNCS_PER_TICK: wholeNumber(1, 10_000),
  /** Seconds over which the syncs of one tick are spread. */
  SYNC_SPREAD_SECONDS: wholeNumber(0, 900),
  /** Of these, apps that nobody tracks and nobody competes with. */
  UNTRACKED_SYNCS_PER_TICK: wholeNumber(0, 10_000),
  /** Hours after which a run that has not ended counts as failed. */
  RUN_AGE_MAX_HOURS: wholeNumber(1, 24 * 7),
});
export type SyncScheduleEnvironment = z.infer<typeof syncScheduleEnvironment>;

/** Scheduled upkeep of the database. */
export const maintenanceEnvironment = databaseEnvironment;
export type MaintenanceEnvironment = z.infer<typeof maintenanceEnvironment>;

/** The migration connects as the owner of the tables and sets the password of the role that the functions use. */
export const migrationEnvironment = maintenanceEnvironment.extend({ APP_SECRET_ARN: z.string().min(1) });

/** Parses the variables of this function; names every variable that is missing or wrong. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Environment is not valid: ${faults.join("; ")}`);
}
