import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { requireRequest } from "../../stores/connector.ts";
import { observeMetrics, observeStars } from "../../stores/observations.ts";
import type { MetricsRecord, StarsRecord } from "../../stores/records.ts";
import { type ItemKind, runItems } from "../item-loop.ts";
import type { Phase } from "../phase.ts";
import { isForPart, planMetrics } from "../plan.ts";

export const metrics: Phase = {
  run: (deps, run) =>
    runItems(deps, run, {
      kind: metricsItems,
      items: planMetrics(deps.countries, run.platform, run.identityCountry),
      completes: "phase",
    }),
};

/** One item per storefront; where metrics are global, one item: the storefront in which they are requested. */
export const metricsItems: ItemKind<MetricsRecord | StarsRecord> = {
  fetch({ connector }, run, items, context) {
    const { externalId } = run;
    if (!items.some(isForPart)) {
      return connector.fetchMetrics({ externalId, countries: items.map(({ country }) => country) }, context);
    }
    const storefronts = items.map(({ item, country }) => ({
      country,
      ratingCount: item.coveredInPart?.ratingCount ?? 0,
    }));
    return requireRequest(run.platform, connector.fetchStars)({ externalId, storefronts }, context);
  },

  store(deps, run, { runUpdate, observedAt, responses, found, resolved, failed }) {
    const unavailable = responses.filter(({ lookup }) => lookup.outcome === "empty_response");
    const observations = [
      ...found.flatMap((record) => ("ratingCount" in record ? [observeMetrics(run.platform, record)] : [])),
      ...unavailable.map(({ country }) => availabilityObservation(country, false)),
    ];
    const stars = found.flatMap((record) => ("ratingCount" in record ? [] : [observeStars(record)]));
    return storeMetrics(deps.db, { runUpdate, observedAt, observations, stars, resolved, failed });
  },
};
