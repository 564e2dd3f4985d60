import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import type { Pipeline } from "../../support/pipeline.ts";
import { countRowVersions } from "../../support/stored.ts";
import { createSweepWorld, DAY_MS, TICK_SECONDS, tickSweep } from "../../support/sweep-world.ts";

const database = useClockedDatabase();
const APPS = 3;

const rejections = [
  storeFailure("http_429", { status: 429, retryAfterSeconds: 30 }),
  storeFailure("http_403", { status: 403 }),
] as const;

/** Ticks and delivers for this many minutes. Returns how the deliveries ended. */
async function run(pipeline: Pipeline, minutes: number) {
  const { clock } = pipeline;
  const endMs = clock.ms() + 60_000 * minutes;
  const ended: string[] = [];
  while (clock.ms() < endMs) {
    const nextTickMs = clock.ms() + 1_000 * TICK_SECONDS;
    await tickSweep(pipeline);
    ended.push(...(await pipeline.deliverSweeps(nextTickMs)));
    await clock.moveTo(Math.max(nextTickMs, clock.ms()));
  }
  return ended;
}

async function outcomes(db: TestDb) {
  const rows = await db.execute<{ outcome: string | null; n: number }>(
    sql`SELECT outcome, count(*)::int AS n FROM sweep_batches GROUP BY outcome`,
  );
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome ?? "open", n]));
}

describe("a store that rejects everything for an hour", () => {
  it("loses nothing of the day, and makes nothing unavailable", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: APPS });
    const before = await countRowVersions(db);
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);

    const rejected = await run(pipeline, 60);
    expect(new Set(rejected)).toEqual(new Set(["throttled"]));
    expect(await countRowVersions(db)).toEqual(before);
    expect(await outcomes(db)).toEqual({ open: everywhere.length });

    for (const country of everywhere) store.scriptStorefront(country, {});
    await run(pipeline, 75);

    expect(await outcomes(db)).toEqual({ stored: everywhere.length });
    expect(await db.execute(sql`SELECT 1 FROM app_metric_coverage WHERE missing_country_codes = '{}'`)).toHaveLength(
      APPS,
    );
    expect(await db.execute(sql`SELECT 1 FROM apps WHERE NOT is_available`)).toEqual([]);
  });

  it("gets ever fewer requests", async () => {
    const { store, pipeline } = await createSweepWorld(database().db, { apps: APPS });
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);

    const firstHour = await run(pipeline, 60);
    const secondHour = await run(pipeline, 60);

    expect(firstHour.length).toBeLessThanOrEqual(6 * everywhere.length);
    expect(secondHour.length).toBeLessThanOrEqual(2 * everywhere.length);
  });

  it("ends the day when it rejects everything until then, and has counted it before", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: APPS });
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);
    await run(pipeline, 30);
    expect(await db.execute(sql`SELECT 1 FROM sweep_shards WHERE folded_at IS NULL`)).toEqual([]);
    await pipeline.clock.moveTo(pipeline.clock.ms() + 2 * DAY_MS);

    expect(await tickSweep(pipeline)).toMatchObject({ missed: everywhere.length, folded: 0 });

    expect(await db.execute(sql`SELECT 1 FROM app_metric_coverage`)).toEqual([]);
    expect(await db.execute(sql`SELECT 1 FROM apps WHERE NOT is_available`)).toEqual([]);
  });
});
