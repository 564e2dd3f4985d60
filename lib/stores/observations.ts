import type { MetricObservation } from "../../db/queries/metrics/metric-observations.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { MetricsRecord } from "./records.ts";

/** With all measures, although an observation may leave out some. */
type Measured = Required<Omit<MetricObservation, "price_country_code" | "is_status">>;

/** Returns what a store's record of metrics is stored as. */
export function observeMetrics(platform: Platform, record: MetricsRecord): MetricObservation {
  const observation: Measured = { ...record, is_available: true, only_if_unavailable: false };
  if (!platformFacts[platform].hasGlobalMetrics) return observation;
  return { ...observation, country_code: GLOBAL_COUNTRY, price_country_code: record.country_code };
}
