import { Duration } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

import { failureReasons } from "../../../lib/domain/failed-item.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { syncPhases } from "../../../lib/domain/sync-phase.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import type { MeasureName } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import { serviceMetric } from "./service-metric.ts";

const PERIOD = Duration.minutes(5);
const WIDGET_WIDTH = 8;

export type ServiceDashboardProps = { readonly deployment: Deployment; readonly apiId: string };

/** One page that shows whether the service works as promised, most important figures first. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { deployment, apiId }: ServiceDashboardProps) {
    super(scope, id);
    const dashboard = new Dashboard(this, "Dashboard", { dashboardName: `shelfwatch-${deployment.stage.name}` });
    const cluster = { DBClusterIdentifier: clusterIdentifier(deployment.stage) };
    const sweepLag = ofSweeps(deployment, "Maximum", "SweepLagSeconds");

    dashboard.addWidgets(
      graph("API responses", api(apiId, "Sum", "Count", "4xx", "5xx")),
      graph("API latency, ms", [...api(apiId, "p50", "Latency"), ...api(apiId, "p99", "Latency")]),
      graph("Functions", [
        lambda("ConcurrentExecutions", "Maximum"),
        lambda("Throttles", "Sum"),
        lambda("Errors", "Sum"),
      ]),
    );
    dashboard.addWidgets(
      graph("Syncs", ofPlatforms(deployment, "Sum", "SyncsCompleted", "SyncsFailed")),
      graph("Overdue apps, followed ones of those that a day serves, metrics of the day before, %", [
        ...ofPlatforms(deployment, "Maximum", "OverdueAppsPercent", "FollowedAppsPercent", "MetricsOfDayPercent"),
      ]),
      graph("Charts behind, s, and stored of the day before, %", [
        ...ofPlatforms(deployment, "Maximum", "ChartLagSeconds"),
        ...ofPlatforms(deployment, "Maximum", "ChartsStoredPercent"),
      ]),
    );
    dashboard.addWidgets(
      graph("Messages waiting", ofQueues("ApproximateNumberOfMessagesVisible")),
      graph("Oldest message, s", ofQueues("ApproximateAgeOfOldestMessage")),
      graph("Dead letters and messages not sent", [
        ...ofQueues("ApproximateNumberOfMessagesVisible", "-dlq"),
        ...ofPlatforms(deployment, "Sum", "MessagesUnsent"),
      ]),
    );
    dashboard.addWidgets(
      graph("Failed items by reason", failedItems(deployment)),
      graph("Store budget used, %", ofPlatforms(deployment, "Maximum", "StoreBudgetUsedPercent")),
      graph("Responses by which stores limited requests", ofPlatforms(deployment, "Sum", "StoreThrottles")),
      graph("Stale and incomplete responses dropped", [
        ...ofPlatforms(deployment, "Sum", "StaleListingResponses"),
        ...ofSweeps(deployment, "Sum", "SweepMassMisses"),
      ]),
    );
    dashboard.addWidgets(
      graph("Failed syncs by phase", byPhase(deployment, "SyncsFailed")),
      graph("Failed items by phase", byPhase(deployment, "FailedItems")),
      graph("Stores closed and platforms paused, s", [
        ...ofPlatforms(deployment, "Maximum", "StoreClosedSeconds"),
        ...ofPlatforms(deployment, "Maximum", "PausedSeconds"),
      ]),
      ...(sweepLag.length > 0 ? [graph("Sweeps behind, s", sweepLag)] : []),
    );
    dashboard.addWidgets(
      graph("Database capacity, ACU", [rds(cluster, "ServerlessDatabaseCapacity")]),
      graph("Database connections", [rds(cluster, "DatabaseConnections")]),
      graph("Database storage, bytes", [rds(cluster, "VolumeBytesUsed")]),
    );
  }
}

function graph(title: string, left: readonly IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: [...left], width: WIDGET_WIDTH });
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

function ofQueues(metricName: string, suffix = ""): readonly Metric[] {
  const names = [...Object.values(syncQueueNames), chartQueueNames].flatMap((queues) => Object.values(queues));
  return names.map((name) => metric("AWS/SQS", metricName, "Maximum", { QueueName: `${name}${suffix}` }));
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

function failedItems(deployment: Deployment): readonly Metric[] {
  return platforms.flatMap((platform) =>
    failureReasons.map((reason) =>
      serviceMetric(deployment, "FailedItems", { platform, reason, statistic: "Sum", period: PERIOD }),
    ),
  );
}

function byPhase(deployment: Deployment, name: MeasureName): readonly Metric[] {
  return platforms.flatMap((platform) =>
    syncPhases.map((phase) => serviceMetric(deployment, name, { platform, phase, statistic: "Sum", period: PERIOD })),
  );
}

function metric(
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string>,
): Metric {
  return new Metric({ namespace, metricName, statistic, dimensionsMap, period: PERIOD });
}
