/** Where the service's own figures are kept. */
export const METRICS_NAMESPACE = "Shelfwatch";

/** Figures that alarms and the dashboard read, per platform, with the unit of each. */
export const measureUnits = {
  SyncsCompleted: "Count",
  SyncsFailed: "Count",
  /** Listings and metrics that a store did not return; also by `reason`. */
  FailedItems: "Count",
  /** Listings that were older than the stored ones, and dropped. */
  StaleListingResponses: "Count",
  /** Of the apps that somebody follows, those that were due long ago. */
  OverdueAppsPercent: "Percent",
  /** Over 100 while a batch is paid back. */
  StoreBudgetUsedPercent: "Percent",
  /** How far the oldest chart that is due lies behind its time. */
  ChartLagSeconds: "Seconds",
} as const;
export type MeasureName = keyof typeof measureUnits;

/** The value of the dimension `service`, which all figures of one deployment share. */
export function serviceName(stage: string): string {
  return `shelfwatch-${stage}`;
}
