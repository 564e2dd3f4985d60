import { sql } from "drizzle-orm";

import type { SyncPurpose } from "../../../lib/domain/sync-phase.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { releasedLease, renewedLease } from "../fetches/leases.ts";
import { promotion, startedRuns } from "./new-run.ts";
import { isHeldBy, isPromotable } from "./run-conditions.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";
import type { NextBatch } from "./waiting-runs.ts";

type NewRun = {
  readonly appId: number;
  readonly runId: string;
  readonly purpose: SyncPurpose;
  readonly itemsPlanned: number;
  readonly queuedOn: string;
  readonly userId: number | null;
  readonly isDeferred: boolean;
  readonly correlationId: string;
};

type NewRunValues = NewRun & { coolsDownAt: string | null };

const insert = statement({
  name: "insert_run",
  effect: "writes",
  returns: "any",
  sql: (run: Placeholders<NewRunValues>) => sql`
    WITH ${startedRuns({
      wanted: sql`SELECT ${run.appId}::int AS app_id, ${run.runId}::uuid AS run_id`,
      purpose: sql`${run.purpose}::text`,
      itemsPlanned: sql`${run.itemsPlanned}::int`,
      queuedOn: sql`${run.queuedOn}::date`,
      coolsDownAt: sql`${run.coolsDownAt}::timestamptz`,
      userId: sql`${run.userId}::int`,
      isDeferred: sql`${run.isDeferred}::boolean`,
      correlationId: sql`${run.correlationId}::text`,
    })}
    SELECT 1 FROM started`,
});

/** Returns false if a run is active. Null for `coolsDownAt` starts the run at once. */
export function insertRun(
  db: Db,
  { coolsDownAt, ...run }: NewRun & { readonly coolsDownAt: Date | null },
): Promise<boolean> {
  return insert(db, { ...run, coolsDownAt: coolsDownAt?.toISOString() ?? null });
}

type OfApp = Placeholders<{ readonly appId: number }>;

/** Keeps the run deferred if the request is deferred too. */
export const promoteRun = statement({
  name: "promote_run",
  effect: "writes",
  returns: "any",
  sql: ({ appId, isDeferred }: Placeholders<Pick<NewRun, "appId" | "isDeferred">>) => sql`
    UPDATE ${syncStatuses} SET ${promotion(sql`${isDeferred}::boolean`)}
    WHERE ${syncStatuses.appId} = ${appId} AND ${isPromotable(syncStatuses, sql`${isDeferred}::boolean`)} RETURNING 1`,
});

export const endWait = statement({
  name: "end_wait",
  effect: "writes",
  returns: "any",
  sql: ({ appId }: OfApp) => sql`
    UPDATE ${syncStatuses} SET ${promotion(sql`false`, sql`NULL::timestamptz`)}, cooldown_until = NULL
    WHERE ${syncStatuses.appId} = ${appId} AND ${syncStatuses.status} = 'queued'
      AND ${syncStatuses.resumeAfter} > clock_timestamp()
    RETURNING 1`,
});

type Lease = Pick<RunUpdate, "appId" | "leaseToken">;

export const renewLease = statement({
  name: "renew_lease",
  effect: "writes",
  returns: "any",
  sql: (lease: Placeholders<Lease & { leaseSeconds: number }>) => sql`
    UPDATE ${syncStatuses} SET ${renewedLease(lease.leaseSeconds)}
    WHERE ${isHeldBy(lease)} RETURNING 1`,
});

type Waiting = {
  readonly waitSeconds: number;
  readonly countsAsAttempt: boolean;
  readonly madeProgress: boolean;
  /** The batch that found no token, or null if the run waits for something else. */
  readonly nextBatch: NextBatch | null;
};

const release = statement({
  name: "release_lease",
  effect: "writes",
  sql: (
    lease: Placeholders<
      Lease & { waitSeconds: number; attemptsTakenBack: number; continued: number; nextBatch: string | null }
    >,
  ) => sql`
    UPDATE ${syncStatuses} SET ${releasedLease}, updated_at = clock_timestamp(),
      resume_after = clock_timestamp() + make_interval(secs => ${lease.waitSeconds}),
      attempt = greatest(attempt - ${lease.attemptsTakenBack}, 0),
      continuations = continuations + ${lease.continued}, next_batch = ${lease.nextBatch}::jsonb
    WHERE ${isHeldBy(lease)} RETURNING 1`,
});

/** Returns false if the lease is lost. */
export async function releaseLease(db: Db, { appId, leaseToken, ...waiting }: Lease & Waiting): Promise<boolean> {
  const { countsAsAttempt, madeProgress, nextBatch, waitSeconds } = waiting;
  const released = await release(db, {
    appId,
    leaseToken,
    waitSeconds,
    attemptsTakenBack: countsAsAttempt ? 0 : 1,
    continued: madeProgress ? 1 : 0,
    nextBatch: nextBatch === null ? null : JSON.stringify(nextBatch),
  });
  return released.length > 0;
}

export const moveRun = statement({
  name: "move_run",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: (runUpdate: RunUpdate) => sql`WITH ${updatedRun(runUpdate)} SELECT 1 FROM run`,
});
