import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import type { App } from "../../support/factories.ts";
import { createSoldApp, createSyncWorld } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";

const database = useClockedDatabase();

/** Germany and Austria show the same language, which is read in Germany. */
const someCountries = countries.filter(({ code }) => ["us", "de", "at", "jp", "br"].includes(code));
const codes = someCountries.map(({ code }) => code);
const without = (absentFrom: readonly string[]) => codes.filter((code) => !absentFrom.includes(code));

const createWorld = (newApp: Parameters<typeof createSyncWorld>[1]) =>
  createSyncWorld(database().db, newApp, { countries: someCountries });

/** Syncs an app that some storefronts lack, and whose stored availability is wrong. */
async function syncApp(platform: Platform, absentFrom: readonly string[]) {
  const stale = { isAvailable: false, unavailableCountries: ["us", "fr"] };
  const { db, app, pipeline } = await createWorld({ platform, soldIn: without(absentFrom), ...stale });
  await pipeline.sync(app.id);
  return availabilityOf(db, app);
}

async function availabilityOf(db: TestDb, { id }: App) {
  const [stored] = await db.execute(
    sql`SELECT is_available, to_json(unavailable_countries) AS unavailable_countries FROM apps WHERE id = ${id}`,
  );
  return stored;
}

describe("finalize", () => {
  it("[APP-4 SYN-7] makes an app unavailable once every storefront has a row without it", async () => {
    const { db, store, app, pipeline } = await createWorld({ soldIn: [] });
    store.scriptIdentity(app.externalId, "us", {});
    await pipeline.sync(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: false });
    expect(await unavailableCountries(db, app.id)).toEqual(codes.toSorted());
  });

  it("[APP-4 APP-5 SYN-7] recomputes is_available and unavailable_countries from the app's metrics", async () => {
    expect(await syncApp("ios", ["jp", "br"])).toEqual({ is_available: true, unavailable_countries: ["br", "jp"] });
  });

  it("[APP-5 SYN-7 SYN-10] recomputes them also for an app that shares its express shard with another", async () => {
    const { db, store, app, pipeline } = await createWorld({ soldIn: without(["at"]) });
    const other = await createSoldApp(db, store);
    await pipeline.start(app.id);
    await pipeline.start(other.id);
    await pipeline.drain();

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
    expect(await availabilityOf(db, app)).toEqual({ is_available: true, unavailable_countries: ["at"] });
  });

  it("[APP-5 SYN-7] recomputes them for an Android app from the storefronts that returned 404", async () => {
    expect(await syncApp("android", ["jp"])).toEqual({ is_available: true, unavailable_countries: ["jp"] });
  });

  it("[APP-5 SYN-7] recomputes them for an Android app from storefronts whose language is read elsewhere", async () => {
    expect(await syncApp("android", ["at"])).toEqual({ is_available: true, unavailable_countries: ["at"] });
  });

  it("stores when the app was last synced, by the clock of observations", async () => {
    const { clock } = database().db;
    // Ahead of the database's clock, as on a host whose calendar was moved.
    const now = () => new Date(clock.ms() + 3_600_000);
    const ahead = { countries: someCountries, now };
    const { db, app, pipeline } = await createSyncWorld(database().db, { soldIn: ["us"] }, ahead);
    await pipeline.sync(app.id, "on_demand");

    const { last_synced_at: syncedAt } = await findStored(db, app.id);
    expect(new Date(String(syncedAt))).toEqual(now());
  });
});
