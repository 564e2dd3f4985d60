import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { createRotationWorld, largest, others, readsOf } from "../support/rotation-world.ts";
import { tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** What a day that reads this much of 16 batches leaves to the six others: four of them, and so all in three days. */
const TEN_BATCHES = 10;

async function coverageOf(db: TestDb, { id }: App) {
  const rows = await db.execute<{ missing: string[]; later: string[] }>(sql`
    SELECT to_jsonb(missing_country_codes) AS missing, to_jsonb(rotated_out_country_codes) AS later
    FROM app_metric_coverage WHERE app_id = ${id} ORDER BY day`);
  return [...rows];
}

/** Returns the batches of the day in their order. */
async function plannedBatches(db: TestDb) {
  const rows = await db.execute<{ batch: string }>(sql`
    SELECT shard || ' ' || country_code AS batch FROM sweep_batches
    WHERE outcome IS NULL ORDER BY next_attempt_at`);
  return rows.map(({ batch }) => batch);
}

describe("a day that cannot read all storefronts of all followed apps", () => {
  it("[SWP-1] reads lists of own storefronts first, then the largest, shard after shard, then some of the others", async () => {
    const { db, plan } = await createRotationWorld(database().db, { batchesPerDay: TEN_BATCHES });

    expect(await plan()).toBe(TEN_BATCHES);

    const planned = await plannedBatches(db);
    expect(planned.slice(0, 6)).toEqual(["5000 pt", "5001 se", "0 us", "0 de", "1 us", "1 de"]);
    expect(planned.slice(6).every((batch) => others.includes(batch.slice(2)))).toBe(true);
  });

  it("[SWP-1] reads those next that were read longest ago, so that each app's storefronts are all read in three days", async () => {
    const world = await createRotationWorld(database().db, { batchesPerDay: TEN_BATCHES });
    for (let day = 0; day < 6; day += 1) {
      await world.sweepDay();
      await world.startNextDay();
    }

    for (const app of nonEmpty(world.apps)) {
      const days = await readsOf(world.db, app);

      expect(days).toHaveLength(6);
      for (const read of days) expect(read).toEqual(expect.arrayContaining([...largest, app.originCountryCode]));
      for (const first of [0, 1, 2, 3]) {
        expect(new Set(days.slice(first, first + 3).flat())).toEqual(new Set([...largest, ...others]));
      }
    }
  });

  it("[SWP-1] reads a storefront whose batches failed first on the day after", async () => {
    const world = await createRotationWorld(database().db, { batchesPerDay: TEN_BATCHES });
    for (let day = 0; day < 3; day += 1) {
      await world.sweepDay();
      await world.startNextDay();
    }
    const rotated = async () => (await plannedBatches(world.db)).slice(6).map((batch) => batch.slice(2));
    await world.plan();
    const [failing = ""] = await rotated();
    world.store.scriptStorefront(failing, storeFailure("http_5xx"));
    await world.sweepDay();
    await world.startNextDay();
    await world.plan();

    expect((await rotated()).slice(0, 2)).toEqual([failing, failing]);
  });

  it("[SWP-2] covers what was read, lacks what failed, and names the storefronts that were rotated out", async () => {
    const world = await createRotationWorld(database().db, { batchesPerDay: TEN_BATCHES, homes: ["pt", "us"] });
    world.store.scriptStorefront("de", storeFailure("http_5xx"));
    await world.sweepDay();
    const [own, elsewhere] = world.apps;
    if (own === undefined || elsewhere === undefined) throw new Error("Too few apps are followed.");

    const [[ofOwn], [read]] = [await coverageOf(world.db, own), await readsOf(world.db, own)];
    const [ofElsewhere] = await coverageOf(world.db, elsewhere);

    expect(ofOwn).toEqual({ missing: ["de"], later: others.filter((code) => !read?.includes(code)) });
    expect(ofElsewhere?.missing).toEqual(["de"]);
    expect(new Set([...(ofOwn?.later ?? []), "pt"])).toEqual(new Set([...(ofElsewhere?.later ?? []), "pt"]));
  });

  it("counts a shard once its largest storefronts were tried, and again when another one is stored", async () => {
    const world = await createRotationWorld(database().db, { batchesPerDay: 5, homes: ["us", "us"] });
    await world.plan();
    await tickSweep(world.pipeline);
    const sent = world.pipeline.sentSweeps.splice(2);
    await world.pipeline.deliverSweeps();

    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(world.db, first(world.apps))).toMatchObject([{ missing: expect.toSatisfy(areOthers) }]);

    world.pipeline.sentSweeps.push(...sent);
    await world.pipeline.deliverSweeps();
    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(world.db, first(world.apps))).toMatchObject([{ missing: [] }]);
  });

  it("lets no sync begin when own storefronts alone were read", async () => {
    const world = await createRotationWorld(database().db, { batchesPerDay: TEN_BATCHES });
    await world.plan();
    await tickSweep(world.pipeline);
    world.pipeline.sentSweeps.splice(2);
    await world.pipeline.deliverSweeps();

    expect(await tickSweep(world.pipeline)).toMatchObject({ folded: 2 });

    const rows = await world.db.execute(sql`SELECT 1 FROM followed_apps WHERE swept_on IS NOT NULL
      UNION ALL SELECT 1 FROM apps WHERE last_swept_at IS NOT NULL`);
    expect(rows).toHaveLength(0);
  });
});

const areOthers = (codes: readonly string[]) => codes.length > 0 && codes.every((code) => others.includes(code));

function first(apps: readonly App[]): App {
  const [app] = apps;
  if (app === undefined) throw new Error("No app is followed.");
  return app;
}
