import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { FIRST_EXPRESS_SHARD } from "../../lib/domain/storefront-sweep.ts";
import { everywhere } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createExpressWorld, type ExpressWorld } from "../support/express-world.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { leaveTokens, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const createWorld = (options?: Parameters<typeof createExpressWorld>[1]) => createExpressWorld(database().db, options);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

describe("an express shard", () => {
  const threeSeats = { sweep: { appsPerRequest: 3 } };

  /** Has apps wait for a shard, in this order. */
  async function wait(world: ExpressWorld, apps: readonly App[]): Promise<void> {
    for (const { id } of apps) {
      await world.db.execute(sql`INSERT INTO express_apps (app_id, platform) VALUES (${id}, 'ios')`);
    }
    await passTime(world, 61);
  }

  const passTime = ({ pipeline: { clock } }: ExpressWorld, seconds: number) =>
    clock.moveTo(clock.ms() + 1_000 * seconds);
  const plan = ({ pipeline }: ExpressWorld) =>
    pipeline.deliver({ v: 1, kind: "express", platform: "ios", correlationId: "test" });
  const isExpress = (message: object) => "shard" in message && Number(message.shard) >= FIRST_EXPRESS_SHARD;

  it("gives seats to users alternately", async () => {
    const world = await createWorld({ settings: threeSeats });
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

  it("gives an app that two users follow the better of their places", async () => {
    const world = await createWorld({ settings: { sweep: { appsPerRequest: 2 } } });
    const other = await world.addUser();
    const [first, second, third, shared] = await world.addApps(4);
    if (first === undefined || second === undefined || third === undefined || shared === undefined) {
      throw new Error("Too few apps are followed.");
    }
    await world.db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${other}, ${shared.id})`);
    await wait(world, [first, second, third, shared]);

    await plan(world);

    expect(await world.expressShards()).toMatchObject([{ app_ids: [first.id, shared.id] }]);
  });

  it("counts the seats of competitors as those of the user who follows them", async () => {
    const world = await createWorld({ settings: threeSeats });
    const other = await world.addUser();
    const [first, second, rival] = await world.addApps(3);
    const fourth = await world.addApp({ user: other });
    if (first === undefined || second === undefined || rival === undefined)
      throw new Error("Too few apps are followed.");
    await world.db.execute(sql`
      WITH compared AS (DELETE FROM tracked_apps WHERE app_id = ${rival.id} RETURNING user_id)
      INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
      SELECT user_id, ${first.id}, ${rival.id} FROM compared`);
    await wait(world, [first, second, rival, fourth]);

    await plan(world);

    expect(await world.expressShards()).toMatchObject([{ app_ids: [first.id, second.id, fourth.id] }]);
  });

  it("waits until each batch of the last one was tried, and is then planned by that delivery", async () => {
    const world = await createWorld({ settings: threeSeats });
    const apps = await world.addApps(5);
    await wait(world, apps);

    await plan(world);
    const batches = world.pipeline.sentSweeps.splice(0).map(({ message }) => message);
    for (const message of batches.slice(1)) await world.pipeline.deliver(message);
    await plan(world);
    expect(await world.expressShards()).toHaveLength(1);

    for (const message of batches.slice(0, 1)) await world.pipeline.deliver(message);
    expect(await world.expressShards()).toMatchObject([
      { shard: FIRST_EXPRESS_SHARD, app_ids: apps.slice(0, 3).map(({ id }) => id) },
      { shard: FIRST_EXPRESS_SHARD + 1, app_ids: apps.slice(3).map(({ id }) => id) },
    ]);
  });

  it("gathers apps that no user waits for, for an hour", async () => {
    const world = await createWorld();
    const apps = await world.addApps(2);
    for (const { id } of apps) await world.pipeline.start(id);
    await world.pipeline.advance(1_800);
    expect(await world.expressShards()).toEqual([]);

    await world.pipeline.advance(2_400);
    expect(await world.expressShards()).toMatchObject([{ app_ids: apps.map(({ id }) => id) }]);
  });

  it("takes those that gather along with an app that a user waits for", async () => {
    const world = await createWorld();
    const apps = await world.addApps(2);
    for (const { id } of apps) await world.pipeline.start(id);
    await world.pipeline.advance(600);
    const requested = await world.addApp();
    await world.pipeline.start(requested.id, "on_demand");
    await world.pipeline.advance(120);

    expect(await world.expressShards()).toMatchObject([{ app_ids: [...apps, requested].map(({ id }) => id) }]);
  });

  it("takes all apps that wait in the end, by messages alone", async () => {
    const world = await createWorld({ settings: threeSeats });
    const apps = await world.addApps(7);
    await world.startAll(apps);

    await world.pipeline.advance(ENOUGH_SECONDS);

    expect(await world.expressShards()).toHaveLength(3);
    for (const app of nonEmpty(apps)) {
      expect([...world.requestedAlone(app), ...world.requestedForStars(app)]).toEqual(["us"]);
      expect(await world.statusOf(app)).toMatchObject({ status: "completed" });
    }
  });

  it("is planned once by workers at the same time", async () => {
    const world = await createWorld();
    await wait(world, await world.addApps(2));

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

    await tickSweep(world.pipeline);

    expect(await world.expressShards()).toHaveLength(1);
    expect(world.pipeline.sentSweeps).toHaveLength(everywhere.length);
  });

  it("waits for no batch that the store limits or that fails", async () => {
    const world = await createWorld({ settings: threeSeats });
    const apps = await world.addApps(5);
    world.store.scriptStorefront("de", storeFailure("http_429", { status: 429 }));
    world.store.scriptStorefront("jp", storeFailure("http_5xx", { status: 500 }));
    await wait(world, apps);

    await plan(world);
    await world.pipeline.advance(30);

    expect(await world.expressShards()).toHaveLength(2);
  });

  it("goes before the batches of the day's sweep, which begin when the host has tokens left", async () => {
    const world = await createWorld();
    const [followed, requested] = [await world.addApp(), await world.addApp()];
    await wait(world, [requested]);
    await leaveTokens(world.db, "itunes.apple.com", TOKENS_NEEDED.sweep);
    await plan(world);

    await tickSweep(world.pipeline);
    await world.pipeline.advance(120);

    const subjects = world.store.calls
      .filter(({ operation }) => operation === "fetchStorefrontApps")
      .map(({ subject }) => subject);
    const batches = (app: App) => Array.from({ length: everywhere.length }, () => app.externalId);
    expect(subjects).toEqual([...batches(requested), ...batches(followed)]);
  });

  it("does not stand for the plan of its day, which leaves out its apps", async () => {
    const world = await createWorld();
    const [app, other] = [await world.addApp(), await world.addApp()];
    await wait(world, [app]);
    await plan(world);

    await tickSweep(world.pipeline);

    const shards = await world.db.execute(
      sql`SELECT shard, to_jsonb(app_ids) AS app_ids FROM sweep_shards ORDER BY shard`,
    );
    expect([...shards]).toEqual([
      { shard: 0, app_ids: [other.id] },
      { shard: FIRST_EXPRESS_SHARD, app_ids: [app.id] },
    ]);
  });

  it("leaves a day's plan without the apps whose first run is about to have them wait", async () => {
    const world = await createWorld();
    const [app, other] = [await world.addApp(), await world.addApp()];
    await world.start(app);

    await tickSweep(world.pipeline);

    const shards = await world.db.execute(sql`SELECT shard, to_jsonb(app_ids) AS app_ids FROM sweep_shards`);
    expect([...shards]).toEqual([{ shard: 0, app_ids: [other.id] }]);
  });

  it("takes tokens that the day's sweep leaves", async () => {
    const world = await createWorld();
    await world.addApps(1);
    await tickSweep(world.pipeline);
    await wait(world, [await world.addApp()]);
    await leaveTokens(world.db, "itunes.apple.com", TOKENS_NEEDED.sweep - 1);
    await plan(world);

    const outcomes = [];
    for (const { message } of world.pipeline.sentSweeps.splice(0)) {
      outcomes.push([isExpress(message), await world.pipeline.deliver(message)]);
    }

    expect(outcomes).toContainEqual([true, "stored"]);
    expect(outcomes).toContainEqual([false, "postponed"]);
    expect(outcomes).not.toContainEqual([false, "stored"]);
  });

  it("is counted once with a shard of the day, and a storefront is missing where neither has it", async () => {
    const world = await createWorld();
    const [app] = await world.addApps(2);
    if (app === undefined) throw new Error("There is no app.");
    for (const country of ["de", "jp"])
      world.store.scriptStorefrontApp(app.externalId, country, storeFailure("invalid_response"));
    await tickSweep(world.pipeline);
    await world.pipeline.advance(60);
    world.store.scriptStorefrontApp(app.externalId, "jp", {});
    await wait(world, [app]);
    await plan(world);
    await world.pipeline.advance(60);

    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 2 });
    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 0 });

    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: ["de"] }]);
  });

  it("covers a storefront in which it has found an app that the shard of the day missed", async () => {
    const world = await createWorld();
    const app = await world.addApp();
    await tickSweep(world.pipeline);
    await world.pipeline.deliverSweeps();
    await world.db.execute(
      sql`UPDATE sweep_batches SET missing_app_ids = ARRAY[${app.id}::int] WHERE country_code = 'de'`,
    );
    await wait(world, [app]);
    await plan(world);
    await world.pipeline.deliverSweeps();

    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 2 });

    const coverage = await world.db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect([...coverage]).toEqual([{ missing: [] }]);
  });
});
