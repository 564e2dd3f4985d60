import { type SQL, sql } from "drizzle-orm";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { statement } from "../../statement.ts";
import { type MetricObservation, metricObservations } from "../metrics/metric-observations.ts";
import { type StarObservation, starObservations } from "../metrics/star-observations.ts";
import { failedItemWrites, type ItemFailure, type ItemKey } from "./failed-items.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

export type MetricsBatch = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly observations: readonly MetricObservation[];
  readonly stars: readonly StarObservation[];
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** Returns an assignment for the run, or none if the observations are of availability alone. */
export function dayMeasured(observations: readonly MetricObservation[], observedAt: Date): readonly SQL[] {
  const hasMetrics = observations.some(({ rating_count }) => rating_count !== undefined);
  return hasMetrics ? [sql`measured_on = ${utcDay(observedAt)}`] : [];
}

export const saveMetrics = statement({
  name: "save_metrics",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: (batch: MetricsBatch) => sql`
    WITH ${updatedRun(batch.runUpdate, dayMeasured(batch.observations, batch.observedAt))},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${batch.stars.length > 0 ? sql`${starObservations(batch.stars, batch.observedAt)},` : sql``}
    ${failedItemWrites("metrics", batch)}
    SELECT 1 FROM run`,
});
