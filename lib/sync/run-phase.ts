import { codeArray } from "../../db/queries/reference/countries.ts";
import { type ClaimedRun, claimRun } from "../../db/queries/runs/claim-run.ts";
import { nameAhead, type RunTransition, type RunUpdate } from "../../db/queries/runs/run-update.ts";
import { moveRun, releaseLease, renewLease } from "../../db/queries/runs/sync-runs.ts";
import { describeFailure } from "../describe-failure.ts";
import { storefrontCodes } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { COOLDOWN_SECONDS } from "../domain/sync-pace.ts";
import { CONTINUATIONS_MAX, phaseFacts, type SyncPhase } from "../domain/sync-phase.ts";
import type { SyncMessage } from "../queues/messages.ts";
import { type ExpressQueues, leaveToResend } from "../queues/work-queues.ts";
import type { Phase, PhaseDependencies, PhaseOutcome, RunProgress, SyncRun } from "./phase.ts";
import { finalize } from "./phases/finalize.ts";
import { identity } from "./phases/identity.ts";
import { listings } from "./phases/listings.ts";
import { metrics } from "./phases/metrics.ts";
import { reconciling } from "./phases/reconciling.ts";
import { progressIn } from "./plan.ts";

const phases = { identity, listings, metrics, finalize, reconciling } as const satisfies Record<SyncPhase, Phase>;

/** More claims of one phase without progress make a run fail as stuck. */
export const ATTEMPTS_MAX = 8;

export type RunPhaseDependencies = PhaseDependencies & {
  readonly expressQueues: ExpressQueues;
  readonly newToken: () => string;
};

type Invocation = { readonly message: SyncMessage; readonly remainingMs: () => number };

/**
 * Runs the phase that a message names. Only this function claims runs and applies their transitions. A message has no
 * effect if its run is not current, is in another phase or is held elsewhere.
 */
export async function runPhase(
  deps: RunPhaseDependencies,
  { message, remainingMs }: Invocation,
): Promise<PhaseOutcome | { kind: "not_claimed" }> {
  const { leaseSeconds, starsPerRunMax, availabilityRecheckDays } = deps.settings;
  const lease = { appId: message.appId, leaseToken: deps.newToken(), leaseSeconds };
  const storefronts = codeArray(storefrontCodes(deps.countries, message.platform));
  const rechecks = availabilityRecheckDays > 0;
  const limits = { starsPerRunMax, rechecks, storefronts };
  const now = deps.now();
  const at = { now: now.toISOString(), day: utcDay(now) };
  const claimed = await claimRun(deps.db, { ...lease, ...message, ...limits, ...at });
  if (claimed === undefined) return { kind: "not_claimed" };

  const { phase, correlationId } = message;
  const update = (progress: RunProgress) => updateOf(deps, { claimed, phase, lease }, progress);
  const run: SyncRun = { ...claimed, phase, correlationId, remainingMs, update };

  const outcome = await whileHolding(deps, lease, () => runClaimed(deps, run));
  await followUp(deps, { message, claimed, lease, outcome });
  return outcome;
}

async function runClaimed(deps: RunPhaseDependencies, run: SyncRun): Promise<PhaseOutcome> {
  if (run.attempt > ATTEMPTS_MAX) {
    return giveUp(deps, run, `The ${run.phase} phase made no progress in ${ATTEMPTS_MAX} attempts.`);
  }
  if (run.continuations > CONTINUATIONS_MAX) {
    return giveUp(deps, run, `The ${run.phase} phase did not end after ${CONTINUATIONS_MAX} continuations.`);
  }
  return phases[run.phase].run(deps, run);
}

async function giveUp(deps: RunPhaseDependencies, run: SyncRun, reason: string): Promise<PhaseOutcome> {
  const { app_id: appId, run_id: runId, platform, phase } = run;
  deps.log.warn("sync.phase.given_up", { appId, runId, platform, phase, reason });
  const ended = await phases[phase].giveUp?.(deps, run);
  if (ended !== undefined) return ended;
  const isMoved = await moveRun(deps.db, run.update({ completes: { failedBecause: reason } }));
  return isMoved ? { kind: "aborted", reason } : { kind: "superseded" };
}

type Lease = Pick<RunUpdate, "appId" | "leaseToken" | "leaseSeconds">;

/** Renews the lease between writes, since a store may respond later than the lease ends. */
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

function updateOf(
  deps: RunPhaseDependencies,
  { claimed, phase, lease }: { claimed: ClaimedRun; phase: SyncPhase; lease: Lease },
  {
    itemsDone = [],
    itemsAhead = [],
    itemsLeftUnread = 0,
    itemsSwept = 0,
    progress = null,
    completes = "none",
  }: RunProgress,
): RunUpdate {
  const transition = transitionTo(completes, phase, deps.now);
  if (transition.kind !== "next_step")
    return { ...lease, itemsDone, itemsSwept, itemsLeftUnread, transition, progress };
  return {
    ...lease,
    itemsDone,
    itemsSwept,
    itemsLeftUnread,
    itemsAhead: itemsAhead.map((item) => nameAhead(item.phase, item.key)),
    transition,
    progress: progressIn(transition.step, 0, deps.countries, claimed.platform),
  };
}

function transitionTo(
  completes: NonNullable<RunProgress["completes"]>,
  phase: SyncPhase,
  now: () => Date,
): RunTransition {
  if (typeof completes === "object") return { kind: "failed", at: now(), reason: completes.failedBecause };
  switch (completes) {
    case "none":
      return { kind: "same_step" };
    case "phase": {
      const step = phaseFacts[phase].next;
      if (step === null) throw new Error(`No phase follows ${phase}.`);
      return { kind: "next_step", step };
    }
    case "run":
      return { kind: "completed", at: now(), cooldownSeconds: COOLDOWN_SECONDS };
    case "repair":
    case "without_repair":
      return { kind: "reconciled", givesUpDueItems: completes === "without_repair" };
  }
}

type Handled = {
  readonly message: SyncMessage;
  readonly claimed: ClaimedRun;
  readonly lease: Lease;
  readonly outcome: PhaseOutcome;
};

/** Releases the lease of a run that continues. Reports a phase that completed or failed. */
async function followUp(deps: RunPhaseDependencies, { message, claimed, lease, outcome }: Handled): Promise<void> {
  const { platform } = claimed;
  const { phase } = message;

  switch (outcome.kind) {
    case "completed": {
      const { completedMetric } = phases[phase];
      if (completedMetric !== undefined) deps.measure(completedMetric, 1, { platform, phase });
      if (outcome.awaitsExpress === true) await sendExpress(deps, message, deps.settings.expressSeconds ?? 0);
      return;
    }
    case "continue": {
      const { waitSeconds, countsAsAttempt, madeProgress, nextBatch = null } = outcome;
      await releaseLease(deps.db, { ...lease, waitSeconds, countsAsAttempt, madeProgress, nextBatch });
      return;
    }
    case "aborted":
      deps.measure("SyncsFailed", 1, { platform, phase });
      return;
    case "superseded":
      return;
  }
}

/** Schedules the planning of an express shard once other apps have had time to join it. */
export async function sendExpress(
  { expressQueues, log, measure }: Pick<RunPhaseDependencies, "expressQueues" | "log" | "measure">,
  { platform, correlationId }: Pick<SyncMessage, "platform" | "correlationId">,
  delaySeconds: number,
): Promise<void> {
  await expressQueues
    .send(platform, [{ v: 1, kind: "express", platform, correlationId }], { delaySeconds })
    .catch(leaveToResend({ log, measure }, "sweep.express.unsent", { platform }));
}
