import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { useDatabase } from "../../support/database.ts";
import { createSyncWorld } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";

const database = useDatabase();

/** Syncs an app that some storefronts lack, and whose stored availability is wrong. */
async function syncApp(platform: Platform, absentFrom: readonly string[]) {
  const soldIn = storefrontCodes(countries, platform).filter((code) => !absentFrom.includes(code));
  const stale = { isAvailable: false, unavailableCountries: ["us", "fr"] };
  const { db, app, pipeline } = await createSyncWorld(database().db, { platform, soldIn, ...stale });
  await pipeline.sync(app.id);
  const [stored] = await db.execute(
    sql`SELECT is_available, to_json(unavailable_countries) AS unavailable_countries FROM apps WHERE id = ${app.id}`,
  );
  return stored;
}

describe("finalize", () => {
  it("[APP-4 SYN-7] makes an app unavailable once every storefront has a row without it", async () => {
    const { db, store, app, pipeline } = await createSyncWorld(database().db, { soldIn: [] });
    store.scriptIdentity(app.externalId, "us", {});
    await pipeline.sync(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: false });
    expect(await unavailableCountries(db, app.id)).toHaveLength(111);
  });

  it("[APP-4 APP-5 SYN-7] recomputes is_available and unavailable_countries from the app's metrics", async () => {
    expect(await syncApp("ios", ["jp", "de"])).toEqual({ is_available: true, unavailable_countries: ["de", "jp"] });
  });

  it("[APP-5 SYN-7] recomputes them for an Android app from the storefronts that returned 404", async () => {
    expect(await syncApp("android", ["jp"])).toEqual({ is_available: true, unavailable_countries: ["jp"] });
  });

  it("stores when the app was last synced, by the clock of observations", async () => {
    // Ahead of the database's clock, as on a host whose calendar was moved.
    const observedAt = new Date(Date.now() + 3_600_000);
    const { db, app, pipeline } = await createSyncWorld(database().db, { soldIn: ["us"] }, { now: () => observedAt });
    await pipeline.sync(app.id);

    const { last_synced_at: syncedAt } = await findStored(db, app.id);
    expect(new Date(String(syncedAt))).toEqual(observedAt);
  });
});
