import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storefrontsWithoutListing } from "../../lib/domain/country.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import type { FakeStore } from "../support/fake-store.ts";
import { fakeListing, fakeMetrics } from "../support/fake-store-records.ts";
import { letDaysPass } from "../support/pass-time.ts";
import { createPipeline, createSoldApp, createSyncWorld, syncAgain, syncItems } from "../support/pipeline.ts";
import { findStored, listChanges } from "../support/stored.ts";
import { withPages } from "../support/with-pages.ts";

const database = useClockedDatabase();
const few = { countries: fewCountries };

async function createAndroidWorld(newApp: Parameters<typeof createSyncWorld>[1] = {}, title?: () => string) {
  const world = await createSyncWorld(database().db, { platform: "android", ...newApp });
  return { ...world, pipeline: createPipeline(world.db, withPages(world.store, title)) };
}

/**
 * The languages of the requested listings, each in a storefront of its own. Other storefronts are requested for status.
 */
const localesOf = ({ calls }: FakeStore) => {
  const status = new Set(storefrontsWithoutListing(countries, "android"));
  return calls.flatMap(({ locales, countries: codes }) =>
    locales.filter((_, index) => !status.has(codes[index] ?? "")),
  );
};
const metricsCalls = ({ calls }: FakeStore) => calls.filter(({ operation }) => operation === "fetchMetrics");

