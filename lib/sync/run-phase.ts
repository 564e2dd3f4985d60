import { type ClaimedRun, claimRun } from "../../db/queries/claim-run.ts";
import type { RunFence, RunTransition } from "../../db/queries/run-fence.ts";
import { moveRun, releaseLease, renewLease } from "../../db/queries/sync-runs.ts";
import { describeFailure } from "../describe-failure.ts";
import { COOLDOWN_SECONDS } from "../domain/cool-down.ts";
import { HOPS_MAX, phaseAfter, type SyncPhase } from "../domain/sync-phase.ts";
import type { SyncMessage } from "../queues/messages.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { PhaseDependencies, PhaseOutcome, RunProgress, SyncRun } from "./phase.ts";
import { finish } from "./phases/finalize.ts";
import { phases } from "./phases/index.ts";
import { plannedBefore, plannedTotal } from "./plan.ts";

/** Claims of one step without progress, at most, before the run counts as stuck. */
export const ATTEMPTS_MAX = 8;

export type RunPhaseDependencies = PhaseDependencies & {
  readonly queues: SyncQueues;
  readonly newToken: () => string;
};

type Invocation = { readonly message: SyncMessage; readonly remainingMs: () => number };

/**
 * Runs the phase that a message names and sends what follows it. The only place that claims a run, applies the
 * transition table and enqueues. A message for a run that is not current, stands elsewhere or is held by somebody
 * else is a no-op; a message that gets lost is sent again by the sweeper.
 */
export async function runPhase(
  deps: RunPhaseDependencies,
  { message, remainingMs }: Invocation,
): Promise<PhaseOutcome | { kind: "not_claimed" }> {
  const lease = { appId: message.appId, leaseToken: deps.newToken(), leaseSeconds: deps.settings.leaseSeconds };
  const claimed = await claimRun(deps.db, { ...lease, ...message, now: deps.now() });
  if (claimed === undefined) return { kind: "not_claimed" };

  const { phase, correlationId } = message;
  const fence = (progress: RunProgress) => fenceFor(deps, { claimed, message, lease, progress });
  const run: SyncRun = { ...claimed, phase, correlationId, remainingMs, fence };

  const outcome = await whileHolding(deps, lease, () => runClaimed(deps, run, message));
  await followUp(deps, { message, claimed, lease, outcome });
  return outcome;
}

async function runClaimed(deps: RunPhaseDependencies, run: SyncRun, message: SyncMessage): Promise<PhaseOutcome> {
  if (run.attempt > ATTEMPTS_MAX) return give(`The ${run.phase} phase made no progress in ${ATTEMPTS_MAX} attempts.`);
  if (message.hop > HOPS_MAX) return give(`The ${run.phase} phase did not end after ${HOPS_MAX} continuations.`);
  return phases[message.phase].run(deps, run);

  /** What a run has stored stays: one that only had items to repair is completed without them. */
  async function give(reason: string): Promise<PhaseOutcome> {
    deps.log.warn("sync.phase.given_up", { appId: run.appId, runId: message.runId, platform: run.platform, reason });
    if (run.phase === "reconciling") return finish(deps, run, "without_repair");
    const isMoved = await moveRun(deps.db, run.fence({ ends: { failedBecause: reason } }));
    return isMoved ? { kind: "aborted", reason } : { kind: "superseded" };
  }
}

type Lease = Pick<RunFence, "appId" | "leaseToken" | "leaseSeconds">;

/** Renews the lease while the phase waits for a store for longer than between two writes. */
async function whileHolding<T>(deps: RunPhaseDependencies, lease: Lease, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    renewLease(deps.db, lease).catch((error: unknown) => {
      deps.log.warn("sync.lease.renewal_failed", describeFailure(error));
    });
  }, deps.settings.leaseRenewalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function fenceFor(
  deps: RunPhaseDependencies,
  input: { claimed: ClaimedRun; message: SyncMessage; lease: Lease; progress: RunProgress },
): RunFence {
  const { itemsDone = [], progress = null, ends = "nothing" } = input.progress;
  const next = transition();
  return {
    ...input.lease,
    itemsDone,
    transition: next,
    progress: next.kind === "next_step" ? at(next.step) : progress,
  };

  /** The run's progress when a phase begins. */
  function at(step: SyncPhase): RunFence["progress"] {
    const { countries } = deps;
    const { platform } = input.claimed;
    return { done: plannedBefore(step, countries, platform), total: plannedTotal(countries, platform) };
  }

  function transition(): RunTransition {
    if (ends === "nothing") return { kind: "same_step" };
    if (typeof ends === "object") return { kind: "failed", at: deps.now(), reason: ends.failedBecause };

    const step = phaseAfter[input.message.phase];
    if (step !== null) return { kind: "next_step", step };
    return input.message.phase === "reconciling"
      ? { kind: "reconciled", givesUpDueItems: ends === "without_repair" }
      : { kind: "completed", at: deps.now(), cooldownSeconds: COOLDOWN_SECONDS };
  }
}

/** Enqueues after the write has been committed; if that fails, the row remembers and the sweeper sends. */
async function followUp(
  deps: RunPhaseDependencies,
  input: { message: SyncMessage; claimed: ClaimedRun; lease: Lease; outcome: PhaseOutcome },
): Promise<void> {
  const { message, claimed, lease, outcome } = input;
  const queue = { purpose: claimed.purpose, platform: claimed.platform };

  switch (outcome.kind) {
    case "completed": {
      const next = phaseAfter[message.phase];
      if (message.phase === "finalize") deps.measure("SyncsCompleted", 1, { platform: claimed.platform });
      if (next !== null) await deps.queues.send(queue, [{ ...message, phase: next, hop: 0 }]);
      return;
    }
    case "continue": {
      const { waitSeconds, countsAsAttempt, madeProgress } = outcome;
      const isReleased = await releaseLease(deps.db, { ...lease, waitSeconds, countsAsAttempt });
      if (!isReleased) return;
      const hop = message.hop + (madeProgress ? 1 : 0);
      await deps.queues.send(queue, [{ ...message, hop }], { delaySeconds: waitSeconds });
      return;
    }
    case "aborted":
      deps.measure("SyncsFailed", 1, { platform: claimed.platform });
      return;
    case "superseded":
      return;
  }
}
