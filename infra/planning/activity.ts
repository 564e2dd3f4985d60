import type { Platform } from "../../lib/domain/platform.ts";

/** Kinds of functions, each with its own price. */
export const callKinds = ["api", "worker", "chartWorker", "scraper", "schedule"] as const;
export type CallKind = (typeof callKinds)[number];

export type Calls = { count: number; seconds: number };

/** What a deployment does in some days, planned or simulated; a bill is computed from it. */
export type Activity = {
  days: number;
  calls: Record<CallKind, Calls>;
  messages: number;
  syncs: Record<Platform, number>;
  charts: Record<Platform, number>;
  storeRequests: Record<Platform, number>;
  /** Listings, metrics and charts that were fetched and stored. */
  itemsStored: number;
  /** Of these, what sweeps read of an app in a storefront: mostly unchanged. */
  itemsSwept: number;
  /** Statements; an expensive one counts as the light ones that cost as much. */
  statements: number;
};

export function noActivity(days: number): Activity {
  const calls = () => ({ count: 0, seconds: 0 });
  return {
    days,
    calls: { api: calls(), worker: calls(), chartWorker: calls(), scraper: calls(), schedule: calls() },
    messages: 0,
    syncs: { ios: 0, android: 0 },
    charts: { ios: 0, android: 0 },
    storeRequests: { ios: 0, android: 0 },
    itemsStored: 0,
    itemsSwept: 0,
    statements: 0,
  };
}

export function addCalls(activity: Activity, kind: CallKind, count: number, seconds: number): void {
  activity.calls[kind].count += count;
  activity.calls[kind].seconds += seconds;
}
