import { availabilityObservation, type MetricObservation } from "../../../db/queries/metric-observations.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { GLOBAL_COUNTRY } from "../../domain/country.ts";
import { type Platform, platformFacts } from "../../domain/platform.ts";
import type { MetricsRecord } from "../../stores/records.ts";
import type { ItemKind } from "../item-loop.ts";
import { itemResults, lookupAt } from "./item-results.ts";

/** One item a storefront; where metrics are global, one item: the storefront in which they are asked. */
export const metricsItems: ItemKind<MetricsRecord> = {
  async fetch(deps, run, items, context) {
    const countries = items.map(({ country }) => country);
    const lookups = await deps.connector.fetchMetrics({ externalId: run.externalId, countries }, context);
    return items.map((asked, index) => ({ ...asked, lookup: lookupAt(lookups, index) }));
  },

  async store(deps, run, batch) {
    const { found, settled, failed } = itemResults(batch);
    const unavailable = batch.responded.filter(({ lookup }) => lookup.outcome === "empty_response");
    return storeMetrics(deps.db, {
      fence: batch.fence,
      observedAt: batch.observedAt,
      observations: [
        ...found.map((record) => measured(run.platform, record)),
        ...unavailable.map(({ country }) => availabilityObservation(country, false)),
      ],
      settled,
      failed,
    });
  },
};

function measured(platform: Platform, record: MetricsRecord): MetricObservation {
  return {
    country_code: platformFacts[platform].metricsScope === "global" ? GLOBAL_COUNTRY : record.country,
    is_available: true,
    rating: record.rating,
    rating_count: record.ratingCount,
    stars: record.stars,
    price: record.price,
    currency: record.currency,
    installs_range: record.installsRange,
    file_size_bytes: record.fileSizeBytes,
    only_if_unavailable: false,
  };
}
