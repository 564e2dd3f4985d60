import { availabilityObservation } from "../../../db/queries/metrics/metric-observations.ts";
import { nameAhead } from "../../../db/queries/runs/run-update.ts";
import { abortIdentity, keepIdentity, saveIdentity } from "../../../db/queries/runs/save-identity.ts";
import { saveListings } from "../../../db/queries/runs/save-listings.ts";
import { saveMetrics } from "../../../db/queries/runs/save-metrics.ts";
import type { Proof } from "../../controls/prove-absence.ts";
import { GLOBAL_COUNTRY, storefrontCodes } from "../../domain/country.ts";
import { nextAttemptDelaySeconds } from "../../domain/failed-item.ts";
import { platformFacts } from "../../domain/platform.ts";
import { callCosts } from "../../domain/request-costs.ts";
import type { RequestPurpose } from "../../domain/request-purpose.ts";
import { identityRetryDelaySeconds } from "../../domain/sync-pace.ts";
import { observeMetrics } from "../../stores/normalise-records.ts";
import type { EmptyResponse, IdentityLookup, StoreFailure } from "../../stores/records.ts";
import { UpstreamError } from "../../stores/store-errors.ts";
import {
  callContext,
  type Phase,
  type PhaseDependencies,
  type PhaseOutcome,
  pauseBefore,
  type SyncRun,
} from "../phase.ts";
import { identityPageLocale, itemsOnPage } from "../plan.ts";
import { prove, unprovedAbsence } from "../prove-absences.ts";
import { createStorefrontAvailability } from "../storefront-availability.ts";
import { reportStored } from "./listings.ts";

/** Hours after which the primary storefront is requested again: a day less the jitter of the schedule. */
const PRIMARY_CHECK_HOURS = 20;
const HOUR_MS = 3_600_000;

/**
 * Requests the app in one storefront after another until one has it, and stores each response at once. It requests
 * nothing if the day's sweep has read the first storefront.
 */
export const identity: Phase = {
  async run(deps, run) {
    const storefronts = storefrontsToRequest(deps, run);
    const [first] = storefronts;
    const isKept = first !== undefined && [...run.covered_items, ...run.unread_storefronts].includes(first);
    return isKept ? keep(deps, run, first) : search(deps, run, storefronts);
  },
};

async function search(deps: PhaseDependencies, run: SyncRun, storefronts: readonly string[]): Promise<PhaseOutcome> {
  const requested = storefronts.filter((country) => !run.unread_storefronts.includes(country));
  let hasSilent = requested.length < storefronts.length || run.completed_items.length > 0;
  for (const [index, country] of requested.entries()) {
    const pause = await pauseBefore(deps, run, {
      madeProgress: index > 0,
      costs: callCosts[run.platform].fetchIdentity,
      purpose: purposeOf(run, index),
    });
    if (pause !== undefined) return pause;

    const response = await requestIdentity(deps, run, country);
    if (response instanceof UpstreamError) return retryOrAbort(deps, run, response);
    if (response.outcome === "found") return save(deps, run, { country, response });
    const proof = await proveThere(deps, run, { country, response, isFirst: index === 0 });
    if (proof === "out_of_time") return goOnLater;
    hasSilent ||= proof !== "absent";
    if (!(await record[proof](deps, run, country))) return { kind: "superseded" };
  }
  return abort(deps, run, endOfSearch(run, hasSilent));
}

const record = { absent: recordAbsence, unproved: passOver } as const;

const goOnLater = { kind: "continue", waitSeconds: 0, madeProgress: true, countsAsAttempt: false } as const;

/** If a storefront did not respond, the app may still be available there. */
function endOfSearch(run: SyncRun, hasSilent: boolean): { readonly reason: string; readonly isGone: boolean } {
  if (hasSilent) return { reason: didNotRespond(run, unprovedAbsence), isGone: false };
  return { reason: "The app is not available in any storefront.", isGone: true };
}

type NotFound = { readonly country: string; readonly response: EmptyResponse; readonly isFirst: boolean };

/** Proves that a storefront lacks only this app. During an outage it lacks all apps. */
async function proveThere(deps: PhaseDependencies, run: SyncRun, absence: NotFound): Promise<Proof> {
  const { country, response, isFirst } = absence;
  if (response.absence !== undefined) return "absent";
  const proof = await prove(deps, run, country, { isFirst });
  return isFirst && proof === "out_of_time" ? "unproved" : proof;
}

/**
 * A user waits for the first response, which is usually the only one. On stores with global metrics, a scheduled run's
 * first response has the metrics of the day, as a sweep does.
 */
function purposeOf({ platform, purpose }: SyncRun, index: number): RequestPurpose {
  if (purpose === "on_demand") return index > 0 ? "requested" : "first_read";
  if (index > 0) return "page";
  return platformFacts[platform].hasGlobalMetrics ? "sweep" : "page";
}

function storefrontsToRequest(deps: PhaseDependencies, run: SyncRun): readonly string[] {
  const availability = createStorefrontAvailability(deps, run);
  const all = [...new Set([run.origin_country_code, ...storefrontCodes(deps.countries, run.platform)])];
  const mayHaveIt = all.filter((country) => !availability.isUnavailable(country) || isPrimaryDue(deps, run, country));
  return mayHaveIt.filter((country) => !isPassedOver(run, country));
}

