import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { prod } from "../../infra/aws/stages.ts";
import { syncPurposes } from "../../lib/domain/sync-phase.ts";
import type { SyncQueues } from "../../lib/queues/work-queues.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { createTrackedApp, emptyCatalogue, sentApps } from "../support/tracked-apps.ts";

const database = useClockedDatabase();
const DAY_SECONDS = 86_400;
/** After which a message counts as lost that was sent without a delay. */
const LOST_SECONDS = 2 * prod.sync.leaseSeconds;

async function passSeconds(seconds: number): Promise<void> {
  const { clock } = database().db;
  await clock.moveTo(clock.ms() + seconds * 1_000);
}

describe("the resend schedule", () => {
  it.each(syncPurposes)("resends the message of a %s run when it was lost, and not before", async (purpose) => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id, purpose);
    const [lost] = pipeline.sent.splice(0);
    await passSeconds(LOST_SECONDS - 1);
    await pipeline.resend();
    expect(pipeline.sent).toEqual([]);

    await passSeconds(2);
    await pipeline.resend();
    await pipeline.resend();

    expect(pipeline.sent).toMatchObject([{ queue: lost?.queue, message: lost?.message }]);
  });

  it("resends a message that was delayed as long after its delivery", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await db.execute(sql`UPDATE sync_statuses SET resume_after = clock_timestamp() + interval '50 seconds',
      sent_until = NULL`);
    pipeline.sent.length = 0;
    await pipeline.resend();
    expect(pipeline.sent.splice(0).map(({ delaySeconds }) => delaySeconds)).toEqual([50]);

    await passSeconds(50 + LOST_SECONDS - 1);
    await pipeline.resend();
    expect(pipeline.sent).toEqual([]);
    await passSeconds(3);
    await pipeline.resend();
    expect(pipeline.sent).toHaveLength(1);
  });

  it("resends the message of the phase that a run has reached", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = 'metrics'`);

    await passSeconds(LOST_SECONDS + 1);
    await pipeline.resend();
    expect(pipeline.sent.map(({ message }) => [message.appId, message.phase])).toEqual([[app.id, "metrics"]]);
  });

  it("[QUE-2] sends to one platform's queue when the other's rejects", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (const platform of ["ios", "android"] as const) {
      const { id } = await createTrackedApp(db, { platform });
      const own = createPipeline(db, createFakeStore(platform), { queues: pipeline.ports.queues });
      await own.start(id);
    }
    expect(pipeline.sent.splice(0)).toHaveLength(2);
    await passSeconds(LOST_SECONDS + 1);

    for (const rejected of ["ios", "android"] as const) {
      const { syncs } = pipeline.ports.queues;
      const rejecting: SyncQueues = {
        send: (queue, ...rest) =>
          queue.platform === rejected ? Promise.reject(new Error("rejected")) : syncs.send(queue, ...rest),
      };
      const resending = createPipeline(db, createFakeStore("ios"), { queues: { syncs: rejecting } });
      await expect(resending.resend()).rejects.toThrow();
      await passSeconds(LOST_SECONDS + 1);
    }
    expect(pipeline.sent.map(({ queue }) => queue.platform)).toEqual(["android", "ios"]);
  });

  it("leaves a run alone while a worker holds it", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    pipeline.sent.length = 0;
    await passSeconds(LOST_SECONDS + 1);
    await db.execute(sql`UPDATE sync_statuses SET lease_until = clock_timestamp() + interval '10 seconds',
      lease_token = gen_random_uuid(), status = 'processing'`);
    await pipeline.resend();
    expect(pipeline.sent).toEqual([]);

    await passSeconds(11);
    await pipeline.resend();
    expect(sentApps(pipeline)).toEqual([app.id]);
  });

  it.each(syncPurposes)(
    "[SYN-15] fails no %s run because it waited, however long, and sends it then",
    async (purpose) => {
      const { db, pipeline } = await emptyCatalogue(database().db);
      const app = await createTrackedApp(db);
      await pipeline.start(app.id, purpose);
      pipeline.sent.length = 0;

      await passSeconds(10 * DAY_SECONDS);
      await pipeline.resend();

      expect(await findStored(db, app.id)).toMatchObject({ status: "queued", error_message: null });
      expect(sentApps(pipeline)).toEqual([app.id]);
    },
  );
});
