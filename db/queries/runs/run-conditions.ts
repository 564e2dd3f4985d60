import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { FIRST_PHASE, REPAIR_PHASE, type SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import type { Columns } from "../../statement.ts";
import { isLeaseHeld } from "../fetches/leases.ts";

export type Run<Of extends Column = Column> = Columns<Of>;
type Column = keyof typeof syncStatuses.$inferSelect;

/** Returns the condition of the partial index of active runs. */
export function isActive(run: Run<"isActive">): SQL {
  return sql`${run.isActive}`;
}

export function isReconciling({ status, currentStep }: Run<"status" | "currentStep">): SQL {
  return sql`(${status} = 'processing' AND ${currentStep} = ${REPAIR_PHASE})`;
}

/** Returns true also for a reconciling run, since a new one requests everything. */
export function hasEnded(run: Run<"status" | "currentStep">): SQL {
  return sql`(${run.status} IN ('failed', 'completed') OR ${isReconciling(run)})`;
}

/** The comparison with `now()` lets an index serve it. */
export function isRepairDue({ status, nextRetryAt }: Run<"status" | "nextRetryAt">): SQL {
  return sql`(${status} = 'completed' AND ${nextRetryAt} <= now())`;
}

export function mayResume({ resumeAfter }: Run<"resumeAfter">): SQL {
  return sql`coalesce(${resumeAfter} <= clock_timestamp(), true)`;
}

/** Returns true until the own storefront and the primary listing, the first item of its phase, are read. */
export function isFirstRead({
  purpose,
  currentStep,
  completedItems,
}: Run<"purpose" | "currentStep" | "completedItems">): SQL {
  return sql`coalesce(${purpose} = 'on_demand' AND (${currentStep} = ${FIRST_PHASE}
    OR ${currentStep} = ${"listings" satisfies SyncPhase} AND ${completedItems} = '{}'), false)`;
}

/** Returns true for a scheduled run, and for a deferred one after its first read. */
export function isScheduled(run: Run<"purpose" | "currentStep" | "completedItems" | "isDeferred">): SQL {
  return sql`(${run.purpose} = 'tracked' OR ${run.isDeferred} AND NOT ${isFirstRead(run)})`;
}

/** Returns true for a scheduled run that has not begun, or one that is deferred unlike the request. */
export function isPromotable(run: Run<"status" | "purpose" | "isDeferred">, isDeferred: SQLWrapper): SQL {
  const { purpose, status } = run;
  return sql`(${purpose} = 'tracked' AND ${status} = 'queued'
    OR ${status} IN ('queued', 'processing') AND ${run.isDeferred} AND NOT ${isDeferred})`;
}

type Lease = { readonly appId: number | Placeholder; readonly leaseToken: string | Placeholder };

export function isHeldBy({ appId, leaseToken }: Lease): SQL {
  return sql`${syncStatuses.appId} = ${appId} AND ${isLeaseHeld(syncStatuses, leaseToken)}`;
}

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();

export function isAheadOfCalendar(instant: SQLWrapper, now: SQLWrapper): SQL {
  return sql`${instant} > ${now} + ${coolDown}`;
}

/** Returns null if there is no cool-down, it has ended, or `now` is null. */
export function coolDownEnd({ cooldownUntil }: Run<"cooldownUntil">, now: SQLWrapper): SQL {
  return sql`CASE WHEN ${cooldownUntil} > ${now} AND NOT ${isAheadOfCalendar(cooldownUntil, now)}
    THEN ${cooldownUntil} END`;
}
