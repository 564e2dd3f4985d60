import { Metrics } from "@aws-lambda-powertools/metrics";

import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import type { SyncPhase } from "../domain/sync-phase.ts";
import { METRICS_NAMESPACE, type MeasureName, measureUnits, serviceName } from "./measures.ts";

export type Measure = (
  name: MeasureName,
  value: number,
  dimensions: { readonly platform: Platform; readonly reason?: FailureReason; readonly phase?: SyncPhase },
) => void;

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
