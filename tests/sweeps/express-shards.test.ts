import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { EXPRESS_WAIT_MINUTES, FIRST_EXPRESS_SHARD } from "../../lib/domain/storefront-sweep.ts";
import { planExpress } from "../../lib/sweeps/plan-express.ts";
import { byRun } from "../support/by-run.ts";
import { everywhere } from "../support/countries.ts";
import { useDatabase } from "../support/database.ts";
import { createExpressWorld, type ExpressWorld } from "../support/express-world.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { endCoolDown, passTime } from "../support/pass-time.ts";
import { metricsIn } from "../support/sweep-pipeline.ts";

const database = useDatabase();
const createWorld = (options?: Parameters<typeof createExpressWorld>[1]) => createExpressWorld(database().db, options);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

async function addApps(world: ExpressWorld, count: number): Promise<readonly App[]> {
  const apps: App[] = [];
  for (let index = 0; index < count; index += 1) apps.push(await world.addApp());
  return apps;
}

async function startAll(world: ExpressWorld, apps: readonly App[]): Promise<void> {
  for (const app of apps) await world.start(app);
}

const byName = [...everywhere].toSorted();

const NEW_APPS = byRun({ usual: 5, long: 20 });

describe("the first sync of new apps", () => {
  it(`shares one request a storefront between ${NEW_APPS} apps`, { timeout: 120_000 }, async () => {
    const world = await createWorld({ countries, settings: { batchesPerMinute: 8 } });
    const apps = await addApps(world, NEW_APPS);
    await startAll(world, apps);

    await world.advance(ENOUGH_SECONDS);

    const storefronts = storefrontCodes(countries, "ios");
    expect(storefronts).toHaveLength(111);
    expect(world.requestedTogether().toSorted()).toEqual(storefronts.toSorted());
    for (const app of apps) {
      expect(world.requestedAlone(app)).toEqual(["us"]);
      expect(await world.statusOf(app)).toEqual({ status: "completed", current_step: null, is_whole: true });
      expect(await world.measuredIn(app)).toHaveLength(111);
    }
  });

  it("stores the primary storefront with its stars, and all languages, before any shard is planned", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);

    await world.advance(3);

    expect(await metricsIn(world.db, app, "us")).toMatchObject({ is_available: true, stars: expect.any(Array) });
    expect(await world.measuredIn(app)).toEqual(["us"]);
    const [listing] = await world.db.execute(
      sql`SELECT title FROM app_store_listings WHERE app_id = ${app.id} AND country_code = 'us'`,
    );
    expect(listing).toBeDefined();
    expect(await world.expressShards()).toEqual([]);
  });

  it("waits in its metrics phase while batches of its shard are open", async () => {
    const world = await createWorld({ settings: { batchesPerMinute: 1 } });
    const app = await world.addApp();
    await world.start(app);

    await world.advance(180);

    expect(await world.statusOf(app)).toMatchObject({ status: "processing", current_step: "metrics" });
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect((await world.measuredIn(app)).length).toBeGreaterThan(1);

    await world.advance(ENOUGH_SECONDS);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed", is_whole: true });
    expect(world.requestedAlone(app)).toEqual(["us"]);
  });

  it("covers its day", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advance(ENOUGH_SECONDS);
    await world.sweep.tick();

    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: [] }]);
    expect(await world.expressShards()).toMatchObject([{ shard: FIRST_EXPRESS_SHARD, is_folded: true }]);
  });

  it("requests by itself what its shard has not read after twenty minutes", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    for (const country of ["de", "jp"])
      world.store.scriptStorefront(country, storeFailure("http_429", { status: 429 }));
    await world.start(app);

    await world.advance(60 * EXPRESS_WAIT_MINUTES);
    expect(await world.statusOf(app)).toMatchObject({ status: "processing", current_step: "metrics" });

    await world.advance(ENOUGH_SECONDS);
    expect(world.requestedAlone(app).toSorted()).toEqual(["de", "jp", "us"]);
    expect(await world.measuredIn(app)).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("requests everything by itself when no shard is ever planned", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.start(app);
    await world.advance(3);
    world.waiting.splice(0, world.waiting.length, ...world.waiting.filter(({ message }) => !("kind" in message)));

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether()).toEqual([]);
    expect(world.requestedAlone(app).toSorted()).toEqual(byName);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("requests everything by itself, at once, where there are no sweeps", async () => {
    const world = await createWorld({ expressSeconds: null });
    const app = await world.addApp();
    await world.start(app);

    await world.advance(0);

    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    expect(world.requestedAlone(app).toSorted()).toEqual(byName);
    expect(await world.db.execute(sql`SELECT 1 FROM express_apps`)).toEqual([]);
  });

  it("goes on past midnight with what its shard has stored", async () => {
    const startsAt = new Date(new Date().setUTCHours(23, 58, 30, 0));
    const world = await createWorld({ startsAt, settings: { batchesPerMinute: 2 } });
    const app = await world.addApp();
    await world.start(app);

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedTogether().toSorted()).toEqual(byName);
    expect(world.requestedAlone(app)).toEqual(["us"]);
    expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
  });

  it("leaves an app that others of its shard show to be missing to the confirmation", async () => {
    const world = await createWorld();
    const [app, other] = [
      await world.addApp({ soldIn: everywhere.filter((code) => code !== "br") }),
      await world.addApp(),
    ];
    world.store.scriptListing(app.externalId, "br", storeFailure("http_5xx"));
    await startAll(world, [app, other]);

    await world.advance(ENOUGH_SECONDS);
    await world.sweep.tick();

    expect(world.requestedAlone(app)).toEqual(["us"]);
    const coverage = () =>
      world.db.execute(
        sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
      );
    expect([...(await coverage())]).toEqual([{ missing: ["br"] }]);

    await world.advance(60);
    await world.sweep.tick();
    expect(await metricsIn(world.db, app, "br")).toMatchObject({ is_available: false });
    expect([...(await coverage())]).toEqual([{ missing: [] }]);
  });

  it("requests a storefront by itself in which none of its shard was found", async () => {
    const world = await createWorld();
    const app = await world.addApp({ soldIn: everywhere.filter((code) => code !== "br") });
    world.store.scriptListing(app.externalId, "br", storeFailure("http_5xx"));
    await world.start(app);

    await world.advance(ENOUGH_SECONDS);

    expect(world.requestedAlone(app).toSorted()).toEqual(["br", "us"]);
    expect(await metricsIn(world.db, app, "br")).toMatchObject({ is_available: false });
  });
});

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

