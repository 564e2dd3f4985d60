import { type SQL, sql } from "drizzle-orm";

import { statement, toInstant } from "../../statement.ts";
import { repairedCoverage } from "../metrics/metric-coverage.ts";
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
  readonly isRepair: boolean;
};

/** Returns an assignment for the run, or none if the observations are of availability alone. */
export function timeMeasured(observations: readonly MetricObservation[], observedAt: Date): readonly SQL[] {
  const hasMetrics = observations.some(({ rating_count }) => rating_count !== undefined);
  return hasMetrics ? [sql`measured_at = ${toInstant(observedAt)}`] : [];
}

function observedIn(observations: readonly MetricObservation[]): readonly string[] {
  return observations.map(({ country_code }) => country_code);
}

export const saveMetrics = statement({
  name: "save_metrics",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: (batch: MetricsBatch) => sql`
    WITH ${updatedRun(batch.runUpdate, timeMeasured(batch.observations, batch.observedAt))},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${batch.stars.length > 0 ? sql`${starObservations(batch.stars, batch.observedAt)},` : sql``}
    ${batch.isRepair ? sql`${repairedCoverage(observedIn(batch.observations), batch.observedAt)},` : sql``}
    ${failedItemWrites("metrics", batch)}
    SELECT 1 FROM run`,
});
