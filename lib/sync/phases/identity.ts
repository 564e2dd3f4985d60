import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { storeAbsence, storeIdentity } from "../../../db/queries/store-identity.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { countRunsBefore, moveRun } from "../../../db/queries/sync-runs.ts";
import { DEFAULT_COUNTRY, GLOBAL_COUNTRY } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import type { AppIdentity } from "../../stores/records.ts";
import { UpstreamError } from "../../stores/upstream-error.ts";
import { waitForTurn } from "../active-runs.ts";
import { callContext, type Phase, type PhaseDependencies, type PhaseOutcome, type SyncRun } from "../phase.ts";
import { createStorefrontKnowledge } from "../storefront-knowledge.ts";

/** Storefronts last known available that are asked after the app's origin and the default one. */
export const FURTHER_STOREFRONTS_MAX = 3;

/** Jitter on top of a retry's delay, as a share of it. */
export const RETRY_JITTER = 0.25;

export const identity: Phase = {
  name: "identity",
  async run(deps, run) {
    const storefronts = storefrontsToAsk(deps, run);
    const waitSeconds = await waitBefore(deps, run, storefronts.length);
    if (waitSeconds > 0) return { kind: "continue", waitSeconds, madeProgress: false, countsAsAttempt: false };

    const without: string[] = [];
    try {
      return await askInTurn(deps, run, storefronts, without);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const isRemembered = await remember(deps, run, without);
      return isRemembered ? retryOrAbort(deps, run, error) : { kind: "superseded" };
    }
  },
};

/**
 * Seconds until the run may begin, 0 for now. What users ask for begins in the order in which they asked, no more at
 * once than the budget completes; the schedule starts no more than that by itself.
 */
async function waitBefore(deps: PhaseDependencies, run: SyncRun, requests: number): Promise<number> {
  if (requests === 0) return 0;
  const { onDemandRunsMax: countMax } = deps.settings;
  if (run.purpose === "on_demand" && Number.isFinite(countMax)) {
    const before = await countRunsBefore(deps.db, { appId: run.appId, platform: run.platform, countMax });
    if (before >= countMax) return waitForTurn(deps.random());
  }
  return deps.budget(requests);
}

function storefrontsToAsk(deps: PhaseDependencies, run: SyncRun): readonly string[] {
  const knowledge = createStorefrontKnowledge(deps, run);
  const first = [run.originCountry, DEFAULT_COUNTRY];
  const further = run.available.filter((country) => !first.includes(country)).slice(0, FURTHER_STOREFRONTS_MAX);
  return [...new Set([...first, ...further])].filter((country) => !knowledge.isUnavailable(country));
}

/** Adds to `without` the storefronts that do not have the app. */
async function askInTurn(
  deps: PhaseDependencies,
  run: SyncRun,
  storefronts: readonly string[],
  without: string[],
): Promise<PhaseOutcome> {
  for (const country of storefronts) {
    const question = { externalId: run.externalId, country };
    const lookup = await deps.connector.fetchIdentity(question, callContext(run));
    if (lookup.outcome === "found") return store(deps, run, { country, identity: lookup.record, without });
    without.push(country);
  }
  return abandon(deps, run, without);
}

async function store(
  deps: PhaseDependencies,
  run: SyncRun,
  found: { country: string; identity: AppIdentity; without: readonly string[] },
): Promise<PhaseOutcome> {
  const isStored = await storeIdentity(deps.db, {
    fence: run.fence({ ends: "phase" }),
    platform: run.platform,
    observedAt: deps.now(),
    identity: { ...found.identity, country: found.country },
    unavailable: found.without.map((country) => availabilityObservation(country, false)),
  });
  return isStored ? { kind: "completed" } : { kind: "superseded" };
}

async function abandon(deps: PhaseDependencies, run: SyncRun, without: readonly string[]): Promise<PhaseOutcome> {
  const reason = "The app is not available in any storefront asked.";
  const isGlobal = platformFacts[run.platform].metricsScope === "global";
  const isStored = await storeAbsence(deps.db, {
    fence: run.fence({ ends: { failedBecause: reason } }),
    observedAt: deps.now(),
    unavailable: [...without, ...(isGlobal && without.length > 0 ? [GLOBAL_COUNTRY] : [])].map((country) =>
      availabilityObservation(country, false),
    ),
  });
  return isStored ? { kind: "aborted", reason } : { kind: "superseded" };
}

/** Storefronts that answered before another failed are not asked a second time. */
async function remember(deps: PhaseDependencies, run: SyncRun, without: readonly string[]): Promise<boolean> {
  if (without.length === 0) return true;
  return storeMetrics(deps.db, {
    fence: run.fence({}),
    observedAt: deps.now(),
    observations: without.map((country) => availabilityObservation(country, false)),
    settled: [],
    failed: [],
  });
}

/** A store that does not answer is asked again later, then the run ends; no availability changes. */
async function retryOrAbort(deps: PhaseDependencies, run: SyncRun, error: UpstreamError): Promise<PhaseOutcome> {
  const delay = deps.settings.identityRetryDelaysSeconds[run.attempt - 1];
  if (delay !== undefined) {
    const wait = Math.max(delay * (1 + RETRY_JITTER * deps.random()), error.failure.retryAfterSeconds ?? 0);
    return { kind: "continue", waitSeconds: wait, madeProgress: false, countsAsAttempt: true };
  }

  const { storeName } = platformFacts[run.platform];
  const reason = `${storeName} did not answer the identity request (${error.failure.reason}).`;
  const isMoved = await moveRun(deps.db, run.fence({ ends: { failedBecause: reason } }));
  return isMoved ? { kind: "aborted", reason } : { kind: "superseded" };
}
