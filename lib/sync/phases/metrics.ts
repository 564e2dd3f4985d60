import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { DELAY_SECONDS_MAX } from "../../domain/message-delay.ts";
import { requireRequest } from "../../stores/connector.ts";
import { observeMetrics, observeStars } from "../../stores/observations.ts";
import type { MetricsRecord, StarsRecord } from "../../stores/records.ts";
import { type ItemKind, runItems } from "../item-loop.ts";
import type { Phase, PhaseDependencies, PhaseOutcome, SyncRun } from "../phase.ts";
import { isForPart, planMetrics } from "../plan.ts";

export const metrics: Phase = {
  async run(deps, run) {
    const items = planMetrics(deps.countries, run.platform, run.identityCountry);
    const waitSeconds = waitForExpress(deps, run);
    if (waitSeconds === null) return runItems(deps, run, { kind: metricsItems, items, completes: "phase" });

    const primary = items.filter(({ key }) => key === run.identityCountry);
    const loop = { kind: metricsItems, items: primary, completes: "none", purpose: "express" } as const;
    const outcome = await runItems(deps, run, loop);
    return outcome.kind === "completed" ? waitFor(waitSeconds) : outcome;
  },
};

/**
 * Returns the seconds until the next look while an express shard is to read the storefronts; null when the run reads them
 * by itself. It reads the one of its identity in any case, whose stars it needs.
 */
function waitForExpress({ settings, random }: PhaseDependencies, { expressWaitSeconds }: SyncRun): number | null {
  if (settings.expressSeconds === null || expressWaitSeconds === null) return null;
  return Math.min(expressWaitSeconds + (settings.expressSeconds * (1 + random())) / 2, DELAY_SECONDS_MAX - 1);
}

function waitFor(waitSeconds: number): PhaseOutcome {
  return { kind: "continue", waitSeconds, madeProgress: false, countsAsAttempt: false };
}

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
