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
  /** Days after which a run that a user requested checks a storefront without the app again; 0 means never. */
  readonly availabilityRecheckDays: number;
  readonly batchItemsMax: number;
  readonly identityRetryDelaysSeconds: readonly number[];
  /** Storefronts, besides the identity's, for which a scheduled run reads only the stars. */
  readonly starsPerRunMax: number;
  /** Seconds that the first app of an express shard waits for others; null if there are no sweeps. */
  readonly expressSeconds: number | null;
};

export type PhaseDependencies = {
  readonly db: Db;
  readonly connector: StoreConnector;
  readonly budget: StoreBudget;
  readonly countries: readonly Country[];
  readonly settings: SyncSettings;
  readonly now: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly measure: Measure;
  /** Finds other apps to prove that a storefront responds before the absence of an app is accepted. */
  readonly findControls: FindControls;
};

export type RunProgress = {
  readonly itemsDone?: readonly string[];
  /** Items of later phases that the write completing this phase has also stored. */
  readonly itemsAhead?: readonly ItemAhead[];
  readonly itemsSwept?: number;
  /** Items that were never read and that the run leaves to the next one. */
  readonly itemsLeftUnread?: number;
  readonly progress?: RunUpdate["progress"];
  /** `without_repair` completes a repair whose due items fail permanently. */
  readonly completes?: "none" | "phase" | "run" | "repair" | "without_repair" | { readonly failedBecause: string };
};

export type ItemAhead = { readonly phase: ItemPhase; readonly key: string };

export type SyncRun = ClaimedRun & {
  readonly phase: SyncPhase;
  readonly correlationId: string;
  readonly remainingMs: () => number;
  readonly update: (progress: RunProgress) => RunUpdate;
};

export type PhaseOutcome =
  /** The phase's last write moved the run on. Its app may now wait for an express shard. */
  | { readonly kind: "completed"; readonly awaitsExpress?: true }
  | {
      readonly kind: "continue";
      readonly waitSeconds: number;
      readonly madeProgress: boolean;
      /** True if the wait counts towards giving up. */
      readonly countsAsAttempt: boolean;
      readonly nextBatch?: NextBatch;
    }
  | { readonly kind: "aborted"; readonly reason: string }
  /** Another invocation holds the run, so this one must write nothing more. */
  | { readonly kind: "superseded" };

/** One step of a run. It knows neither the next step nor how the run is claimed. */
export type Phase = {
  run(deps: PhaseDependencies, run: SyncRun): Promise<PhaseOutcome>;
  /** Ends a run when the phase can make no further progress. Default: the run fails. */
  giveUp?(deps: PhaseDependencies, run: SyncRun): Promise<PhaseOutcome>;
  readonly completedMetric?: MeasureName;
};

export type NextRequests = {
  readonly madeProgress: boolean;
  readonly costs: RequestCosts;
  readonly purpose?: RequestPurpose;
};

/**
 * Returns why the phase must pause: its time is over, or the budget lacks tokens. Returns undefined if it may continue.
 * Time never stops the first batch, so every invocation makes progress.
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
