import { Metrics } from "@aws-lambda-powertools/metrics";

import { METRICS_NAMESPACE, type Measure, measureUnits, serviceName } from "../runtime/telemetry.ts";

/** Returns a function that logs a figure in CloudWatch's embedded format, so a killed function has nothing to flush. */
export function createMeasure(environment: { STAGE: string }): Measure {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName: serviceName(environment.STAGE) });
  return (name, value, { phase, ...dimensions }) => {
    const single = metrics.singleMetric();
    // Each call adds a series: alarms and the dashboard read the first, which all phases share.
    single.addDimensions(dimensions);
    if (phase !== undefined) single.addDimensions({ ...dimensions, phase });
    single.addMetric(name, measureUnits[name], value);
  };
}