describe("an express shard", () => {
  const seats = { appsPerRequest: 3 };

  /** Has apps wait for a shard, in this order. */
  async function wait(world: ExpressWorld, apps: readonly App[]): Promise<void> {
    for (const { id } of apps) {
      await world.db.execute(sql`INSERT INTO express_apps (app_id, platform) VALUES (${id}, 'ios')`);
    }
    await passTime(world.db, 61);
  }

  const plan = (world: ExpressWorld) => planExpress(world.express, { correlationId: "test" });

  it("gives seats to users in turn", async () => {
    const world = await createWorld({ settings: seats });
    const other = await world.addUser();
    const [first, second, third, fourth] = [
      await world.addApp(),
      await world.addApp(),
      await world.addApp(),
      await world.addApp({ user: other }),
    ];
    await wait(world, [first, second, third, fourth]);

    await plan(world);

    expect(await world.expressShards()).toMatchObject([{ app_ids: [first.id, second.id, fourth.id] }]);
    expect([...(await world.db.execute(sql`SELECT app_id FROM express_apps`))]).toEqual([{ app_id: third.id }]);
  });

  it("waits until the batches of the last one have had their turns", async () => {
    const world = await createWorld({ settings: { ...seats, batchesPerMinute: 1 } });
    const apps = await addApps(world, 5);
    await wait(world, apps);

    await plan(world);
    await plan(world);
    expect(await world.expressShards()).toHaveLength(1);

    await passTime(world.db, everywhere.length * 60);
    await plan(world);
    expect(await world.expressShards()).toMatchObject([
      { shard: FIRST_EXPRESS_SHARD, app_ids: apps.slice(0, 3).map(({ id }) => id) },
      { shard: FIRST_EXPRESS_SHARD + 1, app_ids: apps.slice(3).map(({ id }) => id) },
    ]);
  });

  it("takes all apps that wait in the end, by messages alone", async () => {
    const world = await createWorld({ settings: { ...seats, batchesPerMinute: 6 } });
    const apps = await addApps(world, 7);
    await startAll(world, apps);

    await world.advance(ENOUGH_SECONDS);

    expect(await world.expressShards()).toHaveLength(3);
    for (const app of apps) {
      expect(world.requestedAlone(app)).toEqual(["us"]);
      expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    }
  });

  it("is planned once by workers at the same time", async () => {
    const world = await createWorld();
    await wait(world, await addApps(world, 2));

    await Promise.all(Array.from({ length: 8 }, () => plan(world)));

    expect(await world.expressShards()).toHaveLength(1);
    const batches = await world.db.execute(sql`SELECT country_code FROM sweep_batches`);
    expect(batches).toHaveLength(everywhere.length);
  });

  it("is not planned while its first app waits for others", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await world.db.execute(sql`INSERT INTO express_apps (app_id, platform) VALUES (${app.id}, 'ios')`);

    await plan(world);

    expect(await world.expressShards()).toEqual([]);
  });

  it("is not planned while its platform is paused", async () => {
    const world = await createWorld();
    await wait(world, [await world.addApp()]);
    await world.db.execute(sql`INSERT INTO platform_pauses (platform, reason) VALUES ('ios', 'test')`);

    await plan(world).finally(() => world.db.execute(sql`DELETE FROM platform_pauses`));

    expect(await world.expressShards()).toEqual([]);
  });

  it("is planned by the next tick when its message was lost", async () => {
    const world = await createWorld();
    await wait(world, [await world.addApp()]);

    await world.sweep.tick();

    expect(await world.expressShards()).toHaveLength(1);
    expect(world.waiting).toHaveLength(everywhere.length);
  });

  it("has the day's sweep go on after its batches", async () => {
    const world = await createWorld({ settings: { batchesPerMinute: 1 } });
    await wait(world, [await world.addApp()]);
    const secondsToTurn = async () => {
      const [row] = await world.db.execute<{ seconds: number }>(sql`
        SELECT extract(epoch FROM next_planned_at - clock_timestamp())::float8 AS seconds FROM sweep_turns
        WHERE platform = 'ios'`);
      return row?.seconds ?? 0;
    };
    expect(await secondsToTurn()).toBeLessThanOrEqual(0);

    await plan(world);

    expect(await secondsToTurn()).toBeGreaterThan((everywhere.length - 1) * 60);
  });

  it("does not stand for the plan of its day, which leaves out its apps", async () => {
    const world = await createWorld();
    const [app, other] = [await world.addApp(), await world.addApp()];
    await wait(world, [app]);
    await plan(world);

    await world.sweep.tick();

    const shards = await world.db.execute(
      sql`SELECT shard, to_jsonb(app_ids) AS app_ids FROM sweep_shards ORDER BY shard`,
    );
    expect([...shards]).toEqual([
      { shard: 0, app_ids: [other.id] },
      { shard: FIRST_EXPRESS_SHARD, app_ids: [app.id] },
    ]);
  });

  it("takes tokens above a floor of its own", async () => {
    const world = await createWorld();
    await addApps(world, 1);
    await world.sweep.tick();
    await wait(world, [await world.addApp()]);
    await plan(world);
    const taken: string[] = [];
    const budget = (name: string) => async () => {
      taken.push(name);
      return 0;
    };
    Object.assign(world.sweep.deps, { budget: budget("sweep"), expressBudget: budget("express") });

    await world.advance(1);

    expect(taken.toSorted()).toEqual([...everywhere.map(() => "express"), ...everywhere.map(() => "sweep")]);
  });

  it("is counted once with a shard of the day, and a storefront is missing where neither has it", async () => {
    const world = await createWorld();
    const [app] = await addApps(world, 2);
    if (app === undefined) throw new Error("There is no app.");
    for (const country of ["de", "jp"])
      world.store.scriptStorefrontApp(app.externalId, country, storeFailure("invalid_response"));
    await world.sweep.tick();
    await world.advance(1);
    world.store.scriptStorefrontApp(app.externalId, "jp", {});
    await wait(world, [app]);
    await plan(world);
    await world.advance(1);

    expect(await world.sweep.tick()).toMatchObject({ folded: 2 });
    expect(await world.sweep.tick()).toMatchObject({ folded: 0 });

    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: ["de"] }]);
  });
});
