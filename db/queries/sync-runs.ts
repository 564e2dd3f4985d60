import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { type SyncPurpose, syncPhaseSchema, syncPurposeSchema } from "../../lib/domain/sync-phase.ts";
import { apps } from "../schema/apps.ts";
import { syncStatuses } from "../schema/syncs.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";
import { releasedLease, renewedLease } from "./leases.ts";
import { secondsToStart, startedRuns } from "./new-run.ts";
import { isHeldBy, isPromotable, isUnfinished } from "./run-conditions.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

export const runReferenceSchema = () =>
  z.object({
    appId: z.int(),
    runId: z.uuid(),
    platform: platformSchema(),
    purpose: syncPurposeSchema(),
    phase: syncPhaseSchema(),
  });

/** What the message of a run is made of. */
export type RunReference = Readonly<z.infer<ReturnType<typeof runReferenceSchema>>>;

const startedRunSchema = () =>
  z.object({
    runId: z.uuid(),
    /** Seconds to the end of the last run's cool-down, before which the message must not arrive. */
    waitSeconds: z.number(),
  });

/** A run that needs a message to begin. */
export type StartedRun = Readonly<z.infer<ReturnType<typeof startedRunSchema>>>;

const startedRun = sql`run_id AS "runId", ${secondsToStart} AS "waitSeconds"`;

type NewRun = {
  readonly appId: number;
  readonly runId: string;
  readonly purpose: SyncPurpose;
  /** Items that the run will request. */
  readonly itemsPlanned: number;
  /** The current day by the clock of observations, YYYY-MM-DD. */
  readonly queuedOn: string;
};

const insert = statement({
  name: "insert_run",
  effect: "writes",
  row: startedRunSchema,
  sql: (run: Placeholders<NewRun & { coolsDownAt: string | null }>) => sql`
    WITH ${startedRuns({
      wanted: sql`SELECT ${run.appId}::int AS app_id, ${run.runId}::uuid AS run_id`,
      purpose: sql`${run.purpose}::text`,
      itemsPlanned: sql`${run.itemsPlanned}::int`,
      queuedOn: sql`${run.queuedOn}::date`,
      coolsDownAt: sql`${run.coolsDownAt}::timestamptz`,
    })}
    SELECT run_id AS "runId", wait_seconds AS "waitSeconds" FROM started`,
});

/**
 * Queues a run and returns it, or undefined when one is active. During the last run's cool-down it waits for its end,
 * by the clock of observations at `coolsDownAt`; null starts it at once.
 */
export async function insertRun(
  db: Db,
  { coolsDownAt, ...run }: NewRun & { readonly coolsDownAt: Date | null },
): Promise<StartedRun | undefined> {
  const [started] = await insert(db, { ...run, coolsDownAt: coolsDownAt?.toISOString() ?? null });
  return started;
}

const promote = statement({
  name: "promote_run",
  effect: "writes",
  row: startedRunSchema,
  sql: ({ appId }: Placeholders<{ appId: number }>) => sql`
    UPDATE ${syncStatuses} SET purpose = 'on_demand', queued_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE ${syncStatuses.appId} = ${appId} AND ${isPromotable(syncStatuses)}
    RETURNING ${startedRun}`,
});

/** Makes a queued scheduled run an on-demand one and returns it. Its first delivery on either queue wins. */
export async function promoteRun(db: Db, appId: number): Promise<StartedRun | undefined> {
  const [promoted] = await promote(db, { appId });
  return promoted;
}

const free = statement({
  name: "end_wait",
  effect: "writes",
  row: startedRunSchema,
  sql: ({ appId }: Placeholders<{ appId: number }>) => sql`
    UPDATE ${syncStatuses} SET purpose = 'on_demand', resume_after = NULL, cooldown_until = NULL,
      queued_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE ${syncStatuses.appId} = ${appId} AND ${syncStatuses.status} = 'queued'
      AND ${syncStatuses.resumeAfter} > clock_timestamp()
    RETURNING ${startedRun}`,
});

/** Lets a run that waits for a cool-down begin now, as if requested now. Returns undefined when none waits. */
export async function endWait(db: Db, appId: number): Promise<StartedRun | undefined> {
  const [freed] = await free(db, { appId });
  return freed;
}

type Place = { readonly appId: number; readonly platform: Platform; readonly countMax: number };

const a = alias(apps, "a");
const s = alias(syncStatuses, "s");
const own = alias(syncStatuses, "own");

const countAhead = statement({
  name: "count_runs_ahead",
  effect: "reads",
  row: () => z.object({ runs: z.int() }),
  sql: ({ appId, platform, countMax }: Placeholders<Place>) => sql`
    SELECT count(*)::int AS runs FROM (
      SELECT 1 FROM ${syncStatuses} s JOIN ${apps} a ON ${a.id} = ${s.appId}
      WHERE ${isUnfinished(s)} AND ${s.purpose} = 'on_demand' AND ${a.platform} = ${platform}
        AND (${s.queuedAt}, ${s.appId}) < (
          SELECT ${own.queuedAt}, ${own.appId} FROM ${syncStatuses} own WHERE ${own.appId} = ${appId})
      LIMIT ${countMax}) ahead`,
});

/** Returns how many unfinished runs of the app's platform users requested before this app's run, up to `countMax`. */
export async function countRunsAhead(db: Db, place: Place): Promise<number> {
  return onlyRow(await countAhead(db, place)).runs;
}

type Lease = Pick<RunUpdate, "appId" | "leaseToken">;

/** Renews the lease between writes. Returns false when it is lost. */
export const renewLease = statement({
  name: "renew_lease",
  effect: "writes",
  returns: "any",
  sql: (lease: Placeholders<Lease & { leaseSeconds: number }>) => sql`
    UPDATE ${syncStatuses} SET ${renewedLease(lease.leaseSeconds)}
    WHERE ${isHeldBy(lease)} RETURNING 1`,
});

const release = statement({
  name: "release_lease",
  effect: "writes",
  sql: (lease: Placeholders<Lease & { waitSeconds: number; attemptsTakenBack: number }>) => sql`
    UPDATE ${syncStatuses} SET ${releasedLease}, updated_at = clock_timestamp(),
      resume_after = clock_timestamp() + make_interval(secs => ${lease.waitSeconds}),
      attempt = greatest(attempt - ${lease.attemptsTakenBack}, 0)
    WHERE ${isHeldBy(lease)} RETURNING 1`,
});

/** Releases the lease for a delivery after `waitSeconds`. Returns false when it is lost. */
export async function releaseLease(
  db: Db,
  { countsAsAttempt, ...lease }: Lease & { readonly waitSeconds: number; readonly countsAsAttempt: boolean },
): Promise<boolean> {
  return (await release(db, { ...lease, attemptsTakenBack: countsAsAttempt ? 0 : 1 })).length > 0;
}

/** Records only the run's own transition. Returns false when the lease is lost. */
export const moveRun = statement({
  name: "move_run",
  effect: "writes",
  returns: "any",
  build: (runUpdate: RunUpdate) => sql`WITH ${updatedRun(runUpdate)} SELECT 1 FROM run`,
});
