import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { AppIdentity, ListingRecord } from "../../../lib/stores/records.ts";
import { fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createSyncWorld, syncAgain } from "../../support/pipeline.ts";

const database = useClockedDatabase();

const HOUR_MS = 3_600_000;

const right = { name: "Right", version: "2.0", version_released_at: "2026-05-02T00:00:00.000Z" };
const wrong = { name: "Another app", version: "7.1", version_released_at: "2026-06-01T00:00:00.000Z" };
const before = { name: "Before", version: "1.9", version_released_at: "2026-04-01T00:00:00.000Z" };

const older = [1, 2, 3].map((version) => ({
  name: `Before ${version}`,
  version: `1.${version}`,
  version_released_at: `2026-04-0${version}T00:00:00.000Z`,
}));

/** Syncs an app whose store gives these responses in turn, the last one for ever, a number of hours apart. */
async function syncEvery(hours: readonly number[], ...responses: Partial<AppIdentity>[]) {
  const { db } = database();
  const { store, app, externalId, pipeline } = await createSyncWorld(db, {}, { countries: fewCountries });
  store.scriptIdentity(externalId, "us", ...responses);
  const names: unknown[] = [];
  for (const hour of [0, ...hours]) {
    await db.clock.moveTo(db.clock.ms() + hour * HOUR_MS);
    await syncAgain(pipeline, app.id, "on_demand");
    const [row] = await db.execute(sql`SELECT name FROM apps WHERE id = ${app.id}`);
    names.push(row?.name);
  }
  return names;
}

describe("an identity with an older version than the stored one", () => {
  it("[TRAP-20] is held back for a day, and stored if it shows the same then, which repairs a wrong row", async () => {
    expect(await syncEvery([1, 2, 20, 5], right, wrong, right)).toEqual([
      "Right",
      "Another app",
      "Another app",
      "Another app",
      "Right",
    ]);
  });

  it("is dropped when the store shows the current version again within a day, as a cache does", async () => {
    expect(await syncEvery([1, 20, 20, 20], right, before, right, before, before)).toEqual(Array(5).fill("Right"));
  });

  it("[TRAP-20] is stored within two days, whatever older versions it has shown", async () => {
    expect(await syncEvery([1, 23, 25], right, ...older)).toEqual(["Right", "Right", "Right", "Before 3"]);
  });

  it("[TRAP-20] is stored by the second daily read after, even if each read is some minutes earlier", async () => {
    expect(await syncEvery([24, 23.9, 23.9], right, ...older)).toEqual(["Right", "Right", "Right", "Before 3"]);
  });
});

describe("a listing with an older version than that of its app", () => {
  async function titlesAfter(hours: readonly number[], ...responses: Partial<ListingRecord>[]) {
    const { db } = database();
    const { store, app, externalId, pipeline } = await createSyncWorld(db, {}, { countries: fewCountries });
    store.scriptListing(externalId, { country: "de", locale: "de-DE" }, ...responses);
    const titles: unknown[] = [];
    for (const hour of [0, ...hours]) {
      await db.clock.moveTo(db.clock.ms() + hour * HOUR_MS);
      await syncAgain(pipeline, app.id, "on_demand");
      const [row] = await db.execute(sql`
        SELECT title FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE'
        ORDER BY valid_from DESC LIMIT 1`);
      titles.push(row?.title);
    }
    return titles;
  }

  const old = { title: "Alt", version_released_at: "2025-01-01T00:00:00.000Z" };

  it("[TRAP-20] is held back for a day, and stored when it shows the same then", async () => {
    expect(await titlesAfter([1, 20, 5], { title: "Neu" }, old)).toEqual(["Neu", "Neu", "Neu", "Alt"]);
  });

  it("is stored at once where the language has no listing", async () => {
    expect(await titlesAfter([], old)).toEqual(["Alt"]);
  });

  it("is requested again by the next run after it was the first of its language", async () => {
    expect(await titlesAfter([1], old, { title: "Neu" })).toEqual(["Alt", "Neu"]);
  });
});
