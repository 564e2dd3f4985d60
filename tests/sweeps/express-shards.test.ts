import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { FIRST_EXPRESS_SHARD } from "../../lib/domain/storefront-sweep.ts";
import type { StoreBudget } from "../../lib/stores/store-budget.ts";
import { planExpress } from "../../lib/sweeps/plan-express.ts";
import { everywhere } from "../support/countries.ts";
import { useDatabase } from "../support/database.ts";
import { createExpressWorld, type ExpressWorld } from "../support/express-world.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { passTime } from "../support/pass-time.ts";

const database = useDatabase();
const createWorld = (options?: Parameters<typeof createExpressWorld>[1]) => createExpressWorld(database().db, options);

/** Seconds in which any run of these tests ends, its waits included. */
const ENOUGH_SECONDS = 2 * 3_600;

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

  it("waits until the batches of the last one have had their turns, and the day's sweep its own as long", async () => {
    const world = await createWorld({ settings: { ...seats, batchesPerMinute: 10 } });
    const turnSeconds = everywhere.length * 6;
    const apps = await world.addApps(5);
    await wait(world, apps);

    await plan(world);
    await passTime(world.db, turnSeconds);
    await plan(world);
    expect(await world.expressShards()).toHaveLength(1);

    await passTime(world.db, turnSeconds);
    await plan(world);
    expect(await world.expressShards()).toMatchObject([
      { shard: FIRST_EXPRESS_SHARD, app_ids: apps.slice(0, 3).map(({ id }) => id) },
      { shard: FIRST_EXPRESS_SHARD + 1, app_ids: apps.slice(3).map(({ id }) => id) },
    ]);
  });

  it("takes all apps that wait in the end, by messages alone", async () => {
    const world = await createWorld({ settings: { ...seats, batchesPerMinute: 6 } });
    const apps = await world.addApps(7);
    await world.startAll(apps);

    await world.advance(ENOUGH_SECONDS);

    expect(await world.expressShards()).toHaveLength(3);
    for (const app of apps) {
      expect(world.requestedAlone(app)).toEqual(["us"]);
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

    await world.sweep.tick();

    expect(await world.expressShards()).toHaveLength(1);
    expect(world.waiting).toHaveLength(everywhere.length);
  });

  it("holds the day's sweep up for half of its turns", async () => {
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

    expect(Math.round((await secondsToTurn()) / 60)).toBe(everywhere.length / 2);
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

  it("leaves a day's plan without the apps whose first run is about to have them wait", async () => {
    const world = await createWorld();
    const [app, other] = [await world.addApp(), await world.addApp()];
    await world.start(app);

    await world.sweep.tick();

    const shards = await world.db.execute(sql`SELECT shard, to_jsonb(app_ids) AS app_ids FROM sweep_shards`);
    expect([...shards]).toEqual([{ shard: 0, app_ids: [other.id] }]);
  });

  it("takes tokens above a floor of its own", async () => {
    const world = await createWorld();
    await world.addApps(1);
    await world.sweep.tick();
    await wait(world, [await world.addApp()]);
    await plan(world);
    const taken: string[] = [];
    const budget: StoreBudget = async (_costs, purpose) => {
      taken.push(purpose);
      return 0;
    };
    Object.assign(world.sweep.deps, { budget });

    await world.advance(1);

    expect(taken.toSorted()).toEqual([...everywhere.map(() => "express"), ...everywhere.map(() => "sweep")]);
  });

  it("is counted once with a shard of the day, and a storefront is missing where neither has it", async () => {
    const world = await createWorld();
    const [app] = await world.addApps(2);
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
