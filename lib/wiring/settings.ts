import { isIP } from "node:net";
import * as z from "zod";

import { allowances } from "../domain/day-allowance.ts";
import { hostClasses, storeHosts } from "../domain/store-hosts.ts";
import { APPS_PER_REQUEST_MAX } from "../domain/storefront-sweep.ts";
import { canBeOpened } from "../webhooks/target-address.ts";

/** Settings of a stage. Stages, constructs and functions share these schemas, and sections pass through them whole. */

export const wholeNumber = (min: number, max: number) => z.int().min(min).max(max);

const perPlatform = <Schema extends z.ZodType>(schema: Schema) => z.object({ ios: schema, android: schema });

/** The construct gives a section as an object, and the function finds JSON. */
export function json<Schema extends z.ZodType>(section: Schema) {
  return z.preprocess((value: z.input<Schema>) => (typeof value === "string" ? parseJson(value) : value), section);
}

/** Returns what is no JSON as it is: a section may be the word `off`, and the section's own schema reports the rest. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type SettingsOf<Section extends () => z.ZodType> = Readonly<z.input<ReturnType<Section>>>;

export const apiSettings = () =>
  z.object({
    rateLimitPerMinute: wholeNumber(1, 100_000),
    dayAllowances: z.record(z.enum(allowances), wholeNumber(1, 1_000_000)),
    registration: z.enum(["open", "closed"]),
    followedAppsPerUser: wholeNumber(1, 1_000_000),
  });

export const oauthSettings = () =>
  z.object({ registration: z.enum(["off", "open"]), documents: z.enum(["off", "on"]) });

export const dashboardSettings = () =>
  z.object({
    /** Further origins of pictures in the dashboard, besides the stores'. They are sent in a header. */
    imageOrigins: z
      .array(z.string().regex(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/))
      .max(10)
      .readonly(),
  });

export const sessionSettings = () =>
  z.object({
    driver: z.literal("database", { error: 'Sessions can be stored in the "database" alone' }),
    lifetimeMinutes: wholeNumber(1, 60 * 24 * 365),
    lifetimeMaxDays: wholeNumber(1, 365),
  });

export const databaseSettings = () =>
  z.object({
    tls: z.enum(["verify-full", "off"]),
    /** `off` is for a connection proxy, which pins sessions that prepare statements. */
    prepare: z.enum(["on", "off"]),
    connectTimeoutSeconds: wholeNumber(1, 60),
  });

export const storeSettings = () =>
  z.object({
    hosts: z.record(
      z.enum(storeHosts),
      z.object({
        perMinute: z.union([z.literal("unlimited"), z.number().positive()]),
        /** Requests that may be saved up, for the host and for each class. */
        capacity: z.number().positive(),
        /** The most requests in any minute, whatever is saved up, except a waiting user's. */
        mostInAMinute: wholeNumber(1, 1_000),
        /** Requests per day that users together get before schedules. Beyond them, they wait behind the schedules. */
        usersPerDay: z.number().positive(),
      }),
    ),
    classes: z.record(
      z.enum(hostClasses),
      z
        .object({
          startPerMinute: z.number().positive(),
          capPerMinute: z.number().positive(),
          /** True if the rate follows the store's limit, up to the cap; otherwise it stays at the start. */
          adaptive: z.boolean(),
        })
        .refine(({ startPerMinute, capPerMinute }) => startPerMinute <= capPerMinute, "The start is above the cap"),
    ),
  });

export const syncSettings = () =>
  z.object({
    leaseSeconds: wholeNumber(1, 900),
    leaseRenewalMs: wholeNumber(100, 300_000),
    refreshHours: wholeNumber(1, 24 * 30),
    /** Days after which a requested sync checks a storefront without the app again; 0 means never. */
    availabilityRecheckDays: wholeNumber(0, 365),
    /** Seconds before identity is requested again after each failure. */
    identityRetryDelaysSeconds: z.array(wholeNumber(0, 900)).min(1).max(10).readonly(),
    /** Hours within which scheduled runs should end. The schedule starts no more runs than end in a quarter of them. */
    runAgeMaxHours: wholeNumber(1, 24 * 7),
    syncsPerTick: wholeNumber(1, 10_000),
    /** The most apps per tick and platform that nobody follows. They count towards `syncsPerTick`. */
    untrackedSyncsPerTick: wholeNumber(0, 10_000),
  });

