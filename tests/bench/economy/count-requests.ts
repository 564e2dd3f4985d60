import type { RequestCount } from "../../../infra/store-simulator/request-log.ts";
import type { RequestKind } from "../../../infra/store-simulator/store-route.ts";

/** The requests of a day that the bench limits, an app. */
export const perAppMax = { lookups: 1, pages: 2, histograms: 2, playPages: 8 } as const;
export type PerApp = Readonly<Record<keyof typeof perAppMax, number>>;

/** Responses of a host on a day that rejected a request for its rate. */
export const THROTTLED_MAX = 10;

const kinds = {
  lookups: "lookup",
  pages: "page",
  histograms: "reviews",
  playPages: "details",
} as const satisfies Record<keyof PerApp, RequestKind>;

export type DayCounts = {
  readonly day: number;
  readonly perApp: PerApp;
  /** By host. */
  readonly throttled: Readonly<Record<string, number>>;
};

/** Returns what a day's requests were, of this many apps of each store. */
export function countDay(day: number, counts: readonly RequestCount[], apps: number): DayCounts {
  const requestsOf = (kind: RequestKind) =>
    counts.filter((count) => count.kind === kind).reduce((sum, { requests }) => sum + requests, 0);
  const throttled: Record<string, number> = {};
  for (const { host, outcomes } of counts) {
    if (host === null) throw new Error("The service requested an address that no store has.");
    throttled[host] = (throttled[host] ?? 0) + (outcomes["403"] ?? 0) + (outcomes["429"] ?? 0);
  }
  return {
    day,
    perApp: {
      lookups: requestsOf(kinds.lookups) / apps,
      pages: requestsOf(kinds.pages) / apps,
      histograms: requestsOf(kinds.histograms) / apps,
      playPages: requestsOf(kinds.playPages) / apps,
    },
    throttled,
  };
}
