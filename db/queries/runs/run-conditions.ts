import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { FIRST_PHASE, REPAIR_PHASE, type SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import type { Columns } from "../../statement.ts";
import { isLeaseHeld } from "../fetches/leases.ts";

/** Columns of a row of sync_statuses, whatever its alias in the statement; by default all. */
export type Run<Of extends Column = Column> = Columns<Of>;
type Column = keyof typeof syncStatuses.$inferSelect;

/** Returns whether a run is queued or under way: the condition of the partial index of active runs. */
export function isActive(run: Run<"isActive">): SQL {
  return sql`${run.isActive}`;
}

/** Returns whether a completed run requests its failed items again. */
export function isReconciling({ status, currentStep }: Run<"status" | "currentStep">): SQL {
  return sql`(${status} = 'processing' AND ${currentStep} = ${REPAIR_PHASE})`;
}

/**
 * Returns whether a new run may replace this one: also one that is reconciling, since the new one requests everything.
 */
export function hasEnded(run: Run<"status" | "currentStep">): SQL {
  return sql`(${run.status} IN ('failed', 'completed') OR ${isReconciling(run)})`;
}

/** Returns whether failed items of a completed run are due. By `now()`, which an index can serve. */
export function isRepairDue({ status, nextRetryAt }: Run<"status" | "nextRetryAt">): SQL {
  return sql`(${status} = 'completed' AND ${nextRetryAt} <= now())`;
}

/** Returns whether a delivery may claim the run, since its wait is over. */
export function mayResume({ resumeAfter }: Run<"resumeAfter">): SQL {
  return sql`coalesce(${resumeAfter} <= clock_timestamp(), true)`;
}

/**
 * Returns whether a user still waits for the first read of the app: of its own storefront, and of its primary listing,
 * which is the first item of its phase.
 */
export function isFirstRead({
  purpose,
  currentStep,
  completedItems,
}: Run<"purpose" | "currentStep" | "completedItems">): SQL {
  return sql`coalesce(${purpose} = 'on_demand' AND (${currentStep} = ${FIRST_PHASE}
    OR ${currentStep} = ${"listings" satisfies SyncPhase} AND ${completedItems} = '{}'), false)`;
}

/** Returns whether no user waits for the run any longer: it is scheduled, or deferred and its first read is over. */
export function isScheduled(run: Run<"purpose" | "currentStep" | "completedItems" | "isDeferred">): SQL {
  return sql`(${run.purpose} = 'tracked' OR ${run.isDeferred} AND NOT ${isFirstRead(run)})`;
}

/**
 * Returns whether a user's request may hurry the run: it is scheduled and has not begun, or its rest is deferred, and
 * that of the request is not.
 */
export function isPromotable(run: Run<"status" | "purpose" | "isDeferred">, isDeferred: SQLWrapper): SQL {
  const { purpose, status } = run;
  return sql`(${purpose} = 'tracked' AND ${status} = 'queued'
    OR ${status} IN ('queued', 'processing') AND ${run.isDeferred} AND NOT ${isDeferred})`;
}

type Lease = { readonly appId: number | Placeholder; readonly leaseToken: string | Placeholder };

/** Returns whether this lease holds the run of the row. Every write of a run depends on it. */
export function isHeldBy({ appId, leaseToken }: Lease): SQL {
  return sql`${syncStatuses.appId} = ${appId} AND ${isLeaseHeld(syncStatuses, leaseToken)}`;
}

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();

/** Returns whether an instant was stored before the calendar of observations was set back. */
export function isAheadOfCalendar(instant: SQLWrapper, now: SQLWrapper): SQL {
  return sql`${instant} > ${now} + ${coolDown}`;
}

/** Returns the end of the cool-down after a run. It is null when there is none, it has ended or `now` is null. */
export function coolDownEnd({ cooldownUntil }: Run<"cooldownUntil">, now: SQLWrapper): SQL {
  return sql`CASE WHEN ${cooldownUntil} > ${now} AND NOT ${isAheadOfCalendar(cooldownUntil, now)}
    THEN ${cooldownUntil} END`;
}
