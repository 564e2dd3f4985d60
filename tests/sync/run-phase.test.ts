import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { CONTINUATIONS_MAX } from "../../lib/domain/sync-phase.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { ATTEMPTS_MAX } from "../../lib/sync/run-phase.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createPipeline, createSyncWorld } from "../support/pipeline.ts";
import { dumpApp, findStored } from "../support/stored.ts";
import { leaveTokens } from "../support/sweep-world.ts";

const database = useClockedDatabase();

async function queuedApp(overrides: Parameters<typeof createPipeline>[2] = {}) {
  const world = await createSyncWorld(database().db, {}, { countries: fewCountries, ...overrides });
  await world.pipeline.start(world.app.id);
  return world;
}

describe("a delivery", () => {
  it("changes nothing when it comes out of order", async () => {
    const { store, pipeline } = await queuedApp();
    const message = pipeline.take();
    for (const phase of ["finalize", "metrics", "listings", "reconciling"] as const) {
      expect(await pipeline.deliver({ ...message, phase })).toBe("not_claimed");
    }
    expect(store.calls).toEqual([]);
  });

  it("with another platform than the app's requests no store", async () => {
    const { store, pipeline } = await queuedApp();
    expect(await pipeline.deliver({ ...pipeline.take(), platform: "android" })).toBe("not_claimed");
    expect(store.calls).toEqual([]);
  });

  it("of an earlier run changes nothing", async () => {
    const { db, app, pipeline } = await queuedApp();
    const old = pipeline.take();
    await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
    await pipeline.start(app.id);

    expect(await pipeline.deliver(old)).toBe("not_claimed");
  });

  it("writes nothing once its lease has expired", async () => {
    const { db, store, app, pipeline } = await queuedApp();
    await pipeline.deliver(pipeline.take());
    const listings = pipeline.take();
    const before = await dumpApp(db, app.id);

    const fetchListings: StoreConnector["fetchListings"] = async (...request) => {
      await db.clock.moveTo(db.clock.ms() + (pipeline.settings.sync.leaseSeconds + 1) * 1_000);
      return store.fetchListings(...request);
    };
    const { queues } = pipeline.ports;
    const slow = createPipeline(db, { ...store, fetchListings }, { countries: fewCountries, queues });

    expect(await slow.deliver(listings)).toBe("superseded");
    expect(await dumpApp(db, app.id)).toMatchObject({ listings: (before as { listings: unknown }).listings });
    await pipeline.deliver(listings);
    await pipeline.drain();
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });

  it("counts continuations that made progress, and none that found no token", async () => {
    const { db, app, pipeline } = await queuedApp({ remainingMs: () => 20_000 });
    const continuations = async () => (await findStored(db, app.id)).continuations;
    await leaveTokens(db, "itunes_lookup", 0);
    expect(await pipeline.deliver(pipeline.take())).toBe("postponed");
    expect(await continuations()).toBe(0);

    await emptyTables(db, storeBudgets);
    const outcomes = [(await pipeline.deliverNext())?.outcome, (await pipeline.deliverNext())?.outcome];
    expect(outcomes).toEqual(["completed", "continue"]);
    expect(await continuations()).toBe(1);
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
    await db.execute(sql`UPDATE sync_statuses SET continuations = ${CONTINUATIONS_MAX + 1} WHERE app_id = ${app.id}`);
    await pipeline.deliver(pipeline.take());
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed" });
  });

  it("renews its lease while a store is slow to respond", async () => {
    const { db, store, app, pipeline } = await queuedApp();
    const leaseUntil = async () => (await findStored(db, app.id)).lease_until;
    const fetchIdentity: StoreConnector["fetchIdentity"] = async (...request) => {
      for (let renewals = 0; renewals < 3; renewals += 1) {
        const before = await leaseUntil();
        await db.clock.moveTo(db.clock.ms() + 1_000);
        await expect.poll(leaseUntil).not.toBe(before);
      }
      return store.fetchIdentity(...request);
    };
    const settings = { sync: { leaseRenewalMs: 20 } };
    const slow = createPipeline(db, { ...store, fetchIdentity }, { settings });
    expect(await slow.deliver(pipeline.take())).toBe("completed");
    expect(await findStored(db, app.id)).toMatchObject({ current_step: "listings" });
  });
});
