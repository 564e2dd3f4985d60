import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { SyncPhase } from "../../../lib/domain/sync-phase.ts";

/** The states of a run, in the order of their numbers. */
export const IDLE = 0;
export const QUEUED = 1;
export const PROCESSING = 2;
export const FAILED = 3;

/** The phases in their order, as numbers. */
export const phaseNumbers = {
  identity: 0,
  listings: 1,
  metrics: 2,
  finalize: 3,
  reconciling: 4,
} as const satisfies Record<SyncPhase, number>;

/**
 * Every app with its row of sync_statuses, an array for each column: a million objects would be slow. The App Store's
 * apps come first. Times are in seconds; the lease of a run at work is Infinity, since its holder renews it.
 */
export type Fleet = ReturnType<typeof createFleet>;

export function createFleet(apps: Readonly<Record<Platform, number>>, refreshSeconds: number) {
  const size = apps.ios + apps.android;
  const fleet = {
    size,
    iosApps: apps.ios,
    state: new Uint8Array(size),
    phase: new Uint8Array(size),
    batch: new Uint8Array(size),
    isOnDemand: new Uint8Array(size),
    attempt: new Uint8Array(size),
    leaseUntil: new Float64Array(size),
    resumeAfter: new Float64Array(size),
    updatedAt: new Float64Array(size),
    queuedAt: new Float64Array(size),
    lastSynced: new Float64Array(size),
    /** When a sweep, or the page of its identity, has shown its metrics. */
    lastSwept: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    /** When its newest version appeared. */
    changedAt: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    /** When its last run ended; due apps are ordered by it. */
    lastTried: new Float64Array(size),
    failedItems: new Uint16Array(size),
    itemAttempts: new Uint8Array(size),
    nextRetryAt: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
  };
  for (const platform of platforms) {
    const [first, count] = rangeOf(fleet, platform);
    // As if the service had kept up so far: the apps' last syncs are spread evenly over the time they stay fresh.
    for (let index = 0; index < count; index += 1) {
      const at = -refreshSeconds * (1 - index / count);
      fleet.lastSynced[first + index] = at;
      fleet.lastTried[first + index] = at;
    }
  }
  return fleet;
}

/** Returns the first app of a platform and how many it has. */
export function rangeOf(fleet: { size: number; iosApps: number }, platform: Platform): readonly [number, number] {
  return platform === "ios" ? [0, fleet.iosApps] : [fleet.iosApps, fleet.size - fleet.iosApps];
}

export function platformOf(fleet: Fleet, app: number): Platform {
  return app < fleet.iosApps ? "ios" : "android";
}

/** What a message of a sync queue names: a run, by its app, and the phase at which it should stand. */
export type Message = { readonly app: number; readonly phase: number };
