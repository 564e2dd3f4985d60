import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { textArray, toInstant } from "../../statement.ts";
import { dueReportRows } from "../events/due-reports.ts";
import { releasedLease, renewedLease } from "../fetches/leases.ts";
import { isDue } from "./failed-items.ts";
import { isHeldBy } from "./run-conditions.ts";

export type RunTransition =
  | { readonly kind: "same_step" }
  | { readonly kind: "next_step"; readonly step: SyncPhase }
  | { readonly kind: "completed"; readonly at: Date; readonly cooldownSeconds: number }
  /** The run is completed again. Due items that cannot be repaired are given up. */
  | { readonly kind: "reconciled"; readonly givesUpDueItems: boolean }
  | { readonly kind: "failed"; readonly at: Date; readonly reason: string };

/** Proof that a worker holds a run, and the progress that its next write records. */
export type RunUpdate = {
  readonly appId: number;
  readonly leaseToken: string;
  readonly leaseSeconds: number;
  readonly itemsDone: readonly string[];
  /** Names of items of later phases that the write has saved too. */
  readonly itemsAhead?: readonly string[];
  readonly itemsSwept?: number;
  /** Items that were never read and that the run leaves to the next one. They stay pending when it ends. */
  readonly itemsLeftUnread?: number;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly transition: RunTransition;
};

/**
 * Returns the CTE `run`. It is empty if the lease is lost, so that the statement's other parts write nothing. The end
 * of a run makes a report of its app due.
 */
export function updatedRun(runUpdate: RunUpdate, alsoSet: readonly SQL[] = []): SQL {
  const { transition } = runUpdate;
  const assignments = [
    ...alsoSet,
    sql`attempt = 0`,
    sql`updated_at = clock_timestamp()`,
    transition.kind === "same_step" ? renewedLease(runUpdate.leaseSeconds) : releasedLease,
    ...itemAssignments(runUpdate),
    ...stepAssignments(transition),
  ];

  return sql`run AS MATERIALIZED (
    UPDATE ${syncStatuses} SET ${sql.join(assignments, sql`, `)} WHERE ${isHeldBy(runUpdate)}
    RETURNING app_id, run_id, purpose, identity_country, queued_at, queued_on, started_at, measured_at
  )${endsRun(transition) ? sql`, ${dueReportRows(sql`SELECT app_id FROM run`)}` : sql``}`;
}

function endsRun({ kind }: RunTransition): boolean {
  return kind === "completed" || kind === "reconciled" || kind === "failed";
}

export function nameAhead(phase: SyncPhase, key: string): string {
  return `${phase}:${key}`;
}

function itemAssignments({
  itemsAhead = [],
  itemsDone,
  itemsLeftUnread = 0,
  itemsSwept = 0,
  progress,
  transition,
}: RunUpdate): SQL[] {
  const items = sql`completed_items = ${completedItems(transition, { itemsDone, itemsAhead })}`;
  if (progress === null) return [items];
  const swept =
    transition.kind === "same_step"
      ? [sql`swept_in_phase = ${itemsSwept}`]
      : [sql`swept_before = swept_before + ${itemsSwept}`, sql`swept_in_phase = 0`];
  const left = sql`(left_unread + ${itemsLeftUnread})`;
  return [
    items,
    ...swept,
    sql`left_unread = ${left}`,
    sql`progress_done = ${progress.done} - ${left}`,
    sql`progress_total = ${progress.total}`,
  ];
}

/** Returns items that an earlier phase has saved for this one, and names of later phases. */
function completedItems(
  transition: RunTransition,
  { itemsAhead, itemsDone }: Required<Pick<RunUpdate, "itemsAhead" | "itemsDone">>,
): SQL {
  if (transition.kind === "same_step") return sql`completed_items || ${textArray(itemsDone)}`;
  if (transition.kind !== "next_step") return sql`'{}'`;
  const prefix = nameAhead(transition.step, "");
  return sql`ARRAY(
    SELECT CASE WHEN starts_with(item, ${prefix}::text) THEN substr(item, length(${prefix}::text) + 1) ELSE item END
    FROM unnest(completed_items || ${textArray(itemsAhead)}) AS item WHERE item LIKE '%:%')`;
}

function stepAssignments(transition: RunTransition): SQL[] {
  switch (transition.kind) {
    case "same_step":
      return [];
    case "next_step":
      return [sql`current_step = ${transition.step}`, sql`continuations = 0`, sql`next_batch = NULL`];
    case "failed":
      return [
        sql`status = 'failed'`,
        sql`error_message = ${transition.reason}`,
        sql`completed_at = ${toInstant(transition.at)}`,
      ];
    case "completed":
      return [
        ...completion(sql`true`),
        sql`completed_at = ${toInstant(transition.at)}`,
        sql`cooldown_until = ${toInstant(transition.at)} + make_interval(secs => ${transition.cooldownSeconds})`,
      ];
    case "reconciled":
      return completion(transition.givesUpDueItems ? sql`NOT ${isDue(f)}` : sql`true`);
  }
}

const f = alias(syncFailedItems, "f");

/** `isRetryable` selects the failed items that are fetched again, except permanent ones. */
function completion(isRetryable: SQL): SQL[] {
  return [
    sql`status = 'completed'`,
    sql`current_step = NULL`,
    sql`error_message = NULL`,
    sql`next_retry_at = (
      SELECT min(${f.nextAttemptAt}) FROM ${syncFailedItems} f
      WHERE ${f.appId} = ${syncStatuses.appId} AND NOT ${f.permanent} AND ${isRetryable}
    )`,
  ];
}
