import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

/** Figures that alarms and dashboards read. */
type Metric = "StaleListingAnswers";

export type CountMetric = (metric: Metric, count: number, platform: string) => void;

/** Writes each count to the log in CloudWatch's embedded format: no call, and nothing to flush when a function is killed. */
export function createMetrics(environment: { STAGE: string }): CountMetric {
  const metrics = new Metrics({ namespace: "Shelfwatch", serviceName: `shelfwatch-${environment.STAGE}` });
  return (metric, count, platform) => {
    const single = metrics.singleMetric();
    single.addDimension("platform", platform);
    single.addMetric(metric, MetricUnit.Count, count);
  };
}
