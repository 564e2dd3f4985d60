import { type Platform, platforms } from "../../../lib/domain/platform.ts";

/**
 * What is stored of every app, an array for each column: a million objects would be slow. The App Store's apps come
 * first. Times are in seconds.
 */
export type Fleet = ReturnType<typeof createFleet>;

export function createFleet(apps: Readonly<Record<Platform, number>>, refreshSeconds: number) {
  const size = apps.ios + apps.android;
  const never = () => new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const fleet = {
    size,
    iosApps: apps.ios,
    lastSynced: new Float64Array(size),
    /** When a sweep, or the page of its identity, has shown its metrics. */
    lastSwept: never(),
    /** When its newest version appeared. */
    changedAt: never(),
    /** When its last run ended; due apps are ordered by it. */
    lastTried: new Float64Array(size),
    /** When its last run failed, if it did. */
    failedAt: never(),
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

export function platformOf(fleet: { iosApps: number }, app: number): Platform {
  return app < fleet.iosApps ? "ios" : "android";
}
