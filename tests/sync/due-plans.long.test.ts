import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { insertDueRuns } from "../../db/queries/runs/due-runs.ts";
import { countOverdueApps } from "../../db/queries/runs/overdue-apps.ts";
import type { Db } from "../../db/statement.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { useDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { explainWork, type PlanNode } from "../support/plans.ts";

const database = useDatabase();

const KNOWN = 30_000;
const FOLLOWED = 6_000;
/** Of the followed apps: due since they wait no longer; waiting for the sweep; the others are fresh. */
const [DUE, WAITING] = [40, 2_000];
const RUNS_MAX = 100;
const now = new Date();
const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

beforeAll(async () => {
  const { db } = database();
  const { id: userId } = await createUser(db);
  await db.execute(
    sql`INSERT INTO apps (platform, external_id) SELECT 'ios', n::text FROM generate_series(1, ${KNOWN}::int) n`,
  );
  const age = sql`CASE WHEN id <= ${DUE} THEN interval '50 hours' WHEN id <= ${WAITING} THEN interval '30 hours'
    ELSE interval '1 hour' END`;
  await db.execute(sql`UPDATE apps SET last_synced_at = now() - ${age} WHERE id <= ${FOLLOWED}`);
  await db.execute(sql`INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at)
    SELECT id, gen_random_uuid(), 'tracked', 'completed', now(), last_synced_at FROM apps WHERE id <= ${FOLLOWED}`);
  await db.execute(
    sql`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM apps WHERE id <= ${FOLLOWED}`,
  );
  await db.execute(sql`INSERT INTO sweep_shards (platform, day, shard, app_ids)
    SELECT 'ios', ${utcDay(now)}::date, id / 150, array_agg(id ORDER BY id) FROM apps WHERE id <= ${FOLLOWED} GROUP BY id / 150`);
  await db.execute(sql`UPDATE followed_apps SET swept_on = ${utcDay(hoursBefore(24))}::date`);
  await db.execute(sql`VACUUM ANALYZE`);
});

describe("the plan", () => {
  it("of a tick reads the apps that it starts, and none that are fresh or wait", async () => {
    const nodes = await explain(startDue);

    expectNoScan(nodes);
    expect(readOf(nodes, "followed_apps")).toBe(DUE);
    // For the foreign key.
    expect(readOf(nodes, "apps")).toBeLessThanOrEqual(DUE);
  });

  it("of the count of overdue apps reads no apps where no run has failed", async () => {
    const nodes = await explain((db) => countOverdueApps(db, hoursBefore(36)));

    expect(readOf(nodes, "apps")).toBe(0);
    expect(readOf(nodes, "followed_apps")).toBe(FOLLOWED);
  });
});

function startDue(db: Db) {
  return insertDueRuns(db, {
    platform: "ios",
    now,
    staleBefore: hoursBefore(24),
    runsMax: RUNS_MAX,
    activeMax: RUNS_MAX,
    untrackedMax: 0,
    failedRetryHours: 1,
    itemsPlanned: 1,
    correlationId: "test",
    sweepDay: utcDay(now),
  });
}

async function explain(work: (db: Db) => Promise<unknown>): Promise<readonly PlanNode[]> {
  const { db } = database();
  const plans = await explainWork(db, work, { analyze: true });
  await db.execute(sql`UPDATE sync_statuses SET status = 'completed', current_step = NULL`);
  expect(plans).toHaveLength(1);
  return plans.flatMap(({ nodes }) => nodes);
}

function expectNoScan(nodes: readonly PlanNode[]): void {
  const scanned = nodes.filter((node) => node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 0) > 0);
  expect(scanned.map((node) => node["Relation Name"])).not.toContain("apps");
  expect(scanned.map((node) => node["Relation Name"])).not.toContain("followed_apps");
}

/** Returns how many rows of a table were read. */
function readOf(nodes: readonly PlanNode[], table: string): number {
  const rows = nodes
    .filter((node) => node["Relation Name"] === table && /Scan$/.test(node["Node Type"]))
    .map((node) => ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0));
  return rows.reduce((sum, count) => sum + count, 0);
}
