import * as z from "zod";

import { allowances } from "../domain/day-allowance.ts";
import { hostClasses, storeHosts } from "../domain/store-hosts.ts";
import { APPS_PER_REQUEST_MAX } from "../domain/storefront-sweep.ts";

/**
 * Settings of a stage that functions read. Stages, constructs and functions share these schemas: a section passes
 * through all of them whole.
 */

export const wholeNumber = (min: number, max: number) => z.int().min(min).max(max);

const perPlatform = <Schema extends z.ZodType>(schema: Schema) => z.object({ ios: schema, android: schema });

export type SettingsOf<Section extends () => z.ZodType> = Readonly<z.input<ReturnType<Section>>>;

export const apiSettings = () =>
  z.object({
    /** Requests a minute and user on every endpoint outside auth, counted in the database. */
    rateLimitPerMinute: wholeNumber(1, 100_000),
    /** Requests a user and day (UTC), by what they count towards. */
    dayAllowances: z.record(z.enum(allowances), wholeNumber(1, 1_000_000)),
    /** Says whether anybody may register. `closed`: an operator creates the accounts (`create-user`). */
    registration: z.enum(["open", "closed"]),
    /** Apps that one user may follow, tracked ones and competitors together. */
    followedAppsPerUser: wholeNumber(1, 1_000_000),
  });

export const dashboardSettings = () =>
  z.object({
    /** Origins, besides those of the stores, whose pictures the dashboard shows. They are sent in a header. */
    imageOrigins: z
      .array(z.string().regex(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/))
      .max(10)
      .readonly(),
  });

export const sessionSettings = () =>
  z.object({
    /** Where sessions are stored. */
    driver: z.literal("database", { error: 'Sessions can be stored in the "database" alone' }),
    /** Minutes without a new token after which a session ends, by the database's clock. */
    lifetimeMinutes: wholeNumber(1, 60 * 24 * 365),
    /** Days after which it ends in any case. */
    lifetimeMaxDays: wholeNumber(1, 365),
  });

export const databaseSettings = () =>
  z.object({
    tls: z.enum(["verify-full", "off"]),
    /** off behind a connection proxy, which pins sessions that prepare statements. */
    prepare: z.enum(["on", "off"]),
    connectTimeoutSeconds: wholeNumber(1, 60),
  });

/** The limits of the stores: the requests to each host, and of these each class of requests. */
export const storeSettings = () =>
  z.object({
    hosts: z.record(
      z.enum(storeHosts),
      z.object({
        /** Requests that the service may send to the host in a minute; `unlimited` for the simulator. */
        perMinute: z.union([z.literal("unlimited"), z.number().positive()]),
        /** Requests that may be saved up for the host, and for each of its classes. */
        capacity: z.number().positive(),
        /** The most requests in any minute, whatever is saved up; but for those that a user waits for. */
        mostInAMinute: wholeNumber(1, 1_000),
        /** Requests that users together get in a day before schedules; beyond them they wait behind these. */
        usersPerDay: z.number().positive(),
      }),
    ),
    classes: z.record(
      z.enum(hostClasses),
      z
        .object({
          /** Requests a minute of a class that has learnt nothing yet. */
          startPerMinute: z.number().positive(),
          /** However much higher the limit of the store is. */
          capPerMinute: z.number().positive(),
          /** Says whether the rate follows the limit of the store, up to the cap. Otherwise it stays at the start. */
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
    /** Days after which a sync that a user requests checks a storefront without the app again. 0: never. */
    availabilityRecheckDays: wholeNumber(0, 365),
    /** Seconds to wait before identity is requested again after a failure, first retry first. */
    identityRetryDelaysSeconds: z.array(wholeNumber(0, 900)).min(1).max(10).readonly(),
    /**
     * Hours within which the runs that a schedule has started should end: it starts no more than end in a quarter of
     * them.
     */
    runAgeMaxHours: wholeNumber(1, 24 * 7),
    /** Apps that one tick starts at most, per platform. */
    syncsPerTick: wholeNumber(1, 10_000),
    /** Of these, apps that nobody tracks and nobody competes with. */
    untrackedSyncsPerTick: wholeNumber(0, 10_000),
  });

export const chartSettings = () =>
  z.object({
    /** Storefronts whose charts are fetched every day: all in which a store sells apps, or some of them. */
    dailyCountries: z.union([z.literal("active"), z.array(z.string().length(2)).readonly()]),
    /** Says whether charts are fetched by pages, where a page shows them. `off`: each chart is planned by its feed. */
    pages: z.enum(["on", "off"]),
    /** Fetches; a page is one. What is left of each host's budget is for syncs and for live requests. */
    chartsPerMinute: perPlatform(z.number().positive()),
    /** Longer than a call to the store and the write after it. */
    leaseSeconds: wholeNumber(1, 900),
    /** Seconds after its delivery at which a message counts as lost. Sending one too early does no harm. */
    resendSeconds: wholeNumber(1, 3_600),
    /** Seconds for which apps are gathered that pages make known, before they are identified together. */
    identifySeconds: wholeNumber(1, 900),
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
