import type { Db } from "../../db/client.ts";
import type { ClaimedRun } from "../../db/queries/claim-run.ts";
import type { RunFence } from "../../db/queries/run-fence.ts";
import type { Country } from "../domain/country.ts";
import { callDeadlineMs, STORE_CALL_DEADLINE_MS, WRITE_RESERVE_MS } from "../domain/store-call.ts";
import type { SyncPhase } from "../domain/sync-phase.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/metrics.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { StoreBudget } from "../stores/store-budget.ts";

export type SyncSettings = {
  readonly leaseSeconds: number;
  readonly leaseRenewalMs: number;
  /** After how many days a run that a user asked for looks again at a storefront without the app; 0: never. */
  readonly availabilityRelookDays: number;
  readonly identityRetryDelaysSeconds: readonly number[];
  /** Runs that users asked for that may be under way at once; `Infinity` for no bound. */
  readonly onDemandRunsMax: number;
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
};

/**
 * What a write records of the run: items it finishes, how far it is, and whether it ends the phase or the run. What
 * ends reconciling without repair gives up the failed items that were due.
 */
export type RunProgress = {
  readonly itemsDone?: readonly string[];
  readonly progress?: RunFence["progress"];
  readonly ends?: "nothing" | "phase" | "without_repair" | { readonly failedBecause: string };
};

/** A run as the phase that holds it sees it. */
export type SyncRun = ClaimedRun & {
  readonly phase: SyncPhase;
  readonly correlationId: string;
  /** Milliseconds that this invocation has left. */
  readonly remainingMs: () => number;
  readonly fence: (progress: RunProgress) => RunFence;
};

export type PhaseOutcome =
  /** The phase's last write has moved the run on. */
  | { readonly kind: "completed" }
  /** There is more to do, in a later invocation. */
  | {
      readonly kind: "continue";
      readonly waitSeconds: number;
      readonly madeProgress: boolean;
      /** Whether the wait counts towards giving up. */
      readonly countsAsAttempt: boolean;
    }
  /** The phase's last write has failed the run. */
  | { readonly kind: "aborted"; readonly reason: string }
  /** Somebody else holds the run now; nothing more may be written. */
  | { readonly kind: "superseded" };

/** One step of the pipeline. It knows neither what comes next nor how the run is claimed. */
export type Phase = {
  readonly name: SyncPhase;
  run(deps: PhaseDependencies, run: SyncRun): Promise<PhaseOutcome>;
};

/**
 * Returns why the phase must go on in a later invocation: its time is over, or the store's budget has no tokens for
 * these requests. undefined: they may be made now. The first batch of an invocation is never stopped by time, so that
 * every invocation gets somewhere.
 */
export async function pauseBefore(
  deps: PhaseDependencies,
  run: SyncRun,
  { madeProgress, requests }: { readonly madeProgress: boolean; readonly requests: number },
): Promise<PhaseOutcome | undefined> {
  if (madeProgress && run.remainingMs() < STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) {
    return { kind: "continue", waitSeconds: 0, madeProgress, countsAsAttempt: false };
  }
  if (requests === 0) return undefined;
  const waitSeconds = await deps.budget(requests);
  return waitSeconds > 0 ? { kind: "continue", waitSeconds, madeProgress, countsAsAttempt: false } : undefined;
}

export function callContext(run: SyncRun) {
  return { correlationId: run.correlationId, deadlineMs: callDeadlineMs(run.remainingMs()) };
}
