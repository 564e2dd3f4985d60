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
const REQUESTS_ENOUGH = 20;

/** The latency of the function behind the gateway. The log has the milliseconds as text, so patterns compare text. */
const MILLISECONDS = "$.functionLatencyMs";
const THREE_SECONDS = "^[3-9]\\d\\d\\d$|^\\d\\d\\d\\d\\d";
/** A live request gives up its store after 20 seconds. */
const FIFTEEN_SECONDS = "^1[5-9]\\d\\d\\d$|^[2-9]\\d\\d\\d\\d$";

export type SlowRequestsProps = {
  readonly deployment: Deployment;
  readonly accessLog: ILogGroup;
  readonly storeRoutes: readonly string[];
  readonly requests: Metric;
};

/**
 * Two filters of the access log suffice. An alarm per function would cost as much as the gateway's latency by route.
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

/** PutMetricFilter allows two regular expressions per pattern, and five per log group. */
function isSlow(milliseconds: string): JsonPattern {
  return FilterPattern.regexValue(MILLISECONDS, "=", milliseconds);
}
