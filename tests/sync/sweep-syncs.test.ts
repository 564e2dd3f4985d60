import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { failOverdueRuns } from "../../db/queries/swept-runs.ts";
import type { SyncQueues } from "../../lib/queues/work-queues.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { createTrackedApp, emptyCatalogue, sentApps } from "../support/tracked-apps.ts";

const database = useClockedDatabase();
const HOUR_SECONDS = 3_600;
/** Longer than a scheduled run that nothing updates keeps its message. */
const QUIET_SECONDS = 720;

async function passSeconds(seconds: number): Promise<void> {
  const { clock } = database().db;
  await clock.moveTo(clock.ms() + seconds * 1_000);
}

describe("the sweeper", () => {
  it("resends the message of a run when it was lost", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    const [lost] = pipeline.sent.splice(0);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });

    await passSeconds(QUIET_SECONDS);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 1 });
    expect(pipeline.sent[0]).toMatchObject({
      queue: lost?.queue,
      message: { runId: lost?.message.runId, phase: "identity" },
    });
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
  });

  it("resends a user's run after the quiet period, and a scheduled run only after the spread as well", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const [scheduled, requested] = [await createTrackedApp(db), await createTrackedApp(db)];
    await pipeline.start(scheduled.id);
    await pipeline.start(requested.id, "on_demand");
    pipeline.sent.length = 0;
    await passSeconds(120);
    await pipeline.sweep();
    expect(sentApps(pipeline)).toEqual([requested.id]);
  });

  it("sends no second message for scheduled runs that wait in the queue for their next phase", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = 'metrics'`);

    await passSeconds(600);
    await pipeline.sweep();
    expect(pipeline.sent).toEqual([]);

    await passSeconds(120);
    await pipeline.sweep();
    expect(pipeline.sent.map(({ message }) => [message.appId, message.phase])).toEqual([[app.id, "metrics"]]);
  });

  it("[QUE-2] sends to one platform's queue when the other's rejects", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (const platform of ["ios", "android"] as const)
      await pipeline.start((await createTrackedApp(db, { platform })).id);
    pipeline.sent.length = 0;
    await passSeconds(QUIET_SECONDS);

    for (const rejected of ["ios", "android"] as const) {
      const { syncs } = pipeline.ports.queues;
      const rejecting: SyncQueues = {
        send: (queue, ...rest) =>
          queue.platform === rejected ? Promise.reject(new Error("rejected")) : syncs.send(queue, ...rest),
      };
      const sweeper = createPipeline(db, createFakeStore("ios"), { queues: { syncs: rejecting } });
      await expect(sweeper.sweep()).rejects.toThrow();
      await passSeconds(QUIET_SECONDS);
    }
    expect(pipeline.sent.map(({ queue }) => queue.platform)).toEqual(["android", "ios"]);
  });

  it("leaves a run alone while a worker holds it", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await passSeconds(120);
    await db.execute(sql`UPDATE sync_statuses SET lease_until = clock_timestamp() + interval '10 seconds',
      lease_token = gen_random_uuid(), status = 'processing'`);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
  });

  it("fails no more runs in one statement than its limit, and skips one whose row is locked", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (let count = 0; count < 3; count += 1) await pipeline.start((await createTrackedApp(db)).id);
    await passSeconds(25 * HOUR_SECONDS);
    const overdue = { platform: "ios" as const, ageMaxHours: 24, queueMaxHours: 8, at: db.clock.now(), runsMax: 1 };

    await database().sql.begin(async (writing) => {
      await writing`SELECT 1 FROM sync_statuses ORDER BY updated_at LIMIT 1 FOR UPDATE`;
      expect(await failOverdueRuns(db, overdue)).toBe(1);
      expect(await failOverdueRuns(db, overdue)).toBe(1);
      expect(await failOverdueRuns(db, overdue)).toBe(0);
    });
    expect(await failOverdueRuns(db, overdue)).toBe(1);
  });

  it("fails a run that did not end in time", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await passSeconds(25 * HOUR_SECONDS);
    expect(await pipeline.sweep()).toEqual({ overdue: 1, sent: 0 });
    expect(await findStored(db, app.id)).toMatchObject({
      status: "failed",
      error_message: "The sync did not end within 24 hours.",
    });
  });

  it("fails a user's run that did not begin within a third of its time", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const [waiting, begun] = [await createTrackedApp(db), await createTrackedApp(db)];
    const scheduled = await createTrackedApp(db);
    for (const app of [waiting, begun]) await pipeline.start(app.id, "on_demand");
    await pipeline.start(scheduled.id, "tracked");
    await db.execute(sql`UPDATE sync_statuses SET current_step = 'listings' WHERE app_id = ${begun.id}`);
    const setAgeOfRuns = (hours: number) =>
      db.execute(sql`UPDATE sync_statuses SET updated_at = clock_timestamp(),
        queued_at = clock_timestamp() - make_interval(mins => ${hours * 60})`);

    await setAgeOfRuns(7.9);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
    await setAgeOfRuns(8.1);
    expect(await pipeline.sweep()).toEqual({ overdue: 1, sent: 0 });

    expect(await findStored(db, waiting.id)).toMatchObject({
      status: "failed",
      error_message: "The sync did not begin within 8 hours: too many were requested before it.",
    });
    for (const app of [begun, scheduled]) expect(await findStored(db, app.id)).toMatchObject({ status: "queued" });
  });
});
