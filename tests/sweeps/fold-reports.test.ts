import { type SQL, sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { foldShards } from "../../db/queries/sweeps/fold-shards.ts";
import { everywhere } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createSweepWorld, DAY_MS, sweepDay, tickSweep } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** A synced app that a sweep has read and a report has described, and the next day's sweep before its fold. */
async function createSweptTwice() {
  const { db, pipeline, apps } = await createSweepWorld(database().db, { apps: 1 });
  const [app] = apps;
  if (app === undefined) throw new Error("No app is followed.");
  await db.execute(sql`UPDATE apps SET last_synced_at = now()`);
  await sweepDay(pipeline);
  await pipeline.clock.moveTo(pipeline.clock.ms() + DAY_MS);
  await tickSweep(pipeline);
  await pipeline.deliverSweeps();

  const dueMarkers = async () => {
    const rows = await db.execute<{ marker: number }>(
      sql`SELECT marker::int FROM due_reports WHERE app_id = ${app.id}`,
    );
    return rows.map(({ marker }) => marker);
  };
  const fold = () =>
    foldShards(db, { platform: "ios", sweptAt: pipeline.clock.now(), storefronts: everywhere, shardsMax: 1 });
  return { db, app, dueMarkers, fold };
}

it("the fold of a shard that found nothing new makes no report due", async () => {
  const { dueMarkers, fold } = await createSweptTwice();

  expect(await fold()).toBe(1);

  expect(await dueMarkers()).toEqual([]);
});

it.each<[string, (appId: number) => SQL]>([
  ["has no baseline", (id) => sql`DELETE FROM event_baselines WHERE app_id = ${id}`],
  ["was not available", (id) => sql`UPDATE event_baselines SET is_available = false WHERE app_id = ${id}`],
  ["had no ratings", (id) => sql`UPDATE event_baselines SET rating = NULL, rating_count = NULL WHERE app_id = ${id}`],
  ["had other ratings", (id) => sql`UPDATE event_baselines SET rating = rating - 1 WHERE app_id = ${id}`],
  ["has a version without an event", (id) => sql`INSERT INTO app_versions (app_id, version) VALUES (${id}, '2.0')`],
  [
    "has a changed listing without an event",
    (id) => sql`INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
      VALUES (${id}, 'en-US', 'title', now())`,
  ],
  [
    "has a changed offer without an event",
    (id) => sql`INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, new_price, detected_at)
      VALUES (${id}, 'us', 'price', 1, 2, now())`,
  ],
  [
    "has a changed fact without an event",
    (id) => sql`INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
      VALUES (${id}, 'minimum_os', 'us', now(), '"17"', false)`,
  ],
])("the fold makes the report of an app due that %s", async (_what, change) => {
  const { db, app, dueMarkers, fold } = await createSweptTwice();
  await db.execute(change(app.id));

  await fold();

  expect(await dueMarkers()).toHaveLength(1);
});

it("the fold makes a report start again that is due, since it has perhaps read the app before", async () => {
  const { db, app, dueMarkers, fold } = await createSweptTwice();
  await db.execute(sql`INSERT INTO due_reports (app_id) VALUES (${app.id})`);
  const before = await dueMarkers();

  await fold();

  expect(await dueMarkers()).not.toEqual(before);
});
