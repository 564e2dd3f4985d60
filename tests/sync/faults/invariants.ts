import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { everywhere } from "../../support/countries.ts";

import type { TestDb } from "../../support/database.ts";
import { findWrongRatings } from "../../support/ratings.ts";
import { dumpApp } from "../../support/stored.ts";
import { findUnlawfulWrites } from "./audit.ts";
import type { World } from "./world.ts";

/** Checks what must hold for an app after every run, however disturbed. The database needs the audit. */
export async function expectInvariants(world: World): Promise<void> {
  const { db, app } = world;
  expect(await findUnfinished(db, app.id), "I1, I2: every accepted run ends, nothing is held").toEqual([]);
  expect(await findUnlawfulWrites(db, app.id), "I3: only the holder of the lease writes").toEqual([]);
  expect(await findRepeatedItems(db, app.id), "I10: failed items are a set").toEqual([]);
  expect(await findWrongAvailability(db, app.id), "I11: availability follows from the rows").toEqual([]);
  expect(await findWrongRatings(db, app.id), "I12: the rating follows from the rows").toEqual([]);
  expect(await findGlobalMeasures(db, app.id), "I9: Android measures live under zz alone").toEqual([]);
}

/** I6: the storefronts that returned 404 are unavailable, and each was requested at most `timesMax` times. */
export async function expectUnavailable(world: World, countries: readonly string[], timesMax: number): Promise<void> {
  const rows = await world.db.execute<{ code: string }>(sql`SELECT country_code AS code FROM app_metrics
    WHERE app_id = ${world.app.id} AND NOT is_available AND country_code <> 'zz' ORDER BY 1`);
  expect(
    rows.map(({ code }) => code),
    "I6: a 404 alone makes a storefront unavailable",
  ).toEqual(countries);
  const tooOften = countries.filter((country) => countRequests(world, country) > timesMax);
  expect(tooOften, `I6: none was requested more than ${timesMax} times`).toEqual([]);
}

/** I4: returns all rows of the app without its id, so that two apps can be compared. */
export async function dumpOf(world: World): Promise<unknown> {
  const dump = JSON.stringify(await dumpApp(world.db, world.app.id)).replaceAll(world.app.externalId, "ID");
  const coverage = await world.db.execute(
    sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${world.app.id}`,
  );
  return { ...JSON.parse(dump), coverage: [...coverage] };
}

/** Since counting began. */
export function countRequests(world: World, country: string): number {
  const calls = world.store.calls.slice(world.callsBefore()).filter(({ subject }) => subject === world.app.externalId);
  return calls.flatMap(({ countries }) => countries).filter((code) => code === country).length;
}

function findUnfinished(db: TestDb, appId: number) {
  return db.execute(sql`SELECT status, current_step, lease_until FROM sync_statuses
    WHERE app_id = ${appId}
      AND (status IN ('queued', 'processing') OR lease_until IS NOT NULL OR lease_token IS NOT NULL)`);
}

function findRepeatedItems(db: TestDb, appId: number) {
  return db.execute(sql`SELECT phase, country_code, locale, count(*) FROM sync_failed_items
    WHERE app_id = ${appId} GROUP BY 1, 2, 3 HAVING count(*) > 1`);
}

function findWrongAvailability(db: TestDb, appId: number) {
  return db.execute(sql`
    SELECT a.is_available, a.unavailable_countries, gone.* FROM apps a, LATERAL (
      SELECT coalesce(array_agg(m.country_code::text ORDER BY m.country_code), '{}') AS countries,
        count(*) = ${everywhere.length} AS are_all
      FROM app_metrics m WHERE m.app_id = a.id AND NOT m.is_available AND m.country_code <> 'zz') gone
    WHERE a.id = ${appId} AND (a.is_available = gone.are_all OR a.unavailable_countries <> gone.countries)`);
}

function findGlobalMeasures(db: TestDb, appId: number) {
  return db.execute(sql`SELECT m.country_code FROM app_metrics m JOIN apps a ON a.id = m.app_id
    WHERE m.app_id = ${appId} AND num_nonnulls(m.rating, m.rating_count, m.installs_range, m.price) > 0
      AND (a.platform = 'android') <> (m.country_code = 'zz')`);
}
