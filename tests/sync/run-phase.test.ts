import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { HOPS_MAX } from "../../lib/domain/sync-phase.ts";
import { ATTEMPTS_MAX } from "../../lib/sync/run-phase.ts";
import { useDatabase } from "../support/database.ts";
import { createPipeline, createSyncWorld } from "../support/pipeline.ts";
import { dumpApp, findStored } from "../support/stored.ts";

const database = useDatabase();

async function queuedApp(overrides: Parameters<typeof createPipeline>[2] = {}) {
  const world = await createSyncWorld(database().db, {}, overrides);
  await world.pipeline.start(world.app.id);
  return world;
}

describe("a delivery", () => {
  it("changes nothing when it comes out of order", async () => {
    const { store, pipeline } = await queuedApp();
    const message = pipeline.take();
    for (const phase of ["finalize", "metrics", "listings", "reconciling"] as const) {
      expect(await pipeline.deliver({ ...message, phase })).toEqual({ kind: "not_claimed" });
    }
    expect(store.calls).toEqual([]);
  });

  it("with another platform than the app's requests no store", async () => {
    const { store, pipeline } = await queuedApp();
    expect(await pipeline.deliver({ ...pipeline.take(), platform: "android" })).toEqual({ kind: "not_claimed" });
    expect(store.calls).toEqual([]);
  });

  it("of an earlier run changes nothing", async () => {
    const { db, app, pipeline } = await queuedApp();
    const old = pipeline.take();
    await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
    await pipeline.start(app.id);

    expect(await pipeline.deliver(old)).toEqual({ kind: "not_claimed" });
  });

  it("writes nothing once its lease has expired", async () => {
    const { db, app, pipeline } = await queuedApp();
    await pipeline.deliver(pipeline.take());
    const listings = pipeline.take();
    const before = await dumpApp(db, app.id);

    const slow = createPipeline(db, pipeline.deps.connector, {
      ...pipeline.deps,
      connector: {
        ...pipeline.deps.connector,
        fetchListings: async (request, context) => {
          await db.execute(
            sql`UPDATE sync_statuses SET lease_until = clock_timestamp() - interval '1 second' WHERE app_id = ${app.id}`,
          );
          return pipeline.deps.connector.fetchListings(request, context);
        },
      },
    });

    expect(await slow.deliver(listings)).toEqual({ kind: "superseded" });
    expect(await dumpApp(db, app.id)).toMatchObject({ listings: (before as { listings: unknown }).listings });
    expect(await pipeline.deliver(listings)).toEqual({ kind: "completed" });
  });

  it("counts only continuations that made progress as hops", async () => {
    const budget = [5, 0];
    const { pipeline } = await queuedApp({ budget: async () => budget.shift() ?? 0 });
    await pipeline.deliver(pipeline.take());
    expect(pipeline.sent.map(({ message, delaySeconds }) => [message.hop, delaySeconds])).toEqual([[0, 5]]);
  });

  it("fails a run after the maximum of attempts without progress", async () => {
    const { db, app, pipeline } = await queuedApp();
    const message = pipeline.take();
    await db.execute(sql`UPDATE sync_statuses SET attempt = ${ATTEMPTS_MAX} WHERE app_id = ${app.id}`);
    await pipeline.deliver(message);
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed" });
  });

  it("fails a run that continues without end", async () => {
    const { db, app, pipeline } = await queuedApp();
    await pipeline.deliver({ ...pipeline.take(), hop: HOPS_MAX + 1 });
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed" });
  });

  it("renews its lease while a store is slow to respond", async () => {
    const { db, app, pipeline } = await queuedApp();
    const settings = { ...pipeline.deps.settings, leaseRenewalMs: 20 };
    const leaseUntil = async () => (await findStored(db, app.id)).lease_until;
    const slow = createPipeline(db, pipeline.deps.connector, {
      ...pipeline.deps,
      settings,
      connector: {
        ...pipeline.deps.connector,
        fetchIdentity: async (request, context) => {
          for (let renewals = 0; renewals < 3; renewals += 1)
            await expect.poll(leaseUntil).not.toBe(await leaseUntil());
          return pipeline.deps.connector.fetchIdentity(request, context);
        },
      },
    });
    expect(await slow.deliver(pipeline.take())).toEqual({ kind: "completed" });
    expect(await findStored(db, app.id)).toMatchObject({ current_step: "listings" });
  });
});
