import type { Db } from "../../db/client.ts";
import type { ClaimedRun } from "../../db/queries/runs/claim-run.ts";
import type { RunUpdate } from "../../db/queries/runs/run-update.ts";
import type { NextBatch } from "../../db/queries/runs/waiting-runs.ts";
import type { FindControls } from "../controls/find-controls.ts";
import { callDeadlineMs, hasTimeForCall } from "../domain/call-limits.ts";
import type { Country } from "../domain/country.ts";
import type { RequestPurpose } from "../domain/request-purpose.ts";
import { countRequests, type RequestCosts } from "../domain/store-hosts.ts";
import type { ItemPhase, SyncPhase } from "../domain/sync-phase.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure, MeasureName } from "../runtime/telemetry.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { StoreBudget } from "../stores/store-budget.ts";

export type SyncSettings = {
  readonly leaseSeconds: number;
  readonly leaseRenewalMs: number;
  /** Days after which a run that a user requested checks a storefront without the app again; 0: never. */
  readonly availabilityRecheckDays: number;
  /** Items that are requested and stored together, at most. */
  readonly batchItemsMax: number;
  readonly identityRetryDelaysSeconds: readonly number[];
  /** Storefronts besides that of identity which a scheduled run reads for their stars alone, at most. */
  readonly starsPerRunMax: number;
  /** Seconds that the first app of an express shard waits for others; null where there are no sweeps. */
  readonly expressSeconds: number | null;
};

export type PhaseDependencies = {
  readonly db: Db;
  readonly connector: StoreConnector;
  readonly budget: StoreBudget;
  readonly countries: readonly Country[];
  readonly settings: SyncSettings;
  readonly now: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly measure: Measure;
  /** Finds apps that show that a storefront responds, before the absence of another app is accepted. */
  readonly findControls: FindControls;
};

/** What a write records of the run: items that it finishes, how far the run is, and what the write completes. */
export type RunProgress = {
  readonly itemsDone?: readonly string[];
  /** Items of later phases that a write which completes this one has stored, too. */
  readonly itemsAhead?: readonly ItemAhead[];
  readonly itemsSwept?: number;
  readonly progress?: RunUpdate["progress"];
  /** `without_repair` completes a repair whose due items fail permanently. */
  readonly completes?: "none" | "phase" | "run" | "repair" | "without_repair" | { readonly failedBecause: string };
};

export type ItemAhead = { readonly phase: ItemPhase; readonly key: string };

/** A claimed run, as its phase sees it. */
export type SyncRun = ClaimedRun & {
  readonly phase: SyncPhase;
  readonly correlationId: string;
  /** Milliseconds that this invocation has left. */
  readonly remainingMs: () => number;
  readonly update: (progress: RunProgress) => RunUpdate;
};

export type PhaseOutcome =
  /** The phase's last write moved the run on, and may have let its app wait for an express shard. */
  | { readonly kind: "completed"; readonly awaitsExpress?: true }
  /** There is more to do, in a later invocation. */
  | {
      readonly kind: "continue";
      readonly waitSeconds: number;
      readonly madeProgress: boolean;
      /** Says whether the wait counts towards giving up. */
      readonly countsAsAttempt: boolean;
      /** The batch that found no token, with which the run waits in its row. Default: it waits for something else. */
      readonly nextBatch?: NextBatch;
    }
  /** The phase's last write failed the run. */
  | { readonly kind: "aborted"; readonly reason: string }
  /** Another invocation holds the run now; nothing more may be written. */
  | { readonly kind: "superseded" };

/** One step of the pipeline. It knows neither what comes next nor how the run is claimed. */
export type Phase = {
  run(deps: PhaseDependencies, run: SyncRun): Promise<PhaseOutcome>;
  /** Ends a run that the phase cannot bring any further. Default: the run fails. */
  giveUp?(deps: PhaseDependencies, run: SyncRun): Promise<PhaseOutcome>;
  /** Counted when the phase completes. */
  readonly completedMetric?: MeasureName;
};

export type NextRequests = {
  readonly madeProgress: boolean;
  readonly costs: RequestCosts;
  /** Default: `page`. */
  readonly purpose?: RequestPurpose;
};

/**
 * Returns why the phase must go on in a later invocation: the time is over, or the store's budget has no tokens for
 * these requests. Returns undefined when they may be made now. Time never stops the first batch, so that every
 * invocation makes progress.
 */
export async function pauseBefore(
  deps: PhaseDependencies,
  run: SyncRun,
  { madeProgress, costs, purpose = "page" }: NextRequests,
): Promise<PhaseOutcome | undefined> {
  if (madeProgress && !hasTimeForCall(run.remainingMs())) {
    return { kind: "continue", waitSeconds: 0, madeProgress, countsAsAttempt: false };
  }
  if (countRequests(costs) === 0) return undefined;
  const waitSeconds = await deps.budget(costs, purpose);
  if (waitSeconds === 0) return undefined;
  return { kind: "continue", waitSeconds: 0, madeProgress, countsAsAttempt: false, nextBatch: { costs, purpose } };
}

export function callContext(run: SyncRun) {
  return { correlationId: run.correlationId, deadlineMs: callDeadlineMs(run.remainingMs()) };
}
