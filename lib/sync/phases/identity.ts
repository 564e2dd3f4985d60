import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { abortIdentity, storeIdentity } from "../../../db/queries/store-identity.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { countRunsAhead } from "../../../db/queries/sync-runs.ts";
import { GLOBAL_COUNTRY, storefrontCodes } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import { callCosts } from "../../domain/request-costs.ts";
import type { RequestPurpose } from "../../domain/request-purpose.ts";
import { identityRetryDelaySeconds, turnPollSeconds } from "../../domain/sync-pace.ts";
import type { AppIdentity, Lookup } from "../../stores/records.ts";
import { UpstreamError } from "../../stores/store-errors.ts";
import {
  callContext,
  type Phase,
  type PhaseDependencies,
  type PhaseOutcome,
  pauseBefore,
  type SyncRun,
} from "../phase.ts";
import { createStorefrontAvailability } from "../storefront-availability.ts";

/** Hours after which the primary storefront is requested again: a day, less the jitter of the schedule. */
const PRIMARY_LOOK_HOURS = 20;
const HOUR_MS = 3_600_000;

/**
 * Requests the app in one storefront after the other, a token each, until one has it. Each response is stored at once,
 * so that another invocation can continue the search.
 */
export const identity: Phase = {
  async run(deps, run) {
    const storefronts = storefrontsToRequest(deps, run);
    const turnSeconds = storefronts.length === 0 ? 0 : await waitBeforeTurn(deps, run);
    if (turnSeconds > 0) {
      return { kind: "continue", waitSeconds: turnSeconds, madeProgress: false, countsAsAttempt: false };
    }

    for (const [index, country] of storefronts.entries()) {
      const costs = callCosts[run.platform].fetchIdentity;
      const pause = await pauseBefore(deps, run, { madeProgress: index > 0, costs, purpose: purposeOf(run, index) });
      if (pause !== undefined) return pause;

      const response = await requestIdentity(deps, run, country);
      if (response instanceof UpstreamError) return retryOrAbort(deps, run, response);
      if (response.outcome === "found") return store(deps, run, { country, identity: response.record });
      if (!(await recordAbsence(deps, run, country))) return { kind: "superseded" };
    }
    return abort(deps, run, { reason: "The app is not available in any storefront.", isGone: true });
  },
};

/**
 * Returns the seconds until the next look whether the run may begin; 0: it may begin now. Runs that users request begin
 * in the order of their requests, no more at once than the budget completes. The schedule starts no more by itself.
 */
async function waitBeforeTurn(deps: PhaseDependencies, run: SyncRun): Promise<number> {
  const { onDemandRunsMax: countMax } = deps.settings;
  if (run.purpose !== "on_demand" || !Number.isFinite(countMax)) return 0;
  const ahead = await countRunsAhead(deps.db, { appId: run.appId, platform: run.platform, countMax });
  return ahead >= countMax ? turnPollSeconds(deps.random()) : 0;
}

/** A user waits for the first response, with which the app appears; few apps need more than one. */
function purposeOf({ purpose }: SyncRun, index: number): RequestPurpose {
  return index === 0 && purpose === "on_demand" ? "interactive" : "page";
}

/** Returns the app's own storefront first, then all that may have it, most important first. */
function storefrontsToRequest(deps: PhaseDependencies, run: SyncRun): readonly string[] {
  const availability = createStorefrontAvailability(deps, run);
  const all = [...new Set([run.originCountry, ...storefrontCodes(deps.countries, run.platform)])];
  return all.filter((country) => !availability.isUnavailable(country) || isPrimaryDue(deps, run, country));
}

/**
 * Where metrics are global, only the app's primary page shows that the app is back. It is requested once a day although
 * the app was not found there, since no failed item or retry requests it.
 */
function isPrimaryDue(deps: PhaseDependencies, run: SyncRun, country: string): boolean {
  if (country !== run.originCountry || !platformFacts[run.platform].hasGlobalMetrics) return false;
  const known = run.unavailable.find((storefront) => storefront.country === country);
  return known !== undefined && deps.now().getTime() - known.observedAt.getTime() >= PRIMARY_LOOK_HOURS * HOUR_MS;
}

async function requestIdentity(
  deps: PhaseDependencies,
  run: SyncRun,
  country: string,
): Promise<Lookup<AppIdentity> | UpstreamError> {
  try {
    return await deps.connector.fetchIdentity({ externalId: run.externalId, country }, callContext(run));
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

async function store(
  deps: PhaseDependencies,
  run: SyncRun,
  found: { readonly country: string; readonly identity: AppIdentity },
): Promise<PhaseOutcome> {
  const stored = await storeIdentity(deps.db, {
    runUpdate: run.update({ completes: "phase" }),
    platform: run.platform,
    observedAt: deps.now(),
    identity: { ...found.identity, country: found.country },
    hasExpress: deps.settings.expressSeconds !== null,
  });
  return stored === undefined ? { kind: "superseded" } : { kind: "completed", awaitsExpress: stored.awaitsExpress };
}

async function recordAbsence(deps: PhaseDependencies, run: SyncRun, country: string): Promise<boolean> {
  return storeMetrics(deps.db, {
    runUpdate: run.update({}),
    observedAt: deps.now(),
    observations: [availabilityObservation(country, false)],
    stars: [],
    resolved: [],
    failed: [],
  });
}

/** Fails the run. Availability changes only by what the run has seen of storefronts. */
async function abort(
  deps: PhaseDependencies,
  run: SyncRun,
  { reason, isGone }: { readonly reason: string; readonly isGone: boolean },
): Promise<PhaseOutcome> {
  const isGlobal = platformFacts[run.platform].hasGlobalMetrics;
  const isStored = await abortIdentity(deps.db, {
    runUpdate: run.update({ completes: { failedBecause: reason } }),
    observedAt: deps.now(),
    storefronts: storefrontCodes(deps.countries, run.platform),
    observations: isGone && isGlobal ? [availabilityObservation(GLOBAL_COUNTRY, false)] : [],
  });
  return isStored ? { kind: "aborted", reason } : { kind: "superseded" };
}

/** Retries later when a store does not respond, and fails the run after the last retry. */
async function retryOrAbort(deps: PhaseDependencies, run: SyncRun, error: UpstreamError): Promise<PhaseOutcome> {
  const { retryAfterSeconds } = error.failure;
  const wait = identityRetryDelaySeconds(deps.settings.identityRetryDelaysSeconds, run.attempt, {
    random: deps.random,
    retryAfterSeconds,
  });
  if (wait !== undefined) return { kind: "continue", waitSeconds: wait, madeProgress: false, countsAsAttempt: true };

  const { storeName } = platformFacts[run.platform];
  const reason = `${storeName} did not respond to the identity request (${error.failure.reason}).`;
  return abort(deps, run, { reason, isGone: false });
}
