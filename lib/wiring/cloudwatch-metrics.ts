import { Metrics } from "@aws-lambda-powertools/metrics";

import type { Log } from "../runtime/log.ts";
import { METRICS_NAMESPACE, type Measure, measureUnits, serviceName } from "../runtime/telemetry.ts";

/**
 * Logs measures in CloudWatch's embedded format, so a killed function has nothing to flush. Each combination of
 * dimensions costs money, so only ones that an alarm or dashboard reads exist.
 */
export function createTelemetry(environment: { STAGE: string }): Measure {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName: serviceName(environment.STAGE) });
  return (name, value, { platform, ...labels }) => {
    const single = metrics.singleMetric();
    single.addDimensions({ platform });
    for (const [label, text] of Object.entries(labels)) single.addMetadata(label, text);
    single.addMetric(name, measureUnits[name], value);
  };
}

/** Logs measures for a stage without alarms and dashboard, because metrics cost money. */
export function createLoggedTelemetry(log: Log): Measure {
  return (name, value, labels) => log.info("figure.measured", { [name]: value, ...labels });
}
