import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../../support/countries.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { passTime } from "../../support/pass-time.ts";
import { countRowVersions } from "../../support/stored.ts";
import { createSweepWorld, type SweepPipeline } from "../../support/sweep-pipeline.ts";

const database = useDatabase();
const TICK_SECONDS = 300;
const APPS = 3;
const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));

const rejections = [
  storeFailure("http_429", { status: 429, retryAfterSeconds: 30 }),
  storeFailure("http_403", { status: 403 }),
] as const;

/** Ticks and delivers for so many minutes. Returns how the deliveries ended. */
async function run(db: TestDb, pipeline: SweepPipeline, minutes: number) {
  const outcomes: string[] = [];
  for (let seconds = 0; seconds < 60 * minutes; seconds += TICK_SECONDS) {
    await pipeline.tick();
    outcomes.push(...(await pipeline.drain()));
    await passTime(db, TICK_SECONDS);
  }
  return outcomes;
}

async function outcomes(db: TestDb) {
  const rows = await db.execute<{ outcome: string | null; n: number }>(
    sql`SELECT outcome, count(*)::int AS n FROM sweep_batches GROUP BY outcome`,
  );
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome ?? "open", n]));
}

describe("a store that rejects everything for an hour", () => {
  it("loses nothing of the day, and makes nothing unavailable", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: APPS, now: () => noon });
    const before = await countRowVersions(db);
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);

    const rejected = await run(db, pipeline, 60);
    expect(new Set(rejected)).toEqual(new Set(["throttled"]));
    expect(await countRowVersions(db)).toEqual(before);
    expect(await outcomes(db)).toEqual({ open: everywhere.length });

    for (const country of everywhere) store.scriptStorefront(country, {});
    await run(db, pipeline, 75);

    expect(await outcomes(db)).toEqual({ stored: everywhere.length });
    expect(await db.execute(sql`SELECT 1 FROM app_metric_coverage WHERE missing_country_codes = '{}'`)).toHaveLength(
      APPS,
    );
    expect(await db.execute(sql`SELECT 1 FROM apps WHERE NOT is_available`)).toEqual([]);
  });

  it("gets ever fewer requests", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: APPS, now: () => noon });
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);

    const firstHour = await run(db, pipeline, 60);
    const secondHour = await run(db, pipeline, 60);

    expect(firstHour.length).toBeLessThanOrEqual(6 * everywhere.length);
    expect(secondHour.length).toBeLessThanOrEqual(2 * everywhere.length);
  });

  it("ends the day when it rejects everything until then", async () => {
    let now = noon;
    const { db, store, pipeline } = await createSweepWorld(database().db, { apps: APPS, now: () => now });
    for (const country of everywhere) store.scriptStorefront(country, ...rejections);
    await run(db, pipeline, 30);
    now = new Date(now.getTime() + 2 * 86_400_000);

    expect(await pipeline.tick()).toMatchObject({ missed: everywhere.length, folded: 1 });

    expect(await db.execute(sql`SELECT 1 FROM app_metric_coverage`)).toEqual([]);
    expect(await db.execute(sql`SELECT 1 FROM apps WHERE NOT is_available`)).toEqual([]);
  });
});
