import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { SyncQueues } from "../../lib/queues/work-queues.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { createTrackedApp, emptyCatalogue, sentApps } from "../support/tracked-apps.ts";

const database = useClockedDatabase();
const HOUR_SECONDS = 3_600;
/** The message of a run counts as lost two leases after its delivery. */
const LOST_SECONDS = 120;

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
    await pipeline.sweep();
    expect(pipeline.sent).toEqual([]);

    await passSeconds(LOST_SECONDS);
    await pipeline.sweep();
    expect(pipeline.sent).toHaveLength(1);
    expect(pipeline.sent[0]).toMatchObject({
      queue: lost?.queue,
      message: { runId: lost?.message.runId, phase: "identity" },
    });
    await pipeline.sweep();
    expect(pipeline.sent).toHaveLength(1);
  });

  it("gives a message the correlation id with which its run began", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    await pipeline.start((await createTrackedApp(db)).id);
    pipeline.sent.length = 0;
    await passSeconds(LOST_SECONDS);
    await pipeline.sweep();
    expect(pipeline.sent.map(({ message }) => message.correlationId)).toEqual(["test"]);
  });

  it("sends no second message for a run whose delayed message is on its way", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await db.execute(sql`UPDATE sync_statuses SET sent_until = clock_timestamp() + interval '10 minutes'`);
    pipeline.sent.length = 0;

    await passSeconds(599);
    await pipeline.sweep();
    expect(pipeline.sent).toEqual([]);

    await passSeconds(1);
    await pipeline.sweep();
    expect(sentApps(pipeline)).toEqual([app.id]);
  });

  it("[QUE-2] sends to one platform's queue when the other's rejects", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (const platform of ["ios", "android"] as const) {
      await pipeline.start((await createTrackedApp(db, { platform })).id);
    }
    pipeline.sent.length = 0;

    for (const rejected of ["ios", "android"] as const) {
      await passSeconds(LOST_SECONDS);
      const { syncs } = pipeline.ports.queues;
      const rejecting: SyncQueues = {
        send: (queue, ...rest) =>
          queue.platform === rejected ? Promise.reject(new Error("rejected")) : syncs.send(queue, ...rest),
      };
      const sweeper = createPipeline(db, createFakeStore("ios"), { queues: { syncs: rejecting } });
      await expect(sweeper.sweep()).rejects.toThrow();
    }
    expect(pipeline.sent.map(({ queue }) => queue.platform)).toEqual(["android", "ios"]);
  });

  it("leaves a run alone while a worker holds it", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    pipeline.sent.length = 0;
    await passSeconds(LOST_SECONDS);
    await db.execute(sql`UPDATE sync_statuses SET lease_until = clock_timestamp() + interval '10 seconds',
      lease_token = gen_random_uuid(), status = 'processing' WHERE app_id = ${app.id}`);
    await pipeline.sweep();
    expect(pipeline.sent).toEqual([]);
  });

  it.each(["tracked", "on_demand"] as const)("[SYN-15] fails no %s run because it waited", async (purpose) => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id, purpose);
    pipeline.sent.length = 0;

    await passSeconds(48 * HOUR_SECONDS);
    await pipeline.sweep();

    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", error_message: null });
    expect(sentApps(pipeline)).toEqual([app.id]);
  });
});
