import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { findListing } from "../../../db/queries/listings/current-listings.ts";
import type { SyncPurpose } from "../../../lib/domain/sync-phase.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { createSyncWorld, knowTopApp } from "../../support/pipeline.ts";
import { findStored } from "../../support/stored.ts";

const database = useClockedDatabase();

describe("listings of an app that storefronts lack", () => {
  it.each([
    ["ios", "4001", "pe", "es-MX"],
    ["ios", "4002", "at", "de-DE"],
    ["android", "com.example.peru", "pe", "es-419"],
    ["android", "com.example.austria", "at", "de-DE"],
  ] as const)(
    "finds the listing of an app on %s (%s) that is sold in %s alone: %s",
    async (platform, externalId, country, locale) => {
      const { db, store, app, pipeline } = await createSyncWorld(database().db, {
        platform,
        externalId,
        soldIn: [country],
      });
      await knowTopApp(db, platform);
      await pipeline.sync(app.id);

      const found = await findListing(db, {
        platform,
        externalId,
        countryCode: country,
        locale: null,
        hasGlobalMetrics: platform === "android",
      });
      expect(found).toMatchObject({ locale, listing: { locale } });
      const searches = store.callsOf(externalId).filter(({ operation }) => operation !== "fetchStorefrontApps");
      const requested = searches.flatMap(({ countries: codes }) => codes).filter((code) => code !== country);
      expect(new Set(requested).size, "a storefront without the app gets one search a run").toBe(requested.length);
      expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    },
  );

  /** Syncs an app that Canada alone does not sell, which shows two languages. */
  async function syncWithoutCanada(purpose: SyncPurpose = "tracked") {
    const soldIn = everywhere.filter((code) => code !== "ca");
    const world = await createSyncWorld(database().db, { soldIn }, { countries: fewCountries });
    await world.pipeline.sync(world.app.id, purpose);
    return world;
  }

  /** The languages of Canada, and whether the app has a listing in them. */
  function listingsOfCanada(db: TestDb, appId: number) {
    return db.execute(
      sql`SELECT locale, is_present FROM app_store_listings WHERE app_id = ${appId} AND country_code = 'ca'
        ORDER BY locale`,
    );
  }

  it("[SYN-11] request a storefront that returns 404 once, however many languages it shows", async () => {
    const { db, store, app } = await syncWithoutCanada();

    const requests = store.calls.filter(({ operation }) => operation === "fetchListings");
    expect(requests.flatMap(({ countries: codes }) => codes).filter((code) => code === "ca")).toEqual(["ca"]);
    expect(await listingsOfCanada(db, app.id)).toEqual([
      { locale: "en-CA", is_present: false },
      { locale: "fr-CA", is_present: false },
    ]);
  });

  it("record each language that no storefront shows, also once the run has stored others", async () => {
    const { db, app } = await syncWithoutCanada("on_demand");

    expect(await listingsOfCanada(db, app.id)).toEqual([
      { locale: "en-CA", is_present: false },
      { locale: "fr-CA", is_present: false },
    ]);
  });

  it("[SYN-11] are the last request of a sync to a storefront that returns 404", async () => {
    const { store, externalId } = await syncWithoutCanada();

    const requests = store
      .callsOf(externalId)
      .flatMap(({ countries: codes }) => codes)
      .filter((code) => code === "ca");
    expect(requests).toEqual(["ca"]);
  });

  it("[SYN-10] writes a row of availability alone for each Android storefront, with or without the app", async () => {
    const soldIn = everywhere.filter((code) => code !== "jp");
    const few = { countries: fewCountries };
    const { db, app, pipeline } = await createSyncWorld(database().db, { platform: "android", soldIn }, few);
    await pipeline.sync(app.id);

    const rows = await db.execute(
      sql`SELECT country_code, is_available, rating_count FROM app_metrics WHERE app_id = ${app.id} ORDER BY 1`,
    );
    expect(rows).toEqual([
      ...everywhere.toSorted().map((code) => ({ country_code: code, is_available: code !== "jp", rating_count: null })),
      { country_code: "zz", is_available: true, rating_count: 100 },
    ]);
    expect(await findStored(db, app.id)).toMatchObject({ is_available: true });
  });
});
