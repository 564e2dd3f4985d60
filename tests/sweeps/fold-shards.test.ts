import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { FakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createSweepWorld, DAY_MS, HOUR_MS, noonMs, sweepDay, tickSweep } from "../support/sweep-world.ts";

/** In which each batch of one shard is tried, and none again. */
const FIRST_ATTEMPTS_SECONDS = 55;

const database = useClockedDatabase();

async function coverageOf(db: TestDb) {
  const rows = await db.execute<{ app_id: number; missing: string[] }>(
    sql`SELECT app_id, to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage ORDER BY app_id`,
  );
  return rows.map(({ missing }) => missing);
}

async function appRows(db: TestDb) {
  return [
    ...(await db.execute(sql`SELECT is_available, to_jsonb(unavailable_countries) AS gone,
      last_swept_at IS NOT NULL AS is_swept FROM apps ORDER BY id`)),
  ];
}

async function sweptDays(db: TestDb) {
  const rows = await db.execute<{ day: string }>(
    sql`SELECT (last_swept_at AT TIME ZONE 'UTC')::date::text AS day FROM apps ORDER BY id`,
  );
  return rows.map(({ day }) => day);
}

/** Ends the open batches as a day does that is over. */
async function missOpen(db: TestDb) {
  await db.execute(sql`UPDATE sweep_batches SET outcome = 'missed', next_attempt_at = NULL WHERE outcome IS NULL`);
}

describe("a shard whose batches were all tried", () => {
  it("has covered its apps on the day", async () => {
    const { db, pipeline } = await createSweepWorld(database().db, { apps: 2 });

    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    expect(await coverageOf(db)).toEqual([[], []]);
    expect(await appRows(db)).toEqual(Array(2).fill({ is_available: true, gone: [], is_swept: true }));
  });

  it("is counted once", async () => {
    const { pipeline } = await createSweepWorld(database().db);
    await sweepDay(pipeline);

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 0 });
  });

  it("is not counted while a batch was not tried", async () => {
    const { db, pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    pipeline.sentSweeps.pop();
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 0 });

    expect(await coverageOf(db)).toEqual([]);
  });

  it("lists the failed storefronts, and those in which an app failed or is missing without a control", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 3 });
    const [broken] = apps;
    if (broken === undefined) throw new Error("Too few apps are followed.");
    store.emptyCharts();
    store.scriptStorefront("jp", storeFailure("http_5xx"));
    store.scriptStorefrontApp(broken.externalId, "fr", storeFailure("invalid_response"));
    for (const { externalId } of apps) store.scriptStorefrontApp(externalId, "us", "missing");
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    await missOpen(db);

    await tickSweep(pipeline);

    expect(await coverageOf(db)).toEqual([
      ["fr", "jp", "us"],
      ["jp", "us"],
      ["jp", "us"],
    ]);
  });

  it("keeps what a sync of the day has measured", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    for (const { id } of apps) {
      await db.execute(sql`INSERT INTO app_metric_coverage (app_id, day, missing_country_codes)
        VALUES (${id}, (now() AT TIME ZONE 'UTC')::date, '{br,jp}')`);
    }
    store.scriptStorefront("jp", storeFailure("http_5xx"));
    store.scriptStorefront("de", storeFailure("http_5xx"));
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    await missOpen(db);

    await tickSweep(pipeline);

    expect(await coverageOf(db)).toEqual([["jp"]]);
  });

  it("covers nothing when no batch was stored", async () => {
    const { db, pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    pipeline.sentSweeps.splice(0);
    await missOpen(db);

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    expect(await coverageOf(db)).toEqual([]);
    expect(await appRows(db)).toEqual(Array(3).fill({ is_available: true, gone: [], is_swept: false }));
  });

  it("makes an app unavailable that no storefront has, and lists the storefronts without another", async () => {
    const { db, apps, pipeline } = await createSweepWorld(database().db, { apps: 2 });
    const [nowhere, elsewhere] = apps;
    if (nowhere === undefined || elsewhere === undefined) throw new Error("Too few apps are followed.");
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    await db.execute(sql`UPDATE app_metrics SET is_available = false
      WHERE app_id = ${nowhere.id} OR (app_id = ${elsewhere.id} AND country_code IN ('us', 'br'))`);

    await tickSweep(pipeline);

    expect(await appRows(db)).toEqual([
      { is_available: false, gone: everywhere.toSorted(), is_swept: true },
      { is_available: true, gone: ["br", "us"], is_swept: true },
    ]);
  });

  it("is ended by the end of its day", async () => {
    const { db, pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    pipeline.sentSweeps.splice(0, 1);
    await pipeline.deliverSweeps();
    await pipeline.clock.moveTo(noonMs + 2 * DAY_MS);

    expect(await tickSweep(pipeline)).toMatchObject({ missed: 1, folded: 1 });

    expect((await coverageOf(db))[0]).toHaveLength(1);
  });

  it("has swept its apps on its own day, however late it is counted", async () => {
    const { db, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    const evening = new Date(new Date(noonMs).setUTCHours(23, 50));
    await pipeline.clock.moveTo(evening.getTime());
    await tickSweep(pipeline);
    await pipeline.clock.moveTo(evening.getTime() + 20 * 60_000);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await sweptDays(db)).toEqual([utcDay(evening)]);

    await sweepDay(pipeline);
    expect(await sweptDays(db)).toEqual([utcDay(pipeline.clock.now())]);
  });

  it("leaves its apps swept on the later day when one of that day was counted before", async () => {
    // All batches of a day are sent at once.
    const settings = { sweep: { batchesPerMinute: 6_000 } };
    const { db, pipeline } = await createSweepWorld(database().db, { apps: 1, settings });
    const evening = new Date(noonMs).setUTCHours(23, 50);
    await pipeline.clock.moveTo(evening);
    await tickSweep(pipeline);
    const late = pipeline.sentSweeps.splice(0);
    await pipeline.clock.moveTo(evening + 20 * 60_000);
    const today = utcDay(pipeline.clock.now());
    await tickSweep(pipeline);
    const ofToday = pipeline.sentSweeps.splice(0).filter(({ message }) => "day" in message && message.day === today);
    pipeline.sentSweeps.push(...ofToday);
    await pipeline.deliverSweeps();
    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    pipeline.sentSweeps.push(...late);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await sweptDays(db)).toEqual([today]);
  });

  it("leaves its apps swept on the later day when it is counted together with one of the day before", async () => {
    const { db, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    const evening = new Date(noonMs).setUTCHours(23, 50);
    await pipeline.clock.moveTo(evening);
    await tickSweep(pipeline);
    await pipeline.clock.moveTo(evening + 20 * 60_000);
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 2 });

    expect(await sweptDays(db)).toEqual([utcDay(pipeline.clock.now())]);
  });
});

