import { Duration } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type ILogGroup, type JsonPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

import { METRICS_NAMESPACE } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentage } from "./service-metric.ts";

const PERIOD = Duration.minutes(10);
const PERIODS = 3;
const SLOW_PERCENT_MAX = 1;
/** Fewer requests in a period are not meaningful. */
const REQUESTS_ENOUGH = 20;

/** Of the functions that the gateway waited for. It logs the milliseconds as a text, so that they are compared as one. */
const MILLISECONDS = "$.functionLatencyMs";
const THREE_SECONDS = "^[3-9]\\d\\d\\d$|^\\d\\d\\d\\d\\d";
/** A live request gives up its store after 20 seconds. */
const FIFTEEN_SECONDS = "^1[5-9]\\d\\d\\d$|^[2-9]\\d\\d\\d\\d$";

export type SlowRequestsProps = {
  readonly deployment: Deployment;
  readonly accessLog: ILogGroup;
  /** `GET /api/v1/apps/search`, of which the clients wait for a store. */
  readonly storeRoutes: readonly string[];
  readonly requests: Metric;
};

/**
 * Alarms on slow requests, by two filters of the access log: an alarm for each function would cost as much as the
 * gateway's latency by route. A saved query says which routes they are.
 */
export class SlowRequests extends Construct {
  constructor(scope: Construct, id: string, { deployment, accessLog, storeRoutes, requests }: SlowRequestsProps) {
    super(scope, id);
    if (deployment.stage.monitoring !== "full") return;
    const isStoreRoute = storeRoutes.map((route) => FilterPattern.stringValue("$.route", "=", route));
    const isOther = storeRoutes.map((route) => FilterPattern.stringValue("$.route", "!=", route));
    const watch = (name: string, seconds: number, pattern: JsonPattern) => {
      const filter = new MetricFilter(this, name, {
        logGroup: accessLog,
        filterPattern: pattern,
        metricNamespace: `${METRICS_NAMESPACE}/${deployment.stage.name}`,
        metricName: name,
      });
      new ServiceAlarm(this, `${name}Alarm`, {
        deployment,
        says: `${SLOW_PERCENT_MAX} % of the requests take longer than ${seconds} seconds.`,
        runbook: "Slow routes",
        subject: `${seconds}-seconds`,
        metric: percentage({
          part: filter.metric({ statistic: "Sum", period: PERIOD }),
          all: requests.with({ statistic: "Sum", period: PERIOD }),
          enough: REQUESTS_ENOUGH,
          label: "Slow requests",
        }),
        threshold: SLOW_PERCENT_MAX,
        periods: PERIODS,
      });
    };
    watch("SlowRequests", 3, FilterPattern.all(isSlow(THREE_SECONDS), ...isOther));
    if (isStoreRoute.length === 0) return;
    watch("SlowStoreRequests", 15, FilterPattern.all(isSlow(FIFTEEN_SECONDS), FilterPattern.any(...isStoreRoute)));
  }
}

/** A pattern may have two regular expressions, and those of a log group five: CloudWatch Logs, PutMetricFilter. */
function isSlow(milliseconds: string): JsonPattern {
  return FilterPattern.regexValue(MILLISECONDS, "=", milliseconds);
}
