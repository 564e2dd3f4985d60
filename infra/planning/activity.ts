import type { Platform } from "../../lib/domain/platform.ts";

export const callKinds = ["api", "worker", "chartWorker", "scraper", "schedule"] as const;
export type CallKind = (typeof callKinds)[number];

export type Calls = { count: number; seconds: number };

export type Activity = {
  days: number;
  calls: Record<CallKind, Calls>;
  messages: number;
  syncs: Record<Platform, number>;
  charts: Record<Platform, number>;
  /** Publishers whose first page is read. */
  publishers: Record<Platform, number>;
  /** Tracked terms that are read. */
  keywords: Record<Platform, number>;
  storeRequests: Record<Platform, number>;
  itemsStored: number;
  itemsSwept: number;
  /** An expensive statement counts as the number of light ones that cost as much. */
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
    publishers: { ios: 0, android: 0 },
    keywords: { ios: 0, android: 0 },
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
