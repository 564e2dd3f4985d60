import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { createRotationWorld, largest, others, readsOf } from "../support/rotation-world.ts";
import { HOUR_MS, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** Of two apps in one list: the two large storefronts, two lists of own ones, and two of the six others a day. */
const SIX_BATCHES = 6;

async function createSyncedWorld() {
  const { db } = database();
  const world = await createRotationWorld(db, { batchesPerDay: SIX_BATCHES, homes: ["pt", "se"], areSynced: true });
  const [app] = world.apps;
  if (app === undefined) throw new Error("No app is followed.");
  const before = world.store.calls.length;
  const callsOf = (operation: string) =>
    world.store.calls.slice(before).filter((call) => call.operation === operation && call.subject === app.externalId);
  return {
    ...world,
    app,
    /** Storefronts in which the first app's own sync has requested metrics since then, or stars alone. */
    requestedAlone: () => callsOf("fetchMetrics").flatMap(({ countries }) => countries),
    starsRead: () => callsOf("fetchStars").flatMap(({ countries }) => countries),
    /** Languages that it has read since then, whole and their page alone. */
    listingsRead: () => callsOf("fetchListings").flatMap(({ locales }) => locales),
    pagesRead: () => callsOf("fetchPages").flatMap(({ locales }) => locales),
  };
}

async function newestCoverage(db: TestDb, { id }: App) {
  const [row] = await db.execute<{ missing: string[]; later: string[] }>(sql`
    SELECT to_jsonb(missing_country_codes) AS missing, to_jsonb(rotated_out_country_codes) AS later
    FROM app_metric_coverage WHERE app_id = ${id} ORDER BY day DESC LIMIT 1`);
  return row;
}

async function statusOf(db: TestDb, { id }: App) {
  const [row] = await db.execute(sql`SELECT status, progress_done = progress_total AS is_whole FROM sync_statuses
    WHERE app_id = ${id}`);
  return row;
}

describe("[SWP-3] a scheduled sync on a day that cannot read all storefronts", () => {
  it("requests neither metrics nor stars nor pages of storefronts that were rotated out, and completes", async () => {
    const world = await createSyncedWorld();
    await world.sweepDay();

    await world.syncDue();

    expect([world.requestedAlone(), world.starsRead(), world.listingsRead(), world.pagesRead()]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(await statusOf(world.db, world.app)).toEqual({ status: "completed", is_whole: true });
    const [read = []] = await readsOf(world.db, world.app);
    expect(await newestCoverage(world.db, world.app)).toEqual({
      missing: [],
      later: others.filter((code) => !read.includes(code)),
    });
  });

  it("leaves storefronts to the sweep that it reads later on the day, and does not call them read", async () => {
    const world = await createSyncedWorld();
    await world.plan();
    await tickSweep(world.pipeline);
    const later = world.pipeline.sentSweeps.splice(4);
    await world.pipeline.deliverSweeps();
    await tickSweep(world.pipeline);

    await world.pipeline.tick();
    while ((await world.pipeline.deliverNext(undefined, { syncs: world.pipeline.sent, sweeps: [] })) !== undefined);

    const coming = later.flatMap(({ message }) => ("countryCode" in message ? [message.countryCode] : []));
    expect(coming).toHaveLength(2);
    expect(world.requestedAlone()).toEqual([]);
    // On some days, the app's own storefront is read once for it, and once more for the other app.
    const read = (await readsOf(world.db, world.app)).at(-1) ?? [];
    const unread = new Set(coming.filter((code) => !read.includes(code)));
    expect(unread.size).toBeGreaterThan(0);
    expect((await newestCoverage(world.db, world.app))?.missing).toEqual([...unread].toSorted());

    world.pipeline.sentSweeps.push(...later);
    await world.pipeline.deliverSweeps();
    await tickSweep(world.pipeline);
    expect((await newestCoverage(world.db, world.app))?.missing).toEqual([]);
  });

  it("reads the pages of a new version at once, also in storefronts that were rotated out", async () => {
    const world = await createSyncedWorld();
    const released = { version: "2.0", releaseDate: "2026-03-01" };
    world.store.sell({ externalId: world.app.externalId, countries: [...largest, ...others], identity: released });
    await world.sweepDay();

    await world.syncDue();

    const read = [...world.listingsRead(), ...world.pagesRead()];
    expect(read).toEqual(expect.arrayContaining(["en-US", "de-DE", "da", "fi", "nb", "pl", "pt-PT", "sv"]));
    expect(world.requestedAlone()).toEqual([]);
  });

  it("is followed by a user's sync that reads all storefronts, after which the day has read all", async () => {
    const world = await createSyncedWorld();
    await world.sweepDay();
    await world.syncDue();
    await world.db.clock.moveTo(world.db.clock.ms() + HOUR_MS);

    await world.pipeline.sync(world.app.id, "on_demand");

    expect(await newestCoverage(world.db, world.app)).toEqual({ missing: [], later: [] });
  });

  it("relies past midnight on the day before, until the largest storefronts of the new day were read", async () => {
    const world = await createSyncedWorld();
    await world.sweepDay();
    await world.pipeline.tick();
    await world.startNextDay();
    await world.plan();
    await tickSweep(world.pipeline);
    world.pipeline.sentSweeps.splice(2);
    await world.pipeline.deliverSweeps();
    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 2 });

    while ((await world.pipeline.deliverNext(undefined, { syncs: world.pipeline.sent, sweeps: [] })) !== undefined);

    expect(world.requestedAlone()).toEqual([]);
    expect(await statusOf(world.db, world.app)).toMatchObject({ status: "completed" });
  });
});
