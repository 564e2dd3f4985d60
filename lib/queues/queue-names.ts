import type { Platform } from "../domain/platform.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";

export const syncQueueNames = {
  tracked: { ios: "sync-tracked-ios", android: "sync-tracked-android" },
  on_demand: { ios: "sync-on-demand-ios", android: "sync-on-demand-android" },
} as const satisfies Record<SyncPurpose, Record<Platform, string>>;

export const chartQueueNames = { ios: "charts-ios", android: "charts-android" } as const satisfies Record<
  Platform,
  string
>;

export const queueNames = [
  syncQueueNames.tracked.ios,
  syncQueueNames.tracked.android,
  syncQueueNames.on_demand.ios,
  syncQueueNames.on_demand.android,
  chartQueueNames.ios,
  chartQueueNames.android,
] as const;

export function deadLetterQueueName(queueName: string): string {
  return `${queueName}-dlq`;
}
