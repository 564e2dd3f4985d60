import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Db, statement } from "../../statement.ts";
import { type DueValues, dueFollowedApps } from "./due-apps.ts";
import { isDue, lastTried, roomForRuns, watchedApps } from "./due-conditions.ts";
import { startedRuns } from "./new-run.ts";

type DueSelection = Omit<DueValues, "now" | "staleBefore"> & {
  readonly now: Date;
  readonly staleBefore: Date;
  readonly untrackedMax: number;
  readonly itemsPlanned: number;
  readonly correlationId: string;
};

type RunValues = DueValues & Pick<DueSelection, "itemsPlanned" | "correlationId">;

const UNBOUNDED = 1_000_000_000;

const app = alias(apps, "app");
const run = alias(syncStatuses, "run");

/** It is planned for its values each time, since they show how few rows each range has. */
const startFollowed = statement({
  name: "insert_due_runs",
  effect: "writes",
  returns: "count",
  build: (due: RunValues) => runsOf(due, dueFollowedApps(due)),
});

const insertDueRunsOfUntrackedApps = statement({
  name: "insert_due_runs_of_untracked_apps",
  effect: "writes",
  returns: "count",
  build: (due: RunValues) =>
    runsOf(
      due,
      sql`
      SELECT ${app.id} FROM ${apps} app LEFT JOIN ${syncStatuses} run ON ${run.appId} = ${app.id}
      WHERE ${app.platform} = ${due.platform} AND ${isDue(app, run, due)} AND ${app.id} NOT IN (${watchedApps})
      ORDER BY ${lastTried(app, run, due)} NULLS FIRST, ${app.id} LIMIT (${roomForRuns(due)})`,
    ),
});

function runsOf(due: RunValues, dueApps: SQL): SQL {
  return sql`
    WITH due AS MATERIALIZED (${dueApps}),
    ${startedRuns({
      wanted: sql`SELECT id AS app_id, gen_random_uuid() AS run_id FROM due`,
      purpose: sql`'tracked'`,
      itemsPlanned: sql`${due.itemsPlanned}::int`,
      queuedOn: sql`(${due.now}::timestamptz AT TIME ZONE 'UTC')::date`,
      coolsDownAt: sql`NULL::timestamptz`,
      userId: sql`NULL::int`,
      isDeferred: sql`false`,
      correlationId: sql`${due.correlationId}::text`,
    })}
    SELECT 1 FROM started`;
}

export async function insertDueRuns(db: Db, { untrackedMax, ...due }: DueSelection): Promise<number> {
  const values = {
    ...due,
    now: due.now.toISOString(),
    staleBefore: due.staleBefore.toISOString(),
    activeMax: Math.min(due.activeMax, UNBOUNDED),
  };
  const runs = await startFollowed(db, values);
  const runsMax = Math.min(untrackedMax, due.runsMax - runs);
  return runsMax > 0 ? runs + (await insertDueRunsOfUntrackedApps(db, { ...values, runsMax })) : runs;
}