describe("a shard with a storefront that fails", () => {
  async function createFailingJapan(...responses: Parameters<FakeStore["scriptStorefront"]>[1][]) {
    const world = await createSweepWorld(database().db, { apps: 2 });
    world.store.scriptStorefront("jp", ...responses);
    const { pipeline } = world;
    await tickSweep(pipeline);
    await pipeline.advance(FIRST_ATTEMPTS_SECONDS);
    /** Lets an hour pass, during which the batch is tried again. */
    const retry = async () => {
      await tickSweep(pipeline);
      await pipeline.clock.moveTo(pipeline.clock.ms() + HOUR_MS);
      await tickSweep(pipeline);
      await pipeline.deliverSweeps();
    };
    return { ...world, retry };
  }

  it("is counted after the first attempt, without that storefront, and the syncs of its apps begin", async () => {
    const { db, pipeline } = await createFailingJapan(storeFailure("http_5xx"));

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    expect(await coverageOf(db)).toEqual([["jp"], ["jp"]]);
    expect(await pipeline.tick()).toMatchObject({ ios: 2 });
  });

  it("is counted when all others were tried, although its next attempt was stored before them", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: 2 });
    store.scriptStorefront("jp", storeFailure("http_5xx"), {});
    await tickSweep(pipeline);
    const isJapan = ({ message }: { readonly message: object }) =>
      "countryCode" in message && message.countryCode === "jp";
    const others = pipeline.sentSweeps.filter((sent) => !isJapan(sent));
    pipeline.sentSweeps.splice(0, pipeline.sentSweeps.length, ...pipeline.sentSweeps.filter(isJapan));
    await pipeline.deliverSweeps();
    await pipeline.clock.moveTo(pipeline.clock.ms() + 5 * 60_000);
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 0 });

    pipeline.sentSweeps.push(...others);
    await pipeline.deliverSweeps();
    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(db)).toEqual([[], []]);
  });

  it("is counted without a storefront that limits requests, and again when that is stored", async () => {
    const { db, pipeline, retry } = await createFailingJapan(storeFailure("http_429"), {});

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(db)).toEqual([["jp"], ["jp"]]);

    await retry();
    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(db)).toEqual([[], []]);
  });

  it("is not counted again by an attempt that fails", async () => {
    const { db, pipeline, retry } = await createFailingJapan(storeFailure("http_5xx"));

    await retry();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 0 });
    expect(await coverageOf(db)).toEqual([["jp"], ["jp"]]);
  });

  it("is counted again when a later attempt is stored, and then covers the storefront", async () => {
    const { db, pipeline, retry } = await createFailingJapan(storeFailure("http_5xx"), {});

    await retry();

    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });
    expect(await coverageOf(db)).toEqual([[], []]);
    expect(await tickSweep(pipeline)).toMatchObject({ folded: 0 });
  });
});
