import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import type { Pipeline } from "../support/pipeline.ts";
import {
  createSweepWorld,
  DAY_MS,
  metricsIn,
  noonMs,
  requestsPaid,
  sweepDay,
  tickSweep,
} from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** A sweep that found every app everywhere, and one of the next day in which an app is missing in Germany. */
async function createMissing(overrides: Parameters<typeof createSweepWorld>[1] = {}) {
  const world = await createSweepWorld(database().db, { apps: 5, ...overrides });
  const { pipeline } = world;
  await sweepDay(pipeline);
  await pipeline.clock.moveTo(noonMs + DAY_MS);
  const [gone] = world.apps;
  if (gone === undefined) throw new Error("No app is followed.");
  world.store.scriptStorefrontApp(gone.externalId, "de", "missing");
  await sweepDay(pipeline);
  return { ...world, gone };
}

const letTenMinutesPass = ({ clock }: Pipeline) => clock.moveTo(clock.ms() + 600_000);

async function missingIn(db: TestDb, country: string) {
  const rows = await db.execute<{ id: number }>(sql`SELECT unnest(missing_app_ids) AS id FROM sweep_batches
    WHERE country_code = ${country} AND kind = 'metrics'`);
  return rows.map(({ id }) => id);
}

describe("the confirmation of missing apps", () => {
  it("waits until the batch is ten minutes old, and comes once a round", async () => {
    const { pipeline } = await createMissing();
    expect(await tickSweep(pipeline)).toMatchObject({ confirmed: 0 });
    await letTenMinutesPass(pipeline);

    expect(await tickSweep(pipeline)).toMatchObject({ confirmed: 1, sent: 1 });

    expect(await tickSweep(pipeline)).toMatchObject({ confirmed: 0, sent: 0 });
  });

  it("requests the missing apps with three that the storefront had in the same batch", async () => {
    const { store, gone, pipeline } = await createMissing();
    const before = store.calls.length;
    await letTenMinutesPass(pipeline);
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    const [call] = store.calls.slice(before);
    expect(call).toMatchObject({ countries: ["de"] });
    const requested = call?.subject.split(",") ?? [];
    expect(requested).toContain(gone.externalId);
    expect(requested).toHaveLength(4);
  });

  it.each([2, 3])(
    "requests a missing app with one that the storefront had where a request has %i apps",
    async (appsPerRequest) => {
      const { db, gone, pipeline } = await createMissing({ settings: { sweep: { appsPerRequest } } });
      await letTenMinutesPass(pipeline);
      expect(await tickSweep(pipeline)).toMatchObject({ confirmed: 1 });

      expect(await pipeline.deliverSweeps()).toEqual(["stored"]);

      expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
      expect(await missingIn(db, "de")).toEqual([]);
    },
  );

  it("comes after midnight for a batch of the last minutes of a day", async () => {
    const { store, apps, db, pipeline } = await createSweepWorld(database().db, { apps: 5 });
    await pipeline.clock.moveTo(new Date(noonMs).setUTCHours(23, 55));
    const [gone] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    await letTenMinutesPass(pipeline);

    expect(await tickSweep(pipeline)).toMatchObject({ confirmed: 1 });
    await pipeline.deliverSweeps();

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
  });

  it("requests what is missing four times, each in another order", async () => {
    const { db, store, pipeline } = await createMissing();
    const before = { calls: store.calls.length, paid: await requestsPaid(db, "itunes_lookup") };
    await letTenMinutesPass(pipeline);
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    const lists = store.calls.slice(before.calls).map(({ subject }) => subject);
    expect(new Set(lists).size).toBe(4);
    expect(new Set(lists.map((list) => list.split(",").toSorted().join())).size).toBe(1);
    expect(await requestsPaid(db, "itunes_lookup")).toBe(before.paid + 4);
  });

  it("finds an app that it does not miss every time", async () => {
    const { db, store, gone, pipeline } = await createMissing();
    await letTenMinutesPass(pipeline);
    store.scriptStorefrontApp(gone.externalId, "de", "missing", "missing", "missing", {});
    await tickSweep(pipeline);

    expect(await pipeline.deliverSweeps()).toEqual(["stored"]);

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
    expect(await missingIn(db, "de")).toEqual([]);
  });

  it("makes an app unavailable that is missing again", async () => {
    const { db, gone, pipeline } = await createMissing();
    await letTenMinutesPass(pipeline);
    await tickSweep(pipeline);

    expect(await pipeline.deliverSweeps()).toEqual(["stored"]);

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
    expect(await missingIn(db, "de")).toEqual([]);
  });

  it("stores the metrics of an app that the store had only forgotten", async () => {
    const { db, store, gone, pipeline } = await createMissing();
    await letTenMinutesPass(pipeline);
    store.scriptStorefrontApp(gone.externalId, "de", { metrics: { ratingCount: 4321 } });
    await tickSweep(pipeline);

    await pipeline.deliverSweeps();

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true, rating_count: 4321 });
    expect(await missingIn(db, "de")).toEqual([]);
  });

  it("decides nothing when an app is left out that the storefront had a moment ago", async () => {
    const { db, store, gone, apps, pipeline } = await createMissing();
    await letTenMinutesPass(pipeline);
    for (const { externalId } of apps) store.scriptStorefrontApp(externalId, "de", "missing");
    await tickSweep(pipeline);

    expect(await pipeline.deliverSweeps()).toEqual(["retrying"]);

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
    expect(await missingIn(db, "de")).toEqual([gone.id]);
  });

  it("decides nothing about an app that fails", async () => {
    const { db, store, gone, pipeline } = await createMissing();
    await letTenMinutesPass(pipeline);
    store.scriptStorefrontApp(gone.externalId, "de", storeFailure("timeout"));
    await tickSweep(pipeline);

    expect(await pipeline.deliverSweeps()).toEqual(["stored"]);

    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: true });
    expect(await missingIn(db, "de")).toEqual([gone.id]);
  });

  it("has the shard counted again", async () => {
    const { db, gone, pipeline } = await createMissing();
    const coverage = async () => {
      const [row] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
        WHERE app_id = ${gone.id} ORDER BY day DESC LIMIT 1`);
      return row;
    };
    expect(await coverage()).toEqual({ missing: ["de"] });
    await letTenMinutesPass(pipeline);
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    expect(await coverage()).toEqual({ missing: [] });
  });
});
