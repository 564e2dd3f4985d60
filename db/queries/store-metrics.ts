import { sql } from "drizzle-orm";

import { statement } from "../statement.ts";
import { failedItemWrites, type ItemFailure, type ItemKey } from "./failed-items.ts";
import { type MetricObservation, metricObservations } from "./metric-observations.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

export type MetricsBatch = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly observations: readonly MetricObservation[];
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** Returns whether the lease of the run is still held, after storing one batch of metrics. */
export const storeMetrics = statement({
  name: "store_metrics",
  effect: "writes",
  returns: "any",
  build: (batch: MetricsBatch) => sql`
    WITH ${updatedRun(batch.runUpdate)},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${failedItemWrites("metrics", batch)}
    SELECT 1 FROM run`,
});
