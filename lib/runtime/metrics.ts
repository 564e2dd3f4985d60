import { Metrics } from "@aws-lambda-powertools/metrics";

import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import { METRICS_NAMESPACE, type MeasureName, measureUnits, serviceName } from "./measures.ts";

export type Measure = (
  name: MeasureName,
  value: number,
  dimensions: { readonly platform: Platform; readonly reason?: FailureReason },
) => void;

/** Returns a function that logs a figure in CloudWatch's embedded format: no call, and nothing to flush at the end. */
export function createMeasure(environment: { STAGE: string }): Measure {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName: serviceName(environment.STAGE) });
  return (name, value, dimensions) => {
    const single = metrics.singleMetric();
    single.addDimensions(dimensions);
    single.addMetric(name, measureUnits[name], value);
  };
}
