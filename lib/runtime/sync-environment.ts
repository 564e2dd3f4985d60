import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { databaseEnvironment, wholeNumber } from "./environment.ts";
import { onDemandQueues, refreshSetting, storeBudget, storeRate } from "./shared-variables.ts";

const leaseSetting = { LEASE_SECONDS: wholeNumber(1, 900) };

/** Hours after which a run that has not ended counts as failed. */
const runAgeSetting = { RUN_AGE_MAX_HOURS: wholeNumber(1, 24 * 7) };

/** The consumer of one sync queue. It can reach its own platform's scraper and queues alone. */
export const syncWorkerEnvironment = databaseEnvironment.extend({
  ...leaseSetting,
  ...runAgeSetting,
  AVAILABILITY_RELOOK_DAYS: wholeNumber(0, 365),
  PLATFORM: platformSchema(),
  SYNC_TRACKED_QUEUE_URL: z.url(),
  SYNC_ON_DEMAND_QUEUE_URL: z.url(),
  SCRAPER_URL: z.url(),
  LEASE_RENEWAL_MS: wholeNumber(100, 300_000),
  /** Seconds to wait before identity is asked again after a failure, first retry first. */
  IDENTITY_RETRY_DELAYS_SECONDS: z
    .string()
    .transform((value) => value.split(",").map(Number))
    .pipe(z.array(z.number().int().min(0).max(900)).min(1).max(10)),
  ...storeBudget,
});

export type SyncWorkerEnvironment = z.infer<typeof syncWorkerEnvironment>;

export const syncScheduleEnvironment = databaseEnvironment.extend({
  SYNC_TRACKED_IOS_QUEUE_URL: z.url(),
  SYNC_TRACKED_ANDROID_QUEUE_URL: z.url(),
  ...onDemandQueues,
  ...leaseSetting,
  ...runAgeSetting,
  ...refreshSetting,
  /** What the store's budget allows a second decides how many runs may be under way. */
  STORE_BUDGET_RATE_IOS: storeRate,
  STORE_BUDGET_RATE_ANDROID: storeRate,
  /** Apps that one tick starts at most, per platform. */
  SYNCS_PER_TICK: wholeNumber(1, 10_000),
  /** Seconds over which the syncs of one tick are spread. */
  SYNC_SPREAD_SECONDS: wholeNumber(0, 900),
  /** Of these, apps that nobody tracks and nobody competes with. */
  UNTRACKED_SYNCS_PER_TICK: wholeNumber(0, 10_000),
});

export type SyncScheduleEnvironment = z.infer<typeof syncScheduleEnvironment>;
