import type { MetricObservation } from "../../db/queries/metrics/metric-observations.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { MetricsRecord } from "./records.ts";

/** All measures are present, although an observation may leave some out. */
type Measured = Required<Omit<MetricObservation, "price_country_code" | "is_status">>;

export function observeMetrics(platform: Platform, record: MetricsRecord): MetricObservation {
  const observation: Measured = { ...record, is_available: true, only_if_unavailable: false };
  if (!platformFacts[platform].hasGlobalMetrics) return observation;
  return { ...observation, country_code: GLOBAL_COUNTRY, price_country_code: record.country_code };
}