/**
 * With global metrics, only the app's primary page shows that the app is back. No failed item requests that page after
 * an absence, so it is requested once a day.
 */
function isPrimaryDue(deps: PhaseDependencies, run: SyncRun, country: string): boolean {
  if (country !== run.origin_country_code || !platformFacts[run.platform].hasGlobalMetrics) return false;
  const known = run.unavailable.find((storefront) => storefront.country === country);
  return known !== undefined && deps.now().getTime() - known.observed_at.getTime() >= PRIMARY_CHECK_HOURS * HOUR_MS;
}

async function requestIdentity(
  deps: PhaseDependencies,
  run: SyncRun,
  country: string,
): Promise<IdentityLookup | UpstreamError> {
  const { platform, external_id: externalId } = run;
  const pageLocale = identityPageLocale(deps.countries, { platform, country });
  const request = { externalId, country, withFacts: true, ...(pageLocale !== undefined && { pageLocale }) };
  try {
    return await deps.connector.fetchIdentity(request, callContext(run));
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

type FoundIdentity = {
  readonly country: string;
  readonly response: Extract<IdentityLookup, { readonly outcome: "found" }>;
};

/** The identity page also completes items of later phases, which then skip them. */
async function save(deps: PhaseDependencies, run: SyncRun, found: FoundIdentity): Promise<PhaseOutcome> {
  const { country, response } = found;
  const { platform } = run;
  const { record, listing, metrics, facts = null, similar = null, more_by_publisher = null } = response;
  const itemsAhead = listing === undefined ? [] : itemsOnPage(deps.countries, { platform, country }, listing.locale);
  const completes = run.update({ completes: "phase", itemsAhead });
  const observedAt = deps.now();
  const hasListing = itemsAhead.some(({ phase }) => phase === "listings");

  const stored = await saveIdentity(deps.db, {
    runUpdate: hasListing ? run.update({}) : completes,
    platform,
    observedAt,
    identity: { ...record, country, facts, similar, more_by_publisher },
    metrics: metrics === undefined ? null : observeMetrics(platform, metrics),
    hasExpress: deps.settings.expressSeconds !== null,
  });
  if (stored === undefined) return { kind: "superseded" };
  if (listing !== undefined && hasListing) {
    const written = await saveListings(deps.db, {
      runUpdate: completes,
      platform,
      observedAt,
      found: [listing],
      pages: [],
      notInStorefront: [],
      observations: [],
      shown: [],
      leadingLocale: listing.locale,
      resolved: [],
      failed: [],
    });
    if (written === undefined) return { kind: "superseded" };
    reportStored(deps, run, written);
  }
  return stored.awaitsExpress ? { kind: "completed", awaitsExpress: true } : { kind: "completed" };
}

async function keep(deps: PhaseDependencies, run: SyncRun, country: string): Promise<PhaseOutcome> {
  const isStored = await keepIdentity(deps.db, {
    runUpdate: run.update({ completes: "phase", itemsSwept: 1 }),
    country,
  });
  return isStored ? { kind: "completed" } : { kind: "superseded" };
}

async function recordAbsence(deps: PhaseDependencies, run: SyncRun, country: string): Promise<boolean> {
  return saveMetrics(deps.db, {
    runUpdate: run.update({}),
    observedAt: deps.now(),
    observations: [availabilityObservation(country, false)],
    stars: [],
    resolved: [],
    failed: [],
    isRepair: false,
  });
}

/** Leaves an unproved storefront to the repair, so that the metrics phase does not request it again. */
async function passOver(deps: PhaseDependencies, run: SyncRun, country: string): Promise<boolean> {
  const { reason } = unprovedAbsence;
  const key = { country_code: country, locale: null };
  return saveMetrics(deps.db, {
    runUpdate: run.update({ itemsDone: [passedOverItem(country)] }),
    observedAt: deps.now(),
    observations: [],
    stars: [],
    resolved: [],
    failed: [{ ...key, reason, attempts: 1, retry_in_seconds: nextAttemptDelaySeconds(reason, 1) }],
    isRepair: false,
  });
}

function passedOverItem(country: string): string {
  return nameAhead("metrics", country);
}

function isPassedOver({ completed_items }: SyncRun, country: string): boolean {
  return completed_items.includes(passedOverItem(country));
}

/** Fails the run. Availability changes only for storefronts that responded to this run. */
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

async function retryOrAbort(deps: PhaseDependencies, run: SyncRun, error: UpstreamError): Promise<PhaseOutcome> {
  const { retryAfterSeconds } = error.failure;
  const wait = identityRetryDelaySeconds(deps.settings.identityRetryDelaysSeconds, run.attempt, {
    random: deps.random,
    retryAfterSeconds,
  });
  if (wait !== undefined) return { kind: "continue", waitSeconds: wait, madeProgress: false, countsAsAttempt: true };

  return abort(deps, run, { reason: didNotRespond(run, error.failure), isGone: false });
}

function didNotRespond({ platform }: SyncRun, { reason }: StoreFailure): string {
  return `${platformFacts[platform].storeName} did not respond to the identity request (${reason}).`;
}
