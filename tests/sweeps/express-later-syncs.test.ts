import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../support/countries.ts";
import { useDatabase } from "../support/database.ts";
import { createExpressWorld } from "../support/express-world.ts";
import { endCoolDown } from "../support/pass-time.ts";

const database = useDatabase();
const createWorld = () => createExpressWorld(database().db);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

const byName = [...everywhere].toSorted();

describe("a sync that a user requests", () => {
  async function createSynced() {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advance(ENOUGH_SECONDS);
    await endCoolDown(world.db, app.id);
    return { ...world, app, before: world.requestedTogether().length };
  }

  it("has its metrics read by an express shard again", async () => {
    const { app, before, ...world } = await createSynced();
    await world.start(app);

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether().slice(before).toSorted()).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
  });

  it("relies on what was read in the last ten minutes", async () => {
    const { app, before, ...world } = await createSynced();
    await world.db.execute(sql`UPDATE sweep_batches SET stored_at = clock_timestamp()`);
    await world.start(app);

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether()).toHaveLength(before);
  });

  it("leaves later scheduled syncs of the app without a shard", async () => {
    const { app, before, ...world } = await createSynced();
    await world.start(app, "tracked");

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether()).toHaveLength(before);
  });
});

describe("a scheduled sync", () => {
  it("reads the stars of some storefronts a run, those with most ratings first", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    const ratings = { br: 10, ca: 500, de: 400, fr: 300, jp: 20 };
    for (const [code, ratingCount] of Object.entries(ratings))
      world.store.sell({ externalId: app.externalId, countries: [code], metrics: { ratingCount } });
    await world.start(app);
    await world.advance(ENOUGH_SECONDS);
    expect(world.requestedAlone(app)).toEqual(["us"]);

    await endCoolDown(world.db, app.id);
    await world.start(app, "tracked");
    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedForStars(app).toSorted()).toEqual(["ca", "de", "fr"]);
  });
});
