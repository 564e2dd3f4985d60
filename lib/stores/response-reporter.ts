import type { Db } from "../../db/client.ts";
import { reportResponses } from "../../db/queries/class-reports.ts";
import { FAILING_PAUSE_SECONDS, FAILURES_MAX } from "../domain/adaptive-rate.ts";
import type { Platform } from "../domain/platform.ts";
import {
  costEntries,
  type HostClass,
  hostOfClass,
  type RequestCosts,
  type StoreSettings,
} from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import type { Throttle } from "./throttles.ts";

export type CallReport = {
  /** What the call costs at most: by these classes the store has responded if nothing was throttled. */
  readonly costs: RequestCosts;
  readonly throttles: readonly Throttle[];
  /** The class of each 5xx that does not limit requests. */
  readonly failing: readonly HostClass[];
};

/** Records how a store has responded to a call. Never throws. */
export type ResponseReporter = (report: CallReport) => Promise<void>;

export const noReports: ResponseReporter = async () => undefined;

/** A window has ten minutes, so that its end is seen soon enough. */
const REPORT_EVERY_MS = 60_000;

type ReporterDependencies = {
  readonly db: Db;
  readonly measure: Measure;
  readonly log: Pick<Log, "warn" | "error">;
  /** The machine's clock. */
  readonly now: Clock;
};

/**
 * Returns a reporter to be created once a process. It reports what a store throttles at once, a third 5xx of a class in a
 * row, and once a minute that the store responds, so that most calls cost no further statement.
 */
export function createResponseReporter(
  deps: ReporterDependencies,
  { platform, stores }: { readonly platform: Platform; readonly stores: StoreSettings },
): ResponseReporter {
  const isLimited = (hostClass: HostClass) => stores.hosts[hostOfClass[hostClass]].perMinute !== "unlimited";
  const reportedAt = new Map<HostClass, number>();
  const failuresInARow = new Map<HostClass, number>();

  async function reportThrottle({ hostClass, isAboutAddress, retryAfterSeconds }: Throttle): Promise<void> {
    const settings = stores.classes[hostClass];
    const host = isAboutAddress ? hostOfClass[hostClass] : null;
    const throttled = { outcome: "throttled", hostClass, settings, isAboutAddress, retryAfterSeconds } as const;
    const closedSeconds = await reportResponses(deps.db, throttled);
    deps.measure("StoreThrottles", 1, { platform });
    deps.log.warn("store.throttled", { platform, hostClass, host, retryAfterSeconds, closedSeconds });
  }

  async function reportFailures(hostClass: HostClass, count: number): Promise<void> {
    const failures = (failuresInARow.get(hostClass) ?? 0) + count;
    const isPaused = failures >= FAILURES_MAX;
    failuresInARow.set(hostClass, isPaused ? 0 : failures);
    if (!isPaused) return;
    await reportResponses(deps.db, { outcome: "failing", hostClass, settings: stores.classes[hostClass] });
    deps.log.warn("store.failing", { platform, hostClass, closedSeconds: FAILING_PAUSE_SECONDS });
  }

  async function reportResponse(hostClass: HostClass): Promise<void> {
    const now = deps.now().getTime();
    if (now - (reportedAt.get(hostClass) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(hostClass, now);
    await reportResponses(deps.db, { outcome: "responded", hostClass, settings: stores.classes[hostClass] });
  }

  async function reportTrouble({ costs, failing, throttles }: CallReport): Promise<void> {
    for (const [hostClass] of costEntries(costs)) if (!failing.includes(hostClass)) failuresInARow.delete(hostClass);
    const failures = Map.groupBy(failing.filter(isLimited), (hostClass) => hostClass);
    for (const [hostClass, { length }] of failures) await reportFailures(hostClass, length);
    const throttled = withoutRepeats(throttles).filter(({ hostClass }) => isLimited(hostClass));
    for (const throttle of throttled) await reportThrottle(throttle);
  }

  return async (report) => {
    const { costs, failing, throttles } = report;
    try {
      await reportTrouble(report);
      if (throttles.length + failing.length > 0) return;
      for (const [hostClass] of costEntries(costs)) if (isLimited(hostClass)) await reportResponse(hostClass);
    } catch (error) {
      // The response that the store has given counts for more than the report of it.
      deps.log.error("store.report.failed", { platform, error });
    }
  };
}

/** Returns one for each class: the longest wait, and whether any is about the address. */
function withoutRepeats(throttles: readonly Throttle[]): readonly Throttle[] {
  return [...Map.groupBy(throttles, ({ hostClass }) => hostClass)].map(([hostClass, ofClass]) => ({
    hostClass,
    isAboutAddress: ofClass.some(({ isAboutAddress }) => isAboutAddress),
    retryAfterSeconds: Math.max(0, ...ofClass.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
  }));
}
