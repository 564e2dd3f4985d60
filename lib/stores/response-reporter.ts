import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { reportResponses } from "../../db/queries/budgets/class-reports.ts";
import { scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import type { Platform } from "../domain/platform.ts";
import {
  costEntries,
  FAILING_PAUSE_SECONDS,
  type HostClass,
  hostOfClass,
  type RequestCosts,
  type StoreSettings,
} from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

/** A 5xx status that does not indicate a rate limit. */
type Failure = {
  readonly hostClass: HostClass;
  readonly subject: string;
  readonly storefront: string;
};

export type CallReport = {
  /** The most that the call costs. If nothing was throttled, all these classes have responded. */
  readonly costs: RequestCosts;
  readonly throttles: readonly Throttle[];
  readonly failing: readonly Failure[];
  /** Some items failed and others were found, so the classes of the call have responded. */
  readonly isPartial?: boolean;
};

/** Records how a store responded to a call. Never throws. */
export type ResponseReporter = (report: CallReport) => Promise<void>;

export const noReports: ResponseReporter = async () => undefined;

/** Different subjects and storefronts, in a row. */
const FAILURES_MAX = 3;

/** Short against the ten minutes of a window, so that its end is seen in time. */
const REPORT_EVERY_MS = 60_000;

type ReporterDependencies = {
  readonly db: Db;
  readonly measure: Measure;
  readonly log: Pick<Log, "warn" | "error">;
  readonly now: Clock;
};

/** The subjects and storefronts for which a class failed since its last success. Both sets are limited. */
type FailuresInARow = { readonly subjects: Set<string>; readonly storefronts: Set<string> };

/**
 * Returns a reporter, one per process. It reports rate limits and the third 5xx in a row at once, and successes once a
 * minute to save statements. Failures of one app or storefront count once.
 */
export function createResponseReporter(
  deps: ReporterDependencies,
  { platform, stores }: { readonly platform: Platform; readonly stores: StoreSettings },
): ResponseReporter {
  const isLimited = (hostClass: HostClass) => stores.hosts[hostOfClass[hostClass]].perMinute !== "unlimited";
  const reportedAt = new Map<HostClass, number>();
  const failuresInARow = new Map<HostClass, FailuresInARow>();

  async function reportThrottle({ hostClass, isAboutAddress, retryAfterSeconds }: Throttle): Promise<void> {
    const settings = stores.classes[hostClass];
    const host = isAboutAddress ? hostOfClass[hostClass] : null;
    const throttled = { outcome: "throttled", hostClass, settings, isAboutAddress, retryAfterSeconds } as const;
    const blockedSeconds = await reportResponses(deps.db, throttled);
    deps.measure("StoreThrottles", 1, { platform });
    deps.log.warn("store.throttled", { platform, hostClass, host, retryAfterSeconds, blockedSeconds });
  }

  async function reportFailures(hostClass: HostClass, failures: readonly Failure[]): Promise<void> {
    const { subjects, storefronts } = failuresInARow.get(hostClass) ?? { subjects: new Set(), storefronts: new Set() };
    failuresInARow.set(hostClass, { subjects, storefronts });
    for (const { subject, storefront } of failures) {
      if (subjects.size < FAILURES_MAX) subjects.add(subject);
      if (storefronts.size < FAILURES_MAX) storefronts.add(storefront);
    }
    if (Math.min(subjects.size, storefronts.size) < FAILURES_MAX) return;
    failuresInARow.delete(hostClass);
    await reportResponses(deps.db, { outcome: "failing", hostClass, settings: stores.classes[hostClass] });
    deps.log.warn("store.failing", { platform, hostClass, blockedSeconds: FAILING_PAUSE_SECONDS });
  }

  async function reportResponse(hostClass: HostClass): Promise<void> {
    const now = deps.now().getTime();
    if (now - (reportedAt.get(hostClass) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(hostClass, now);
    await reportResponses(deps.db, { outcome: "responded", hostClass, settings: stores.classes[hostClass] });
  }

  async function reportTrouble({ costs, failing, throttles }: CallReport): Promise<void> {
    const failures = Map.groupBy(failing, ({ hostClass }) => hostClass);
    for (const [hostClass] of costEntries(costs)) if (!failures.has(hostClass)) failuresInARow.delete(hostClass);
    for (const [hostClass, ofClass] of failures) if (isLimited(hostClass)) await reportFailures(hostClass, ofClass);
    const throttled = withoutRepeats(throttles).filter(({ hostClass }) => isLimited(hostClass));
    for (const throttle of throttled) await reportThrottle(throttle);
  }

  return async (report) => {
    const { costs, failing, throttles } = report;
    try {
      await reportTrouble(report.isPartial === true ? { ...report, failing: [] } : report);
      if (throttles.length + failing.length > 0) return;
      for (const [hostClass] of costEntries(costs)) if (isLimited(hostClass)) await reportResponse(hostClass);
    } catch (error) {
      // A failed report must not discard the store's response.
      deps.log.error("store.report.failed", { platform, error });
    }
  };
}

/** Returns one throttle per class, with the longest wait and whether any concerns the address. */
function withoutRepeats(throttles: readonly Throttle[]): readonly Throttle[] {
  return [...Map.groupBy(throttles, ({ hostClass }) => hostClass)].map(([hostClass, ofClass]) => ({
    hostClass,
    isAboutAddress: ofClass.some(({ isAboutAddress }) => isAboutAddress),
    retryAfterSeconds: Math.max(0, ...ofClass.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
  }));
}

export type Throttle = {
  readonly hostClass: HostClass;
  /** True if the limit concerns this service's address, whatever was requested. */
  readonly isAboutAddress: boolean;
  readonly retryAfterSeconds: number | null;
};

export function findThrottle(body: unknown, retryAfterSeconds: number | null): Throttle | undefined {
  const { data: error } = scraperErrorSchema().safeParse(body);
  if (error?.host_class === undefined) return undefined;
  return { hostClass: error.host_class, isAboutAddress: error.reason === "http_403", retryAfterSeconds };
}

export function findFailingClass(body: unknown): HostClass | undefined {
  return scraperErrorSchema().safeParse(body).data?.failing_class;
}

export type ItemTrouble = {
  readonly throttles: readonly Throttle[];
  readonly failing: readonly { readonly hostClass: HostClass; readonly storefront: string }[];
  /** True if the store responded for other items with the requested data. */
  readonly isPartial: boolean;
};

export const noTrouble: ItemTrouble = { throttles: [], failing: [], isPartial: false };

export function findItemTrouble(items: readonly unknown[]): ItemTrouble {
  const failed = items.flatMap((item) => {
    const { data } = failedItem.safeParse(item);
    return data === undefined ? [] : [{ item, storefront: data.country, retryAfterSeconds: data.retry_after_seconds }];
  });
  return {
    throttles: failed.flatMap(({ item, retryAfterSeconds }) => findThrottle(item, retryAfterSeconds) ?? []),
    failing: failed.flatMap(({ item, storefront }) => {
      const hostClass = findFailingClass(item);
      return hostClass === undefined ? [] : [{ hostClass, storefront }];
    }),
    isPartial: failed.length > 0 && items.some((item) => foundItem.safeParse(item).success),
  };
}

/** Only found items prove that the classes responded: a missing item needs no request to some of them. */
const foundItem = z.object({ outcome: z.literal("found") });

const failedItem = z.object({
  outcome: z.literal("failed"),
  country: z.string(),
  retry_after_seconds: z.number().nullable(),
});
