import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { sweepDay } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

const released = {
  name: "Renamed",
  publisher_external_id: "777",
  publisher_name: "Other Studio",
  publisher_url: "https://other.example/",
  category_external_id: "6014",
  category_name: "Games",
  supported_locales: ["EN", "DE"],
  original_release_date: "2020-02-03",
  is_free: false,
  version: "2.0",
  version_released_at: "2026-03-02T03:04:05.000Z",
  icon_url: "https://images.example/other.png",
} as const;

/** Two synced apps that have a new identity on the next day, before that day's sweep. */
async function createReleasedApps() {
  const world = await createSyncedApps(database().db);
  const { app, apps, store } = world;
  for (const { externalId } of apps)
    store.sell({ externalId, countries: ["us"], identity: released, listing: released });
  const before = store.calls.length;
  const identitiesRead = () =>
    store.calls
      .slice(before)
      .filter(({ operation, subject }) => operation === "fetchIdentity" && subject === app.externalId)
      .flatMap(({ countries }) => countries);
  return { ...world, identitiesRead };
}

async function identityOf(db: TestDb, { id }: App) {
  const [row] = await db.execute(sql`
    SELECT a.name, a.icon_url, a.is_free, a.original_release_date::text, to_jsonb(a.supported_locales) AS locales,
      p.external_id AS publisher, p.name AS publisher_name, p.url, c.external_id AS category, v.version, v.released_at,
      v.whats_new
    FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id LEFT JOIN store_categories c ON c.id = a.category_id
    LEFT JOIN app_versions v ON v.id = a.current_version_id WHERE a.id = ${id}`);
  return row;
}

describe("the identity of an app", () => {
  it("is stored by the sweep as by a sync", async () => {
    const { db, app, apps, pipeline } = await createReleasedApps();
    const [, other = app] = apps;
    await pipeline.sync(other.id, "on_demand");

    await sweepDay(pipeline);

    expect(await identityOf(db, app)).toEqual({ ...(await identityOf(db, other)), whats_new: null });
    expect(await identityOf(db, app)).toMatchObject({
      name: "Renamed",
      publisher: "777",
      category: "6014",
      version: "2.0",
    });
    const versions = await db.execute(sql`SELECT version FROM app_versions WHERE app_id = ${app.id} ORDER BY 1`);
    expect(versions).toEqual([{ version: "1.0.0" }, { version: "2.0" }]);
  });

  it("is not requested by the scheduled sync after the sweep, which completes as any other", async () => {
    const { db, app, pipeline, syncDue, identitiesRead } = await createReleasedApps();
    await sweepDay(pipeline);

    await syncDue();

    expect(identitiesRead()).toEqual([]);
    const [row] = await db.execute(sql`SELECT status, progress_done = progress_total AS is_whole,
      identity_country AS country FROM sync_statuses WHERE app_id = ${app.id}`);
    expect(row).toEqual({ status: "completed", is_whole: true, country: "us" });
    expect(await identityOf(db, app)).toMatchObject({ version: "2.0", whats_new: "Fixes." });
  });

  it("makes every page due when it has a new version", async () => {
    const { db, app, pipeline, syncDue, pagesRead } = await createReleasedApps();
    await sweepDay(pipeline);

    await syncDue();

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect(pagesRead()).toHaveLength(pages.length);
  });

  it("is requested by a sync that a user requests", async () => {
    const { app, pipeline, identitiesRead } = await createReleasedApps();
    await sweepDay(pipeline);

    await pipeline.sync(app.id, "on_demand");

    expect(identitiesRead()).toEqual(["us"]);
  });

  it.each([
    [
      "the store has rejected the language",
      (store: World["store"]) => store.scriptStorefront("us", { language: null }),
    ],
    [
      "the app has failed",
      (store: World["store"], app: App) =>
        store.scriptStorefrontApp(app.externalId, "us", storeFailure("invalid_response")),
    ],
  ])("is requested by itself when %s", async (_title, script) => {
    const { store, app, pipeline, syncDue, identitiesRead } = await createReleasedApps();
    script(store, app);
    await sweepDay(pipeline);

    await syncDue();

    expect(identitiesRead()).toEqual(["us"]);
  });

  it("is left to the next sweep when the batch has failed", async () => {
    const { store, pipeline, syncDue, identitiesRead } = await createReleasedApps();
    store.scriptStorefront("us", storeFailure("http_5xx"));
    await sweepDay(pipeline);

    await syncDue();

    expect(identitiesRead()).toEqual([]);
  });

  it("is requested in the next storefront when the sweep has shown that the first one lacks the app", async () => {
    const { store, app, pipeline, syncDue, identitiesRead } = await createReleasedApps();
    store.scriptStorefrontApp(app.externalId, "us", "missing");
    await sweepDay(pipeline);

    await syncDue();

    expect(identitiesRead()).toEqual(["de"]);
  });

  it("is left to the sync of an app whose identity is read in another storefront", async () => {
    const { db, app, pipeline, syncDue, identitiesRead } = await createReleasedApps();
    await db.execute(sql`UPDATE apps SET origin_country_code = 'de' WHERE id = ${app.id}`);

    await sweepDay(pipeline);
    expect(await identityOf(db, app)).toMatchObject({ name: `App ${app.externalId}`, version: "1.0.0" });
    await syncDue();

    expect(identitiesRead()).toEqual(["de"]);
  });

  it("is left to a run while a worker holds it", async () => {
    const { db, app, pipeline } = await createReleasedApps();
    await db.execute(sql`UPDATE sync_statuses SET lease_until = now() + interval '1 hour' WHERE app_id = ${app.id}`);

    await sweepDay(pipeline);

    expect(await identityOf(db, app)).toMatchObject({ name: `App ${app.externalId}`, version: "1.0.0" });
  });

  it("stays as it is when the store returns an older version", async () => {
    const { db, store, app, pipeline } = await createReleasedApps();
    await sweepDay(pipeline);
    const older = { name: "Old", version: "0.9", version_released_at: "2025-01-01T00:00:00.000Z" };
    store.sell({ externalId: app.externalId, countries: ["us"], identity: older, listing: older });
    await db.execute(sql`DELETE FROM sweep_batches`);
    await db.execute(sql`DELETE FROM sweep_shards`);

    await sweepDay(pipeline);

    expect(await identityOf(db, app)).toMatchObject({ name: "Renamed", version: "2.0" });
  });
});

type World = Awaited<ReturnType<typeof createReleasedApps>>;
