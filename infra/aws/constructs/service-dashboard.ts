import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

import { platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import type { MeasureName } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import { serviceMetric } from "./service-metric.ts";

const PERIOD = Duration.minutes(5);
const WIDGET_WIDTH = 8;
/** CloudWatch's free tier has three dashboards with at most this many metrics each. */
const DASHBOARD_METRICS_MAX = 50;

export type ServiceDashboardProps = { readonly deployment: Deployment; readonly apiId: string };

export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { deployment, apiId }: ServiceDashboardProps) {
    super(scope, id);
    const dashboard = new Dashboard(this, "Dashboard", { dashboardName: `shelfwatch-${deployment.stage.name}` });
    const cluster = { DBClusterIdentifier: clusterIdentifier(deployment.stage) };
    const sweepLag = ofSweeps(deployment, "Maximum", "SweepLagSeconds");

    const rows: readonly (readonly Graph[])[] = [
      [
        graph("API responses", api(apiId, "Sum", "Count", "4xx", "5xx")),
        graph("API latency, ms", [...api(apiId, "p50", "Latency"), ...api(apiId, "p99", "Latency")]),
        graph("Functions", [
          lambda("ConcurrentExecutions", "Maximum"),
          lambda("Throttles", "Sum"),
          lambda("Errors", "Sum"),
        ]),
      ],
      [
        graph("Syncs", ofPlatforms(deployment, "Sum", "SyncsCompleted", "SyncsFailed")),
        graph(
          "Overdue apps, followed ones of those that a day serves, metrics of the day before, %",
          ofPlatforms(deployment, "Maximum", "OverdueAppsPercent", "FollowedAppsPercent", "MetricsOfDayPercent"),
        ),
        graph("Charts behind, s, and stored of the day before, %", [
          ...ofPlatforms(deployment, "Maximum", "ChartLagSeconds"),
          ...ofPlatforms(deployment, "Maximum", "ChartsStoredPercent"),
        ]),
      ],
      [
        graph("Messages waiting", ofQueues("ApproximateNumberOfMessagesVisible")),
        graph("Oldest message, s", ofQueues("ApproximateAgeOfOldestMessage")),
        // An alarm names the queue of the first dead letter.
        graph("Messages not sent", ofPlatforms(deployment, "Sum", "MessagesUnsent")),
      ],
      [
        graph("Failed items", ofPlatforms(deployment, "Sum", "FailedItems")),
        graph("Store budget used, %", ofPlatforms(deployment, "Maximum", "StoreBudgetUsedPercent")),
        graph("Responses by which stores limited requests, and incomplete ones", [
          ...ofPlatforms(deployment, "Sum", "StoreThrottles"),
          ...ofSweeps(deployment, "Sum", "SweepMassMisses"),
        ]),
      ],
      [
        graph(
          "Stores blocked and platforms paused, s",
          ofPlatforms(deployment, "Maximum", "StoreBlockedSeconds", "PausedSeconds"),
        ),
        ...(sweepLag.length > 0 ? [graph("Sweeps behind, s", sweepLag)] : []),
      ],
      [
        graph("Database capacity, ACU", [rds(cluster, "ServerlessDatabaseCapacity")]),
        graph("Database connections", [rds(cluster, "DatabaseConnections")]),
      ],
    ];
    const size = rows.flat().reduce((sum, { metrics }) => sum + metrics.length, 0);
    if (size > DASHBOARD_METRICS_MAX) {
      throw new Error(`${this.node.path} has ${size} metrics, and ${DASHBOARD_METRICS_MAX} are free: leave some out.`);
    }
    for (const row of rows) dashboard.addWidgets(...row.map(widgetOf));
  }
}

type Graph = { readonly title: string; readonly metrics: readonly IMetric[] };

function graph(title: string, metrics: readonly IMetric[]): Graph {
  return { title, metrics };
}

function widgetOf({ title, metrics }: Graph): GraphWidget {
  return new GraphWidget({ title, left: [...metrics], width: WIDGET_WIDTH });
}

function api(apiId: string, statistic: string, ...names: readonly string[]): readonly Metric[] {
  return names.map((metricName) => metric("AWS/ApiGateway", metricName, statistic, { ApiId: apiId }));
}

function lambda(metricName: string, statistic: string): Metric {
  return metric("AWS/Lambda", metricName, statistic, {});
}

function rds(dimensionsMap: Record<string, string>, metricName: string): Metric {
  return metric("AWS/RDS", metricName, "Maximum", dimensionsMap);
}

function ofQueues(metricName: string): readonly Metric[] {
  const names = [...Object.values(syncQueueNames), chartQueueNames].flatMap((queues) => Object.values(queues));
  return names.map((QueueName) => metric("AWS/SQS", metricName, "Maximum", { QueueName }));
}

function ofPlatforms(
  deployment: Deployment,
  statistic: "Sum" | "Maximum",
  ...names: readonly MeasureName[]
): readonly Metric[] {
  return names.flatMap((name) =>
    platforms.map((platform) => serviceMetric(deployment, name, { platform, statistic, period: PERIOD })),
  );
}

function ofSweeps(deployment: Deployment, statistic: "Sum" | "Maximum", name: MeasureName): readonly Metric[] {
  return platforms
    .filter((platform) => isSwept(platform, deployment.stage.sweep))
    .map((platform) => serviceMetric(deployment, name, { platform, statistic, period: PERIOD }));
}

function metric(
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string>,
): Metric {
  return new Metric({ namespace, metricName, statistic, dimensionsMap, period: PERIOD });
}
