import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { syncStatuses } from "../schema/sync-statuses.ts";
import { isLeaseHeld } from "./leases.ts";

/** Columns of a row of sync_statuses, under whatever name the row stands in the statement. */
type Run<Column extends keyof typeof syncStatuses.$inferSelect> = Readonly<Record<Column, SQLWrapper>>;

/** The condition of the partial index of active runs. */
export function isActive({ status }: Run<"status">): SQL {
  return sql`${status} IN ('queued', 'processing')`;
}

/** Whether a run that had completed asks its failed items again. */
export function isReconciling({ status, currentStep }: Run<"status" | "currentStep">): SQL {
  return sql`(${status} = 'processing' AND ${currentStep} = 'reconciling')`;
}

/** Whether a new run may take the place of a run: one that is reconciling has ended, since the new one asks for all. */
export function hasEnded(run: Run<"status" | "currentStep">): SQL {
  return sql`(${run.status} IN ('failed', 'completed') OR ${isReconciling(run)})`;
}

/** The opposite of `hasEnded`, in the form that the index of active runs serves. */
export function isUnfinished(run: Run<"status" | "currentStep">): SQL {
  return sql`(${isActive(run)} AND ${run.currentStep} IS DISTINCT FROM 'reconciling')`;
}

/** Whether failed items of a completed run are due, by the statement's own time, as an index needs it. */
export function isRepairDue({ status, nextRetryAt }: Run<"status" | "nextRetryAt">): SQL {
  return sql`(${status} = 'completed' AND ${nextRetryAt} <= now())`;
}

/** Whether a run need not wait any longer before a delivery takes it up. */
export function mayResume({ resumeAfter }: Run<"resumeAfter">): SQL {
  return sql`coalesce(${resumeAfter} <= clock_timestamp(), true)`;
}

/** Whether the message of a run waits in the scheduled queue, and the run may be moved to the on-demand one. */
export function isPromotable({ status, purpose }: Run<"status" | "purpose">): SQL {
  return sql`(${status} = 'queued' AND ${purpose} = 'tracked')`;
}

type Lease = { readonly appId: number | Placeholder; readonly leaseToken: string | Placeholder };

/** Whether a row of sync_statuses is the run that this lease holds: every write of a run depends on it. */
export function isHeldBy({ appId, leaseToken }: Lease): SQL {
  return sql`${syncStatuses.appId} = ${appId} AND ${isLeaseHeld(syncStatuses, leaseToken)}`;
}
