import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { sweepBatches, sweepShards } from "../../db/schema/sweeps.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { countRowVersions } from "../support/stored.ts";
import { createSweepWorld, metricsIn, type SweepPipeline } from "../support/sweep-pipeline.ts";

const database = useDatabase();

/** Sends the day's batches, and delivers that of one storefront. */
async function fetchIn(pipeline: SweepPipeline, country: string) {
  await pipeline.tick();
  const sent = pipeline.sent.splice(0).find(({ message }) => message.countryCode === country);
  if (sent === undefined) throw new Error(`No batch of ${country} was sent.`);
  return { message: sent.message, outcome: await pipeline.deliver(sent.message) };
}

async function batchIn(db: TestDb, country: string) {
  const [row] =
    await db.execute(sql`SELECT outcome, to_jsonb(missing_app_ids) AS missing, to_jsonb(failed_app_ids) AS failed,
    attempts::int, lease_until FROM sweep_batches WHERE country_code = ${country}`);
  return row;
}

const anotherDay = (db: TestDb) => emptyTables(db, sweepShards, sweepBatches);

describe("a batch of a sweep", () => {
  it("stores the metrics of all its apps in the storefront by one request", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);

    const { outcome } = await fetchIn(pipeline, "de");

    expect(outcome).toBe("stored");
    for (const app of apps) expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true, stars: null });
    expect(store.calls).toEqual([
      expect.objectContaining({
        operation: "fetchStorefrontApps",
        subject: apps.map(({ externalId }) => externalId).join(","),
        countries: ["de"],
      }),
    ]);
  });

  it("writes nothing of an app that has not changed", async () => {
    const { db, pipeline } = await createSweepWorld(database().db);
    await fetchIn(pipeline, "de");
    const before = await countRowVersions(db);
    await anotherDay(db);

    await fetchIn(pipeline, "de");

    expect(await countRowVersions(db)).toEqual(before);
  });

  it("keeps the stars that a page has shown", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    await fetchIn(pipeline, "de");
    await db.execute(sql`UPDATE app_metrics SET stars = '{1,2,3,4,5}'`);
    await anotherDay(db);
    for (const { externalId } of apps) {
      store.sell({ externalId, countries: everywhere, metrics: { ratingCount: 777 } });
    }

    await fetchIn(pipeline, "de");

    for (const app of apps) {
      expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 777, stars: [1, 2, 3, 4, 5] });
    }
  });

  it("takes an app that is left out for missing, and not for unavailable", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);
    const [gone] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    await fetchIn(pipeline, "de");
    await anotherDay(db);
    store.scriptStorefrontApp(gone.externalId, "de", "missing");

    await fetchIn(pipeline, "de");

    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", missing: [gone.id], failed: [] });
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
  });

  it("takes an app that was unavailable before for unavailable still", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);
    const [gone] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
      VALUES (${gone.id}, 'de', false, now() - interval '3 days')`);
    store.scriptStorefrontApp(gone.externalId, "de", "missing");

    await fetchIn(pipeline, "de");

    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", missing: [] });
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
  });

  it.each([
    [6, 0],
    [8, 1],
  ])(
    "renews the time of an absence of %i days %i times, once a week, as no sync then looks again",
    async (days, renewals) => {
      const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
      const [gone] = apps;
      if (gone === undefined) throw new Error("No app is followed.");
      await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
      VALUES (${gone.id}, 'de', false, now() - make_interval(days => ${days}))`);
      store.scriptStorefrontApp(gone.externalId, "de", "missing");

      await fetchIn(pipeline, "de");

      const renewed = sql`SELECT 1 FROM app_metrics WHERE app_id = ${gone.id} AND observed_at > now() - interval '1 day'`;
      expect(await db.execute(renewed)).toHaveLength(renewals);
      expect(await db.execute(sql`SELECT 1 FROM app_metric_changes WHERE app_id = ${gone.id}`)).toEqual([]);
    },
  );

  it("makes an app available that is back in a storefront", async () => {
    const { db, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    for (const { id } of apps) {
      await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
        VALUES (${id}, 'de', false, now() - interval '3 days')`);
    }

    await fetchIn(pipeline, "de");

    for (const app of apps) expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true });
  });

  it("stores the others when one app fails", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);
    const [broken, other] = apps;
    if (broken === undefined || other === undefined) throw new Error("Too few apps are followed.");
    store.scriptStorefrontApp(broken.externalId, "de", storeFailure("invalid_response"));

    await fetchIn(pipeline, "de");

    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", failed: [broken.id], missing: [] });
    expect(await metricsIn(db, broken, "de")).toBeUndefined();
    expect(await metricsIn(db, other, "de")).toMatchObject({ is_available: true });
  });

  it("fails, and changes nothing, when the store leaves out a fifth of the apps that it had", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 20 });
    await fetchIn(pipeline, "de");
    await anotherDay(db);
    for (const { externalId } of apps.slice(0, 6)) store.scriptStorefrontApp(externalId, "de", "missing");
    const before = await countRowVersions(db);

    const { outcome } = await fetchIn(pipeline, "de");

    expect(outcome).toBe("retrying");
    expect(await batchIn(db, "de")).toMatchObject({ outcome: null, missing: [], attempts: 1 });
    expect(await countRowVersions(db)).toEqual(before);
    expect(pipeline.measured).toContainEqual(["SweepMassMisses", 1, { platform: "ios" }]);
  });

  it("is tried three times when the store fails, and then counts as failed", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db);
    store.scriptStorefront("de", storeFailure("http_5xx", { status: 503 }));
    const { message, outcome } = await fetchIn(pipeline, "de");
    const outcomes = [outcome];

    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await db.execute(sql`UPDATE sweep_batches SET queued_at = now(), next_attempt_at = now()`);
      outcomes.push(await pipeline.deliver(message));
    }

    expect(outcomes).toEqual(["retrying", "retrying", "failed"]);
    expect(await batchIn(db, "de")).toMatchObject({ outcome: "failed", attempts: 3, lease_until: null });
  });

  it("is fetched once, however often its message is delivered", async () => {
    const { store, pipeline } = await createSweepWorld(database().db);
    const { message } = await fetchIn(pipeline, "de");

    expect(await pipeline.deliver(message)).toBe("not_claimed");

    expect(store.calls).toHaveLength(1);
  });

  it("pays for the requests that a failing app costs beyond the first", async () => {
    const charged: number[] = [];
    const { store, pipeline } = await createSweepWorld(database().db, {
      budget: async ({ itunes_lookup: lookups = 0 }) => {
        charged.push(lookups);
        return 0;
      },
    });
    store.scriptStorefront("de", { requestsMade: 5 });

    await fetchIn(pipeline, "de");

    expect(charged).toEqual([1, 4]);
  });

  it("waits for the budget of the store", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { budget: async () => 45 });

    const { message, outcome } = await fetchIn(pipeline, "de");

    expect(outcome).toBe("postponed");
    expect(pipeline.sent).toEqual([{ message, delaySeconds: 45 }]);
    expect(store.calls).toEqual([]);
    expect(await batchIn(db, "de")).toMatchObject({ outcome: null, attempts: 0 });
  });
});
