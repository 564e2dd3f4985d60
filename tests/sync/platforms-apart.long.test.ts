import { type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import type { Db } from "../../db/client.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import type { SyncQueues } from "../../lib/queues/work-queues.ts";
import { byRun } from "../support/by-run.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline, type PipelineOverrides } from "../support/pipeline.ts";

const database = useClockedDatabase();
const BACKLOG = byRun({ usual: 1_000, nightly: 5_000 });
const others = { ios: "android", android: "ios" } as const satisfies Record<Platform, Platform>;

beforeEach(async () => {
  await database().db.execute(sql`TRUNCATE apps, users CASCADE`);
});

/** Adds runs of this many apps of a platform, last updated this many hours ago. */
async function addRuns(runs: { platform: Platform; count: number; hoursAgo: number; set: SQL }): Promise<void> {
  const { db } = database();
  await db.execute(sql`
    WITH app AS (
      INSERT INTO apps (platform, external_id)
      SELECT ${runs.platform}, 'app.' || i FROM generate_series(1, ${runs.count}::int) i RETURNING id
    )
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, updated_at)
    SELECT id, gen_random_uuid(), 'on_demand', 'queued', 'listings', moved_at, moved_at
    FROM app, LATERAL (SELECT clock_timestamp() - make_interval(hours => ${runs.hoursAgo})) AS moved (moved_at)`);
  await db.execute(sql`UPDATE sync_statuses s SET ${runs.set} FROM apps a
    WHERE a.id = s.app_id AND a.platform = ${runs.platform}`);
}

/** Adds one run of a platform behind a backlog of the other's, whose runs were updated longer ago. */
async function addBehindBacklog(platform: Platform, set: SQL): Promise<void> {
  await addRuns({ platform: others[platform], count: BACKLOG, hoursAgo: 3, set });
  await addRuns({ platform, count: 1, hoursAgo: 2, set });
}

function createResend(overrides: PipelineOverrides = {}) {
  const { db } = database();
  const pipeline = createPipeline(db, createFakeStore("ios"), overrides);
  return {
    measured: () => pipeline.measured.map(([name]) => name),
    resend: () => pipeline.resend(),
    sentTo: (platform: Platform) => pipeline.sent.filter(({ queue }) => queue.platform === platform).length,
  };
}

/** Returns the same database, where each statement with the platform fails. */
function failingFor(platform: Platform, db: Db): Db {
  const run: Db["run"] = (statement) =>
    statement.values.includes(platform)
      ? Promise.reject(new Error("The database is out of order."))
      : db.run(statement);
  return { ...db, run };
}

describe.each(platforms)("[QUE-2] a resend of %s behind a backlog of the other platform", (platform) => {
  it.each([
    ["whose messages may be lost", sql`current_step = 'listings'`],
    ["whose failed items are due", sql`status = 'completed', next_retry_at = clock_timestamp() - interval '1 minute'`],
  ])("sends its run at once, and of the backlog what the store grants: runs %s", async (_case, set) => {
    await addBehindBacklog(platform, set);
    const { resend, sentTo } = createResend();

    await resend();
    const [own, other] = [sentTo(platform), sentTo(others[platform])];
    expect(own).toBe(1);
    expect(other).toBeGreaterThan(0);
    expect(other).toBeLessThan(BACKLOG);
  });
});

describe.each(platforms)("[QUE-2] a resend of %s while the other platform has trouble", (platform) => {
  const addOneOfEach = async () => {
    for (const each of platforms) await addRuns({ platform: each, count: 1, hoursAgo: 2, set: sql`attempt = 0` });
  };

  it("goes on when a statement fails, and still measures overdue apps", async () => {
    await addOneOfEach();
    const { resend, sentTo, measured } = createResend({ db: failingFor(others[platform], database().db) });
    const user = await createUser(database().db);
    await database().db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) SELECT ${user.id}, id FROM apps`);

    await expect(resend()).rejects.toThrow(AggregateError);

    expect([sentTo(platform), sentTo(others[platform])]).toEqual([1, 0]);
    expect(measured().filter((name) => name === "OverdueAppsPercent")).toHaveLength(2);
  });

  it("does not wait for a queue that is slow to respond", async () => {
    await addOneOfEach();
    const sent: Platform[] = [];
    const isSent = Promise.withResolvers<void>();
    const syncs: SyncQueues = {
      send: async (queue) => {
        if (queue.platform === platform) isSent.resolve();
        else await isSent.promise;
        sent.push(queue.platform);
      },
    };

    await createResend({ queues: { syncs } }).resend();

    expect(sent).toEqual([platform, others[platform]]);
  });
});
