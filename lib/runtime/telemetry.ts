import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPhase } from "../domain/sync-phase.ts";

/** The namespace of the service's own metrics. */
export const METRICS_NAMESPACE = "Shelfwatch";

/** Metrics that alarms or the dashboard read, per platform, with their units. Others would cost the same. */
export const measureUnits = {
  SyncsCompleted: "Count",
  SyncsFailed: "Count",
  /** Listings and metrics that a store did not return. */
  FailedItems: "Count",
  /** Messages of syncs, charts and sweeps that SQS did not take: the resend schedules send them again. */
  MessagesUnsent: "Count",
  /** Share of the followed apps that were due long ago. */
  OverdueAppsPercent: "Percent",
  /** Followed apps, as a share of those that a day serves (`lib/domain/daily-capacity.ts`). */
  FollowedAppsPercent: "Percent",
  /** Exceeds 100 until a batch on credit is paid back. */
  StoreBudgetUsedPercent: "Percent",
  /** Responses by which a store limited requests. */
  StoreThrottles: "Count",
  /** From the first of a store's rejections in a row to the end of the closure that the last one has caused. */
  StoreBlockedSeconds: "Seconds",
  /** How long a platform has been paused; 0 where it is not. */
  PausedSeconds: "Seconds",
  /** Share of the followed apps' metrics of the day before that were read, in the morning. */
  MetricsOfDayPercent: "Percent",
  /** How late the oldest due chart is. */
  ChartLagSeconds: "Seconds",
  /** Share of the charts planned for the day before that are stored, or were empty, when a day begins. */
  ChartsStoredPercent: "Percent",
  /** How late the oldest due batch of a sweep is. */
  SweepLagSeconds: "Seconds",
  /** Batches in which a store left out so many apps that it must have failed. */
  SweepMassMisses: "Count",
} as const;
export type MeasureName = keyof typeof measureUnits;

/** `platform` has a metric of its own. The others are in the log line alone, which a saved query counts by them. */
export type MeasureLabels = {
  readonly platform: Platform;
  readonly reason?: FailureReason;
  readonly phase?: SyncPhase;
};

/** Emits one figure of the service's own metrics. */
export type Measure = (name: MeasureName, value: number, labels: MeasureLabels) => void;

/** Returns the value of the dimension `service`, which all metrics of one deployment share. */
export function serviceName(stage: string): string {
  return `shelfwatch-${stage}`;
}
