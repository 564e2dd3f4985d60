import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { findStored } from "../../support/stored.ts";

const database = useDatabase();

async function syncApp(platform: "ios" | "android", absentFrom: readonly string[]) {
  const { db } = database();
  const externalId = platform === "ios" ? "7001" : "com.example.finalize";
  const store = createFakeStore(platform);
  const sold = activeStorefronts(countries, platform).map(({ code }) => code);
  store.sell({ externalId, countries: sold.filter((code) => !absentFrom.includes(code)) });
  const stale = { isAvailable: false, unavailableCountries: ["us", "fr"] };
  const app = await createApp(db, { platform, externalId, ...stale });
  const pipeline = createPipeline(db, store);
  await pipeline.start(app.id);
  await pipeline.drain();
  const [stored] = await db.execute(
    sql`SELECT is_available, to_json(unavailable_countries) AS unavailable_countries FROM apps WHERE id = ${app.id}`,
  );
  return stored;
}

/** An app that one storefront has when the run begins, and none when it ends. */
async function lostWhileSyncing() {
  const { db } = database();
  const store = createFakeStore("ios");
  store.scriptIdentity("7003", "us", {});
  const app = await createApp(db, { platform: "ios", externalId: "7003" });
  const pipeline = createPipeline(db, store);
  await pipeline.start(app.id);
  await pipeline.drain();
  const [stored] = await db.execute(
    sql`SELECT status, is_available, cardinality(unavailable_countries) AS gone
        FROM apps JOIN sync_statuses ON app_id = id WHERE id = ${app.id}`,
  );
  return stored;
}

describe("finalize", () => {
  it("[APP-4 SYN-7] makes an app unavailable once every storefront has a row without it", async () => {
    expect(await lostWhileSyncing()).toEqual({ status: "completed", is_available: false, gone: 111 });
  });

  it("[APP-4 APP-5 SYN-7] recomputes is_available and unavailable_countries from the app's metrics", async () => {
    expect(await syncApp("ios", ["jp", "de"])).toEqual({ is_available: true, unavailable_countries: ["de", "jp"] });
  });

  it("[APP-5 SYN-7] recomputes them for an Android app from the storefronts that returned 404", async () => {
    expect(await syncApp("android", ["jp"])).toEqual({ is_available: true, unavailable_countries: ["jp"] });
  });

  it("stores when the app was last synced, by the clock of observations", async () => {
    const { db } = database();
    const store = createFakeStore("ios");
    store.sell({ externalId: "7002", countries: ["us"] });
    const app = await createApp(db, { platform: "ios", externalId: "7002" });
    // Ahead of the database's clock, as on a host whose calendar was moved.
    const observedAt = new Date(Date.now() + 3_600_000);
    const pipeline = createPipeline(db, store, { now: () => observedAt });
    await pipeline.start(app.id);
    await pipeline.drain();

    const { last_synced_at: syncedAt } = await findStored(db, app.id);
    expect(new Date(String(syncedAt))).toEqual(observedAt);
  });
});
