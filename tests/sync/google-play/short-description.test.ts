import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createSyncWorld, syncAgain } from "../../support/pipeline.ts";
import { listChanges } from "../../support/stored.ts";
import { createPlayWorld, syncWithTokens } from "./play-world.ts";

const database = useClockedDatabase();

const english = { country: "us", locale: "en-US" };

/** A synced app whose English listing is scripted, one response a sync. */
async function synced(...texts: readonly string[]) {
  const world = await createSyncWorld(database().db, { platform: "android" }, { countries: fewCountries });
  world.store.scriptListing(world.externalId, english, ...texts.map((short_description) => ({ short_description })));
  await world.pipeline.sync(world.app.id);
  const { db, app } = world;
  return {
    ...world,
    /** The short descriptions of the revisions, oldest first. */
    revisions: () =>
      db.execute(sql`SELECT short_description AS text FROM app_store_listings
        WHERE app_id = ${app.id} AND locale = 'en-US' ORDER BY valid_from`),
  };
}

describe("the short description of Google Play", () => {
  it("[LST-5] is a field whose changes are recorded", async () => {
    const { db, app, pipeline, revisions } = await synced("Plan the week", "Plan the year");
    await syncAgain(pipeline, app.id, "on_demand");

    expect(await revisions()).toEqual([{ text: "Plan the week" }, { text: "Plan the year" }]);
    expect(await listChanges(db, app.id)).toEqual([
      { locale: "en-US", field: "short_description", old: "Plan the week", new: "Plan the year" },
    ]);
  });

  it("[LST-6] has a history from its first read on, which is no change", async () => {
    const { db, app, pipeline, revisions } = await synced("Plan the week");
    await db.execute(sql`UPDATE app_store_listings SET short_description = NULL WHERE app_id = ${app.id}`);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(await revisions()).toEqual([{ text: null }, { text: "Plan the week" }]);
    expect(await listChanges(db, app.id)).toEqual([]);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(await revisions()).toHaveLength(2);
  });

  it("[LST-6] that the store no longer shows is a change, and so is one that it shows again", async () => {
    const { db, app, pipeline } = await synced("Plan the week", "", "Plan the year");
    await syncAgain(pipeline, app.id, "on_demand");
    await syncAgain(pipeline, app.id, "on_demand");

    expect(await listChanges(db, app.id)).toEqual([
      { locale: "en-US", field: "short_description", old: "Plan the week", new: null },
      { locale: "en-US", field: "short_description", old: null, new: "Plan the year" },
    ]);
  });

  it("[LST-6] that was not read before has no page read again in its own storefront", async () => {
    const { db, app, externalId, store, pipeline } = await createPlayWorld(database().db);
    store.scriptListing(externalId, "at", { short_description: "Plane die Woche" });
    await pipeline.sync(app.id);
    await db.execute(sql`UPDATE app_metrics SET observed_at = now() - interval '30 days'
      WHERE app_id = ${app.id} AND country_code = 'at'`);
    await db.execute(sql`UPDATE app_page_reads SET read_at = now() - interval '1 day'
      WHERE app_id = ${app.id} AND locale = 'de-DE'`);
    await syncWithTokens(pipeline, app.id);

    const pages = await db.execute(sql`SELECT country_code, changed_at FROM app_page_reads
      WHERE app_id = ${app.id} AND locale = 'de-DE'`);
    expect(pages).toEqual([{ country_code: "at", changed_at: null }]);
  });
});