describe("a page that identity is read from", () => {
  it("[SYN-4 SYN-5] is the listing and the metrics of the run, which requests neither again", async () => {
    const { db, app, pipeline, store } = await createAndroidWorld();
    await pipeline.sync(app.id);

    expect(localesOf(store)).toHaveLength(59);
    expect(localesOf(store)).not.toContain("en-US");
    expect(metricsCalls(store)).toEqual([]);
    const [stored] = await db.execute(sql`SELECT
      (SELECT count(*)::int FROM app_store_listings WHERE app_id = ${app.id} AND is_present) AS listings,
      (SELECT count(*)::int FROM app_page_reads p JOIN apps a ON a.id = p.app_id
        WHERE p.app_id = ${app.id} AND p.version_id = a.current_version_id) AS pages,
      (SELECT string_agg(country_code, ',') FROM app_metrics WHERE app_id = ${app.id} AND rating IS NOT NULL)
        AS metrics`);
    expect(stored).toEqual({ listings: 60, pages: 60, metrics: "zz" });
    const progress = { progress_done: syncItems.android, progress_total: syncItems.android };
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [], ...progress });
  });

  it("has the metrics alone where the storefront's language is another one", async () => {
    const { app, pipeline, store } = await createAndroidWorld({ originCountryCode: "de" });
    await pipeline.sync(app.id);

    expect(localesOf(store)).toHaveLength(60);
    expect(metricsCalls(store)).toEqual([]);
  });

  it("shows a change that makes the other pages due in the same run", async () => {
    let title = "Before";
    const { db, app, pipeline, store } = await createAndroidWorld({}, () => title);
    await pipeline.sync(app.id);
    const before = localesOf(store).length;
    await syncAgain(pipeline, app.id);
    expect(localesOf(store)).toHaveLength(before);

    title = "After";
    await syncAgain(pipeline, app.id);

    expect(await listChanges(db, app.id)).toEqual([{ locale: "en-US", field: "title", old: "Before", new: "After" }]);
    expect(localesOf(store)).toHaveLength(before + 59);
  });

  it("[AVL-3] changes neither the price nor the version's notes while the own storefront lacks the app", async () => {
    const { db, app, store } = await createAndroidWorld();
    let usPrice = 0;
    const paged = withPages(store);
    const connector: StoreConnector = {
      ...paged,
      async fetchIdentity(request, context) {
        const lookup = await paged.fetchIdentity(request, context);
        if (!("metrics" in lookup)) return lookup;
        const isHome = request.country === "us";
        const price = { price: isHome ? usPrice : 150, currency: isHome ? "USD" : "JPY" };
        return { ...lookup, metrics: fakeMetrics(request.country, price) };
      },
      async fetchListings(request, context) {
        const lookups = await paged.fetchListings(request, context);
        return lookups.map((each) =>
          each.lookup.outcome === "found"
            ? {
                ...each,
                lookup: { ...each.lookup, record: fakeListing(each.target, { whats_new: each.target.locale }) },
              }
            : each,
        );
      },
    };
    const pipeline = createPipeline(db, connector);
    const stored = async () => {
      const [row] = await db.execute(sql`SELECT m.price::float8, m.currency, m.price_country_code AS read_in,
          (SELECT whats_new FROM app_versions v WHERE v.app_id = m.app_id) AS notes,
          (SELECT count(*)::int FROM app_offer_changes o WHERE o.app_id = m.app_id AND field_changed = 'price')
            AS changes
        FROM app_metrics m WHERE m.app_id = ${app.id} AND m.country_code = 'zz'`);
      return row;
    };

    await pipeline.sync(app.id);
    expect(await stored()).toEqual({ price: 0, currency: "USD", read_in: "us", notes: "Fixes.", changes: 0 });
    store.withdraw({ externalId: app.externalId, countries: ["us"] });
    await syncAgain(pipeline, app.id, "on_demand");
    expect(await stored()).toEqual({ price: 0, currency: "USD", read_in: "us", notes: "Fixes.", changes: 0 });

    store.sell({ externalId: app.externalId, countries: ["us"] });
    usPrice = 2;
    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id);
    expect(await stored()).toEqual({ price: 2, currency: "USD", read_in: "us", notes: "Fixes.", changes: 1 });
  });

  it("is requested again when the lease is lost before its listing is stored", async () => {
    const { db, app, pipeline, store } = await createAndroidWorld();
    const connector = withPages(store);
    const thief: StoreConnector = {
      ...connector,
      async fetchIdentity(request, context) {
        const lookup = await connector.fetchIdentity(request, context);
        await db.execute(sql`UPDATE sync_statuses SET lease_token = gen_random_uuid() WHERE app_id = ${app.id}`);
        return lookup;
      },
    };
    await pipeline.start(app.id);
    const robbed = createPipeline(db, thief);
    const message = pipeline.take();
    expect(await robbed.deliver(message)).toBe("superseded");
    await db.execute(sql`UPDATE sync_statuses SET lease_until = NULL WHERE app_id = ${app.id}`);

    await pipeline.deliver(message);
    await pipeline.drain();

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });

  it("is not requested of the App Store, whose record shows the storefront's metrics without its stars", async () => {
    const { db, store } = await createSyncWorld(database().db, {}, few);
    const app = await createSoldApp(db, store);
    const pipeline = createPipeline(
      db,
      {
        ...store,
        async fetchIdentity(request, context) {
          const lookup = await store.fetchIdentity(request, context);
          return lookup.outcome === "found" ? { ...lookup, metrics: fakeMetrics("us", { stars: null }) } : lookup;
        },
      },
      few,
    );
    await pipeline.start(app.id, "on_demand");
    await pipeline.deliver(pipeline.take());

    const rows = await db.execute(
      sql`SELECT country_code, rating_count > 0 AS is_rated, stars FROM app_metrics WHERE app_id = ${app.id}`,
    );
    expect(rows).toEqual([{ country_code: "us", is_rated: true, stars: null }]);
    await pipeline.drain();
    expect(metricsCalls(store).flatMap(({ countries }) => countries)).toContain("us");
  });

  it("is not requested of the App Store for its listing", async () => {
    const { db, store } = await createSyncWorld(database().db, {}, few);
    const app = await createSoldApp(db, store);
    const pipeline = createPipeline(db, withPages(store), few);
    await pipeline.sync(app.id);

    expect(localesOf(store)).toContain("en-US");
  });
});
