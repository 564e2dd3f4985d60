import { availabilityObservation } from "../../../db/queries/metric-observations.ts";
import { abortIdentity, storeIdentity } from "../../../db/queries/store-identity.ts";
import { storeMetrics } from "../../../db/queries/store-metrics.ts";
import { countRunsBefore } from "../../../db/queries/sync-runs.ts";
import { GLOBAL_COUNTRY } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import { identityRetryDelaySeconds, turnPollSeconds } from "../../domain/sync-pace.ts";
import type { AppIdentity, Lookup } from "../../stores/records.ts";
import { UpstreamError } from "../../stores/upstream-error.ts";
import {
  callContext,
  type Phase,
  type PhaseDependencies,
  type PhaseOutcome,
  pauseBefore,
  type SyncRun,
} from "../phase.ts";
import { storefrontCodes } from "../plan.ts";
import { createStorefrontKnowledge } from "../storefront-knowledge.ts";

/** Hours after which the primary storefront is looked at again: a day, less the jitter of the schedule. */
const PRIMARY_LOOK_HOURS = 20;
const HOUR_MS = 3_600_000;

/**
 * Asks one storefront after the other, a token each, until one has the app. What each responds is stored at once, so
 * that the search goes on in another invocation where it ended in this one.
 */
export const identity: Phase = {
  name: "identity",
  async run(deps, run) {
    const storefronts = storefrontsToAsk(deps, run);
    const turnSeconds = storefronts.length === 0 ? 0 : await waitBeforeTurn(deps, run);
    if (turnSeconds > 0) {
      return { kind: "continue", waitSeconds: turnSeconds, madeProgress: false, countsAsAttempt: false };
    }

    for (const [index, country] of storefronts.entries()) {
      const pause = await pauseBefore(deps, run, { madeProgress: index > 0, requests: 1 });
      if (pause !== undefined) return pause;

      const response = await ask(deps, run, country);
      if (response instanceof UpstreamError) return retryOrAbort(deps, run, response);
      if (response.outcome === "found") return store(deps, run, { country, identity: response.record });
      if (!(await recordAbsence(deps, run, country))) return { kind: "superseded" };
    }
    return abort(deps, run, { reason: "The app is not available in any storefront.", isGone: true });
  },
};

/**
 * Seconds until the run may begin, 0 for now. What users ask for begins in the order in which they asked, no more at
 * once than the budget completes; the schedule starts no more than that by itself.
 */
async function waitBeforeTurn(deps: PhaseDependencies, run: SyncRun): Promise<number> {
  const { onDemandRunsMax: countMax } = deps.settings;
  if (run.purpose !== "on_demand" || !Number.isFinite(countMax)) return 0;
  const before = await countRunsBefore(deps.db, { appId: run.appId, platform: run.platform, countMax });
  return before >= countMax ? turnPollSeconds(deps.random()) : 0;
}

/** The app's own storefront first, then all that are not known to be without it, most important first. */
function storefrontsToAsk(deps: PhaseDependencies, run: SyncRun): readonly string[] {
  const knowledge = createStorefrontKnowledge(deps, run);
  const all = [...new Set([run.originCountry, ...storefrontCodes(deps.countries, run.platform)])];
  return all.filter((country) => !knowledge.isUnavailable(country) || isPrimaryDue(deps, run, country));
}

/**
 * Where no other route shows that an app has come back, its primary page is looked at once a day though it was not
 * found there: a new observation, which no failed item and no retry asks for.
 */
function isPrimaryDue(deps: PhaseDependencies, run: SyncRun, country: string): boolean {
  if (country !== run.originCountry || platformFacts[run.platform].metricsScope !== "global") return false;
  const known = run.unavailable.find((storefront) => storefront.country === country);
  return known !== undefined && deps.now().getTime() - known.observedAt.getTime() >= PRIMARY_LOOK_HOURS * HOUR_MS;
}

async function ask(
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
  const isStored = await storeIdentity(deps.db, {
    fence: run.fence({ ends: "phase" }),
    platform: run.platform,
    observedAt: deps.now(),
    identity: { ...found.identity, country: found.country },
  });
  return isStored ? { kind: "completed" } : { kind: "superseded" };
}

async function recordAbsence(deps: PhaseDependencies, run: SyncRun, country: string): Promise<boolean> {
  return storeMetrics(deps.db, {
    fence: run.fence({}),
    observedAt: deps.now(),
    observations: [availabilityObservation(country, false)],
    settled: [],
    failed: [],
  });
}

/** Ends the run. Availability changes only by what the run has seen of storefronts. */
async function abort(
  deps: PhaseDependencies,
  run: SyncRun,
  { reason, isGone }: { readonly reason: string; readonly isGone: boolean },
): Promise<PhaseOutcome> {
  const isGlobal = platformFacts[run.platform].metricsScope === "global";
  const isStored = await abortIdentity(deps.db, {
    fence: run.fence({ ends: { failedBecause: reason } }),
    observedAt: deps.now(),
    storefronts: storefrontCodes(deps.countries, run.platform),
    observations: isGone && isGlobal ? [availabilityObservation(GLOBAL_COUNTRY, false)] : [],
  });
  return isStored ? { kind: "aborted", reason } : { kind: "superseded" };
}

/** A store that does not respond is asked again later, then the run ends. */
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
