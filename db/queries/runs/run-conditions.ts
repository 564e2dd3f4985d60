import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { FIRST_PHASE, REPAIR_PHASE, type SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import type { Columns } from "../../statement.ts";
import { isLeaseFree, isLeaseHeld } from "../fetches/leases.ts";

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

const withoutShards = sql.join(
  platforms.filter((platform) => platformFacts[platform].hasGlobalMetrics).map((platform) => sql`${platform}`),
  sql`, `,
);

/**
 * Returns true for a scheduled run that may become a requested one, and for one that is deferred unlike the request. A
 * run that relies on shards of its day would read them again, and a worker would overwrite what the run waits for.
 */
export function isPromotable(
  run: Run<"appId" | "status" | "purpose" | "isDeferred" | "currentStep" | "leaseUntil">,
  isDeferred: SQLWrapper,
): SQL {
  const { purpose, status, currentStep } = run;
  const mayHurry = sql`(${status} = 'processing' AND NOT ${isDeferred} AND ${currentStep} <> ${REPAIR_PHASE}
    AND ${isLeaseFree(run)}
    AND EXISTS (SELECT 1 FROM ${apps} WHERE ${apps.id} = ${run.appId} AND ${apps.platform} IN (${withoutShards})))`;
  return sql`(${purpose} = 'tracked' AND (${status} = 'queued' OR ${mayHurry})
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
