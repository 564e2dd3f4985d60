import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { observeMetrics } from "../../stores/observations.ts";
import type { MetricsRecord } from "../../stores/records.ts";
import { type ItemKind, runItems } from "../item-loop.ts";
import type { Phase } from "../phase.ts";
import { planMetrics } from "../plan.ts";

export const metrics: Phase = {
  run: (deps, run) =>
    runItems(deps, run, {
      kind: metricsItems,
      items: planMetrics(deps.countries, run.platform, run.identityCountry),
      completes: "phase",
    }),
};

/** One item per storefront; where metrics are global, one item: the storefront in which they are requested. */
export const metricsItems: ItemKind<MetricsRecord> = {
  fetch(deps, run, items, context) {
    const countries = items.map(({ country }) => country);
    return deps.connector.fetchMetrics({ externalId: run.externalId, countries }, context);
  },

  store(deps, run, { runUpdate, observedAt, responses, found, resolved, failed }) {
    const unavailable = responses.filter(({ lookup }) => lookup.outcome === "empty_response");
    const observations = [
      ...found.map((record) => observeMetrics(run.platform, record)),
      ...unavailable.map(({ country }) => availabilityObservation(country, false)),
    ];
    return storeMetrics(deps.db, { runUpdate, observedAt, observations, resolved, failed });
  },
};