const LEASES_UNTIL_LOST = 2;

/** Returns the seconds after its delivery at which the message of a run or of an express batch counts as lost. */
export function lostAfterSeconds({ leaseSeconds }: Pick<SettingsOf<typeof syncSettings>, "leaseSeconds">): number {
  return LEASES_UNTIL_LOST * leaseSeconds;
}

export const chartSettings = () =>
  z.object({
    dailyCountries: z.union([z.literal("active"), z.array(z.string().length(2)).readonly()]),
    /** `on` fetches charts by page if a page shows them; `off` fetches each chart by its feed. */
    pages: z.enum(["on", "off"]),
    /** Fetches per minute; a page is one. Syncs and live requests use the rest of each host's budget. */
    chartsPerMinute: perPlatform(z.number().positive()),
    /** Longer than a call to the store and the write after it. */
    leaseSeconds: wholeNumber(1, 900),
    resendSeconds: wholeNumber(1, 3_600),
    /** Seconds in which new apps of pages are gathered before they are identified together. */
    identifySeconds: wholeNumber(1, 900),
    requestedPerUserAndDay: wholeNumber(1, 100_000),
  });

/** With `off`, nothing is read for tracked keywords, and neither tracking nor suggestions work. History stays. */
export const keywordSettings = () =>
  z.union([
    z.literal("off"),
    z.object({
      /** Keywords that one user can track. */
      perUserMax: wholeNumber(1, 10_000),
      /** Terms of storefronts that are read of each store, whoever tracks them. */
      termsMax: perPlatform(wholeNumber(1, 100_000)),
      /** Terms per minute, besides those that users wait for. */
      perMinute: perPlatform(z.number().positive()),
    }),
  ]);

export const sweepSettings = () =>
  z.object({
    schedule: z.enum(["daily", "off"]),
    /** Charts, syncs and live requests use the rest of the host's budget. */
    batchesPerMinute: z.number().positive(),
    appsPerRequest: wholeNumber(1, APPS_PER_REQUEST_MAX),
    leaseSeconds: wholeNumber(1, 900),
    resendSeconds: wholeNumber(1, 3_600),
    /** Seconds that a new app waits for others, which then share the requests for all storefronts. */
    expressSeconds: wholeNumber(1, 600),
  });

export const webhookSettings = () =>
  z.object({
    /** Private networks of receivers, as CIDRs. Loopback, link-local and metadata addresses stay closed. */
    privateTargets: z.array(z.string().refine(canBeOpened, "Only private networks can be opened")).max(20).readonly(),
    /** `allowed` lets a stage on this machine send to 127.0.0.1, over HTTP. */
    loopback: z.enum(["allowed", "rejected"]),
  });

/** The operator's SMTP server. With `off`, alerts are sent to webhooks and chats alone. */
export const emailSettings = () =>
  z.union([
    z.literal("off"),
    z.object({
      /** The name that its certificate has. */
      host: z.hostname().refine((host) => isIP(host) === 0, "The server must be named, not addressed"),
      /** 465, or 587 with STARTTLS. */
      port: wholeNumber(1, 65_535),
      from: z.email(),
      /** The whole ARN of a secret with `username` and `password`, in the region of the deployment. */
      secretArn: z.string().startsWith("arn:"),
      /** PEM of a server on the machine of a local stage, for whose name nobody else vouches. */
      certificate: z.string().optional(),
    }),
  ]);

/** Days for which rows are kept. The history of listings and metrics is kept for ever. */
export const retentionSettings = () =>
  z.object({
    /** Ranks are deleted in whole months, together with their charts. */
    chartEntriesDays: wholeNumber(31, 10_000),
    chartFetchesDays: wholeNumber(2, 10_000),
    failedItemsDays: wholeNumber(1, 10_000),
  });
