import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";

/** The six queues of the service. */
export const syncQueueNames = {
  tracked: { ios: "sync-tracked-ios", android: "sync-tracked-android" },
  on_demand: { ios: "sync-on-demand-ios", android: "sync-on-demand-android" },
} as const satisfies Record<SyncPurpose, Record<Platform, string>>;

export const chartQueueNames = { ios: "charts-ios", android: "charts-android" } as const satisfies Record<
  Platform,
  string
>;
