import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { usualPace } from "../../lib/domain/sweep-rotation.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createSweepWorld, DAY_MS, followApps, noonMs, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();

async function shards(db: TestDb) {
  return [
    ...(await db.execute<{ shard: number; app_ids: number[]; batches: number }>(sql`
      SELECT s.shard::int, to_jsonb(s.app_ids) AS app_ids, count(b.*)::int AS batches FROM sweep_shards s
      JOIN sweep_batches b USING (platform, day, shard) GROUP BY s.shard, s.app_ids ORDER BY s.shard`)),
  ];
}

describe("the plan of a sweep", () => {
  it("has each followed app in one shard, full ones of two first, and each in every storefront", async () => {
    const { db, apps, pipeline } = await createSweepWorld(database().db, {
      apps: 5,
      settings: { sweep: { appsPerRequest: 2 } },
    });
    await createApp(db);
    const [first, second, third, fourth, fifth] = apps.map(({ id }) => id);

    expect(await tickSweep(pipeline)).toMatchObject({ planned: 3 * everywhere.length });

    expect(await shards(db)).toEqual([
      { shard: 0, app_ids: [first, second], batches: everywhere.length },
      { shard: 1, app_ids: [third, fourth], batches: everywhere.length },
      { shard: 2, app_ids: [fifth], batches: everywhere.length },
    ]);
  });

  it("is made once a day, also when an app is followed later", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    await followApps(db, store, 1);

    expect(await tickSweep(pipeline)).toMatchObject({ planned: 0 });
  });

  it("is made by the first tick of another day", async () => {
    const { pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    await pipeline.clock.moveTo(noonMs + DAY_MS);

    expect(await tickSweep(pipeline)).toMatchObject({ planned: everywhere.length });
  });

  it("is due at the pace, shard after shard of one app, the most important storefront first", async () => {
    const { db, pipeline } = await createSweepWorld(database().db, {
      apps: 2,
      settings: { sweep: { appsPerRequest: 1 } },
    });

    await tickSweep(pipeline);

    const planned = await db.execute<{ shard: number; country: string; seconds: number }>(sql`
      SELECT shard, country_code AS country, extract(epoch FROM planned_at - min(planned_at) OVER ())::float8 AS seconds
      FROM sweep_batches ORDER BY planned_at`);
    expect(planned[0]).toMatchObject({ shard: 0, country: "us" });
    expect(planned.map(({ shard }) => shard)).toEqual([...everywhere.map(() => 0), ...everywhere.map(() => 1)]);
    const paceSeconds = 60 / usualPace(pipeline.settings.sweep);
    expect(planned.map(({ seconds }) => seconds)).toEqual(
      planned.map((_, place) => expect.closeTo(paceSeconds * place)),
    );
    const [slots] = await db.execute(sql`SELECT planned_per_minute FROM sweep_slots WHERE platform = 'ios'`);
    expect(slots).toEqual({ planned_per_minute: usualPace(pipeline.settings.sweep) });
  });

  it("is no plan where nobody follows an app", async () => {
    const { pipeline } = await createSweepWorld(database().db, { apps: 0 });

    expect(await tickSweep(pipeline)).toMatchObject({ planned: 0, sent: 0, folded: 0 });
  });
});
