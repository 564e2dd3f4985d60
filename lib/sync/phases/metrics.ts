import {
  availabilityObservation,
  type MetricObservation,
  statusObservation,
} from "../../../db/queries/metrics/metric-observations.ts";
import { saveMetrics } from "../../../db/queries/runs/save-metrics.ts";
import { primaryLanguage } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import { RECHECK_SECONDS } from "../../domain/storefront-sweep.ts";
import { REPAIR_PHASE } from "../../domain/sync-phase.ts";
import { requireRequest } from "../../stores/connector.ts";
import { observeMetrics } from "../../stores/normalise-records.ts";
import type { ListingRecord, MetricsRecord, StarsRecord } from "../../stores/records.ts";
import { type ItemKind, runItems } from "../item-loop.ts";
import type { Phase, PhaseDependencies, PhaseOutcome, SyncRun } from "../phase.ts";
import { isForPart, planMetrics, planStorefront, type RequestedItem, type SyncItem } from "../plan.ts";
import { storefrontsToRecheck } from "../storefront-availability.ts";

export const metrics: Phase = {
  async run(deps, run) {
    const items = planItems(deps, run);
    const waitSeconds = waitForExpress(deps, run);
    if (waitSeconds === null) return runItems(deps, run, { kind: metricsItems, items, completes: "phase" });

    const primary = items.filter(({ key }) => key === run.identity_country);
    const outcome = await runItems(deps, run, { kind: metricsItems, items: primary, completes: "none" });
    return outcome.kind === "completed" ? waitFor(waitSeconds) : outcome;
  },
};

/** Adds the storefronts that a run checks again, unless a language has requested them. */
function planItems(deps: PhaseDependencies, run: SyncRun): readonly SyncItem[] {
  const planned = planMetrics(deps.countries, run.platform, run.identity_country);
  const keys = new Set(planned.map(({ key }) => key));
  return [
    ...planned,
    ...storefrontsToRecheck(deps, run)
      .filter((code) => !keys.has(code))
      .map(planStorefront),
  ];
}

/**
 * Returns the seconds until the next check if an express shard will read the storefronts, or null if the run reads
 * them. The run always reads the identity's storefront, because it needs the stars.
 */
function waitForExpress(
  { settings }: PhaseDependencies,
  { awaits_express, is_deferred, purpose }: SyncRun,
): number | null {
  if (settings.expressSeconds === null || !awaits_express) return null;
  return RECHECK_SECONDS[purpose === "on_demand" && !is_deferred ? "awaited" : "scheduled"];
}

function waitFor(waitSeconds: number): PhaseOutcome {
  return { kind: "continue", waitSeconds, madeProgress: false, countsAsAttempt: false };
}

/**
 * One item per storefront. With global metrics, only the identity's storefront is read for metrics; all others are read
 * for their status, which any page shows.
 */
export const metricsItems: ItemKind<MetricsRecord | StarsRecord | ListingRecord> = {
  async fetch(deps, run, items, context) {
    const { connector } = deps;
    const externalId = run.external_id;
    if (!items.some(isForPart)) {
      const measured = items.filter((item) => !isForStatus(run, item)).map(({ country }) => country);
      const targets = items
        .filter((item) => isForStatus(run, item))
        .map(({ country }) => ({ country, locale: firstLanguage(deps, run, country) }));
      const [metricsFound, statuses] = await Promise.all([
        measured.length === 0 ? [] : connector.fetchMetrics({ externalId, countries: measured }, context),
        targets.length === 0 ? [] : connector.fetchListings({ externalId, targets }, context),
      ]);
      return inOrderOf(items, [
        ...metricsFound,
        ...statuses.map(({ target: { country }, lookup }) => ({ country, lookup })),
      ]);
    }
    const storefronts = items.map(({ item, country }) => ({
      country,
      ratingCount: item.coveredInPart?.rating_count ?? 0,
    }));
    return requireRequest(run.platform, connector.fetchStars)({ externalId, storefronts }, context);
  },

  save(deps, run, { runUpdate, observedAt, responses, found, resolved, failed }) {
    const unavailable = responses.filter(({ lookup }) => lookup.outcome === "empty_response");
    const observations = [
      ...found.flatMap((record) => observationsOf(run, record)),
      ...unavailable.map(({ country }) => availabilityObservation(country, false)),
    ];
    const stars = found.filter(isStars);
    const isRepair = run.phase === REPAIR_PHASE;
    return saveMetrics(deps.db, { runUpdate, observedAt, observations, stars, resolved, failed, isRepair });
  },
};

/** Global metrics are read in the identity's storefront, even if the run or its repair requests others. */
function isForStatus({ platform, identity_country }: SyncRun, { country }: RequestedItem): boolean {
  return platformFacts[platform].hasGlobalMetrics && country !== identity_country;
}

function firstLanguage(deps: PhaseDependencies, { platform }: SyncRun, country: string): string {
  return primaryLanguage(deps.countries, platform, country);
}

function inOrderOf<Lookup extends { readonly country: string }>(
  items: readonly RequestedItem[],
  lookups: readonly Lookup[],
): readonly Lookup[] {
  const byCountry = new Map(lookups.map((lookup) => [lookup.country, lookup]));
  return items.flatMap(({ country }) => byCountry.get(country) ?? []);
}

function isStars(record: MetricsRecord | StarsRecord | ListingRecord): record is StarsRecord {
  return !("rating_count" in record) && !("title" in record);
}

/** Global metrics also show that the storefront has the app. */
function observationsOf(
  { platform }: SyncRun,
  record: MetricsRecord | StarsRecord | ListingRecord,
): readonly MetricObservation[] {
  const status = platformFacts[platform].hasGlobalMetrics ? [statusObservation(record.country_code)] : [];
  return "rating_count" in record ? [...status, observeMetrics(platform, record)] : status;
}
