import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPhase } from "../domain/sync-phase.ts";

export const METRICS_NAMESPACE = "Shelfwatch";

/** Metrics that alarms or the dashboard read, per platform, with their units. Each metric costs money. */
export const measureUnits = {
  SyncsCompleted: "Count",
  SyncsFailed: "Count",
  FailedItems: "Count",
  /** Messages that SQS did not accept. The resend schedules send them again. */
  MessagesUnsent: "Count",
  /** The share of followed apps that are long overdue. */
  OverdueAppsPercent: "Percent",
  /** Followed apps, as a share of the number that a day serves (`lib/domain/daily-capacity.ts`). */
  FollowedAppsPercent: "Percent",
  /** Exceeds 100 until a batch on credit is paid back. */
  StoreBudgetUsedPercent: "Percent",
  StoreThrottles: "Count",
  /** The time from the first of a store's consecutive rejections to the end of the last block. */
  StoreBlockedSeconds: "Seconds",
  PausedSeconds: "Seconds",
  /** The share of followed apps whose metrics of yesterday were read by the morning. */
  MetricsOfDayPercent: "Percent",
  ChartLagSeconds: "Seconds",
  /** The share of yesterday's planned charts that are stored or empty when a day begins. */
  ChartsStoredPercent: "Percent",
  KeywordLagSeconds: "Seconds",
  /** The share of yesterday's tracked terms that were read when a day begins. */
  KeywordsReadPercent: "Percent",
  /** Tracked terms, as a share of those that the stage reads. */
  KeywordTermsPercent: "Percent",
  SweepLagSeconds: "Seconds",
  /** Batches in which a store left out so many apps that it must have failed. */
  SweepMassMisses: "Count",
} as const;
export type MeasureName = keyof typeof measureUnits;

/** Each `platform` has its own metric. Other labels are only in the log line, for saved queries. */
export type MeasureLabels = {
  readonly platform: Platform;
  readonly reason?: FailureReason;
  readonly phase?: SyncPhase;
};

export type Measure = (name: MeasureName, value: number, labels: MeasureLabels) => void;

export function serviceName(stage: string): string {
  return `shelfwatch-${stage}`;
}
