import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createExpressWorld, type ExpressWorld } from "../support/express-world.ts";
import { DAY_MS, noonMs, sweepDay } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const createWorld = () => createExpressWorld(database().db);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

const byName = [...everywhere].toSorted();

/** Has the apps of the next day swept, and their scheduled syncs run. */
async function nextDay({ pipeline }: Pick<ExpressWorld, "pipeline">) {
  await pipeline.clock.moveTo(noonMs + DAY_MS);
  await sweepDay(pipeline);
  expect(await pipeline.tick()).toMatchObject({ ios: 1 });
  await pipeline.drain();
}

describe("a sync that a user requests", () => {
  async function createSynced() {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.pipeline.drain();
    return { ...world, app, before: world.requestedTogether().length };
  }

  it("has its metrics read by an express shard again", async () => {
    const { app, before, ...world } = await createSynced();
    await world.pipeline.advance(ENOUGH_SECONDS);
    await world.start(app);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether().slice(before).toSorted()).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
  });

  it("[SYN-11] requests no storefront again that does not have the app", async () => {
    const world = await createWorld();
    const app = await world.addApp({ soldIn: everywhere.filter((code) => code !== "br") });
    await world.start(app);
    await world.pipeline.advance(ENOUGH_SECONDS);
    const before = world.store.calls.length;

    await world.start(app);
    await world.pipeline.drain();

    const requested = world.store.calls.slice(before).flatMap(({ countries }) => countries);
    expect(new Set(requested)).toEqual(new Set(everywhere.filter((code) => code !== "br")));
  });

  it.each([
    ["takes no seat when half of its storefronts were read within ten minutes", { read: 3, minutes: 9 }, 0],
    ["takes a seat when fewer were", { read: 2, minutes: 9 }, 1],
    ["takes a seat ten minutes after that", { read: 3, minutes: 11 }, 1],
  ])("%s", async (_name, { read, minutes }, seats) => {
    const { app, ...world } = await createSynced();
    await nextDay(world);
    const shardsBefore = (await world.expressShards()).length;
    expect(everywhere).toHaveLength(6);
    await world.db.execute(sql`
      UPDATE sweep_batches SET stored_at = clock_timestamp()
        - make_interval(mins => CASE WHEN country_code = ANY (${`{${everywhere.slice(0, read)}}`}) THEN ${minutes} ELSE 30 END)`);
    await world.db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL`);

    await world.start(app);
    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(await world.expressShards()).toHaveLength(shardsBefore + seats);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
  });

  it("takes no seat while a shard with its app is under way, which an earlier run has left", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advanceIntoShard();
    expect(await world.statusOf(app)).toMatchObject({ current_step: "metrics" });
    await world.db.execute(sql`UPDATE sync_statuses SET status = 'failed', cooldown_until = NULL, lease_until = NULL`);
    // None of its batches has just been read.
    await world.db.execute(sql`UPDATE sweep_batches SET stored_at = stored_at - interval '1 hour'`);

    await world.start(app);
    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(await world.expressShards()).toHaveLength(1);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
  });

  it("leaves later scheduled syncs of the app without a shard", async () => {
    const { app, ...world } = await createSynced();

    await nextDay(world);

    expect(await world.expressShards()).toHaveLength(1);
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
  });
});

describe("a scheduled sync", () => {
  it("reads the stars of some storefronts a run, those with most ratings first", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    const ratings = { br: 10, ca: 500, de: 400, fr: 300, jp: 20 };
    for (const [code, ratingCount] of Object.entries(ratings))
      world.store.sell({ externalId: app.externalId, countries: [code], metrics: { rating_count: ratingCount } });
    await world.start(app);
    await world.pipeline.advance(ENOUGH_SECONDS);
    expect(world.requestedAlone(app)).toEqual(["us"]);

    await nextDay(world);

    expect(world.requestedForStars(app).toSorted()).toEqual(["ca", "de", "fr"]);
  });
});
