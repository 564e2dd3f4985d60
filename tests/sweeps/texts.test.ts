import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { countRowVersions, findStored } from "../support/stored.ts";
import { leaveTokens, sweepDay, tickSweep } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

const released = { version: "2.0", version_released_at: "2026-03-02T03:04:05.000Z" };

async function revisionsOf(db: TestDb, { id }: App, locale: string) {
  return [
    ...(await db.execute<{ title: string; subtitle: string | null; version: string | null }>(sql`
      SELECT l.title, l.subtitle, v.version FROM app_store_listings l LEFT JOIN app_versions v ON v.id = l.version_id
      WHERE l.app_id = ${id} AND l.locale = ${locale} ORDER BY l.valid_from`)),
  ];
}

describe("the texts of a sweep", () => {
  it("are read in each storefront in which a page was read, with its metrics", async () => {
    const { db, pipeline } = await createSyncedApps(database().db);
    await tickSweep(pipeline);

    const batches = await db.execute<{ country: string; kind: string; locale: string }>(
      sql`SELECT country_code AS country, kind, locale FROM sweep_batches ORDER BY country_code, kind, locale`,
    );

    const metrics = batches.filter(({ kind }) => kind === "metrics");
    expect(metrics.map(({ country }) => country)).toEqual([...everywhere].toSorted());
    expect(metrics.find(({ country }) => country === "de")).toMatchObject({ locale: "de-DE" });
    const pages = await db.execute(sql`SELECT DISTINCT locale FROM app_page_reads`);
    expect(batches.filter(({ locale }) => locale !== "")).toHaveLength(pages.length);
  });

  it("write nothing where they have not changed", async () => {
    const { db, pipeline } = await createSyncedApps(database().db);
    const before = await countRowVersions(db);

    await sweepDay(pipeline);

    expect(await countRowVersions(db)).toEqual(before);
  });

  it("make a revision that keeps what only the page shows", async () => {
    const { db, store, app, pipeline } = await createSyncedApps(database().db);
    const [first] = await revisionsOf(db, app, "de-DE");
    store.sell({ externalId: app.externalId, countries: ["de"], listing: { title: "Neu" } });

    await sweepDay(pipeline);

    expect(await revisionsOf(db, app, "de-DE")).toEqual([first, { ...first, title: "Neu" }]);
  });

  it("are those of the list that has the app, when the one before it does not", async () => {
    const { db, store, app, pipeline } = await createSyncedApps(database().db);
    const [first] = await revisionsOf(db, app, "de-DE");
    store.scriptStorefrontApp(app.externalId, "de", "missing", { listing: { title: "Neu" } });

    await sweepDay(pipeline);

    expect(await revisionsOf(db, app, "de-DE")).toEqual([first, { ...first, title: "Neu" }]);
  });

  it("belong to a version that no sync has seen yet", async () => {
    const { db, store, app, pipeline } = await createSyncedApps(database().db);
    store.sell({ externalId: app.externalId, countries: ["de"], listing: { title: "Neu", ...released } });

    await sweepDay(pipeline);

    expect((await revisionsOf(db, app, "de-DE")).at(-1)).toMatchObject({ title: "Neu", version: "2.0" });
  });

  it("leave an app to its run while a worker holds it", async () => {
    const { db, store, app, pipeline } = await createSyncedApps(database().db);
    store.sell({ externalId: app.externalId, countries: ["de"], listing: { title: "Neu" } });
    await db.execute(sql`UPDATE sync_statuses SET lease_until = now() + interval '1 hour'
      WHERE app_id = ${app.id}`);

    await sweepDay(pipeline);

    expect(await revisionsOf(db, app, "de-DE")).toHaveLength(1);
    const left = await db.execute<{ ids: number[] }>(sql`SELECT to_jsonb(textless_app_ids) AS ids FROM sweep_batches
      WHERE locale = 'de-DE'`);
    expect(left.map(({ ids }) => ids)).toEqual([[app.id]]);
  });

  it("leave the first revision of a language to a sync, which reads its page", async () => {
    const { db, app, pipeline } = await createSyncedApps(database().db);
    await db.execute(sql`DELETE FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE'`);
    await db.execute(sql`DELETE FROM app_page_reads WHERE app_id = ${app.id} AND locale = 'de-DE'`);

    await sweepDay(pipeline);

    expect(await revisionsOf(db, app, "de-DE")).toEqual([]);
  });
});

describe("a scheduled sync after the day's sweep", () => {
  it("reads no page of a listing that has not changed", async () => {
    const { pipeline, syncDue, pagesRead, listingsRead } = await createSyncedApps(database().db);
    await sweepDay(pipeline);

    await syncDue();

    expect([pagesRead(), listingsRead()]).toEqual([[], []]);
  });

  it("reads the pages of a storefront whose texts have changed", async () => {
    const { db, store, app, pipeline, syncDue, pagesRead, listingsRead } = await createSyncedApps(database().db);
    store.sell({ externalId: app.externalId, countries: ["de"], listing: { title: "Neu", subtitle: "Auch neu" } });
    await sweepDay(pipeline);

    await syncDue();

    expect([pagesRead(), listingsRead()]).toEqual([["de-DE", "en-GB"], []]);
    expect((await revisionsOf(db, app, "de-DE")).at(-1)).toMatchObject({ title: "Neu", subtitle: "Auch neu" });
  });

  it("reads every page of an app with a new version", async () => {
    const { db, store, app, pipeline, syncDue, pagesRead } = await createSyncedApps(database().db);
    store.sell({
      externalId: app.externalId,
      countries: everywhere,
      identity: released,
      listing: released,
    });
    await sweepDay(pipeline);

    await syncDue();

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect(pagesRead()).toHaveLength(pages.length);
  });

  it.each([8, 40])("reads the pages of the primary storefront alone after %i days", async (days) => {
    const { db, app, pipeline, syncDue, pagesRead } = await createSyncedApps(database().db);
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - make_interval(days => ${days})
      WHERE app_id = ${app.id}`);
    await sweepDay(pipeline);

    await syncDue();

    expect(pagesRead()).toEqual(["en-US", "es-MX"]);
  });

  it("reads the primary pages and three others again after 90 days", async () => {
    const { db, app, pipeline, syncDue, pagesRead } = await createSyncedApps(database().db);
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '90 days' WHERE app_id = ${app.id}`);
    await sweepDay(pipeline);

    await syncDue();

    expect(pagesRead()).toHaveLength(2 + 3);
  });

  it("reads the pages of a storefront whose texts the store did not return", async () => {
    const { store, pipeline, syncDue, listingsRead } = await createSyncedApps(database().db);
    store.scriptStorefront("de", { language: null });
    await sweepDay(pipeline);

    await syncDue();

    expect(listingsRead()).toEqual(["de-DE", "en-GB"]);
  });

  it("removes a language whose storefronts no longer have the app, and requests nothing for it", async () => {
    const { db, store, app, pipeline, syncDue, pagesRead, listingsRead } = await createSyncedApps(database().db);
    store.withdraw({ externalId: app.externalId, countries: ["jp"] });
    await sweepDay(pipeline);

    await syncDue();

    expect([pagesRead(), listingsRead()]).toEqual([[], []]);
    expect((await revisionsOf(db, app, "ja")).at(-1)).toMatchObject({ title: null });
  });

  it("reads every page when there was no sweep", async () => {
    const { db, app, nextDay, syncDue, listingsRead } = await createSyncedApps(database().db);
    await nextDay();

    await syncDue();

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect(listingsRead()).toHaveLength(pages.length);
  });
});

describe("a sync that a user requests", () => {
  it("reads every page", async () => {
    const { db, app, pipeline, listingsRead, pagesRead } = await createSyncedApps(database().db);
    await sweepDay(pipeline);

    await pipeline.sync(app.id, "on_demand");

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect([pagesRead().length, listingsRead()]).toEqual([pages.length, []]);
  });

  it("requests the texts, too, of a version that no page has shown", async () => {
    const { db, store, app, pipeline, listingsRead, pagesRead } = await createSyncedApps(database().db);
    await sweepDay(pipeline);
    store.sell({ externalId: app.externalId, countries: everywhere, identity: released, listing: released });

    await pipeline.sync(app.id, "on_demand");

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect([pagesRead(), listingsRead().length]).toEqual([[], pages.length]);
  });
});

describe("a scheduled sync of an Android app", () => {
  it("reads the pages of the primary storefront alone while nothing has changed", async () => {
    const { syncDue, listingsRead } = await createSyncedApps(database().db, { platform: "android" });

    await syncDue();

    expect(listingsRead()).toEqual(["en-US", "es-419"]);
  });

  it("reads every page of an app with a new version", async () => {
    const { db, store, app, syncDue, listingsRead } = await createSyncedApps(database().db, { platform: "android" });
    store.sell({ externalId: app.externalId, countries: everywhere, identity: released, listing: released });

    await syncDue();

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect(listingsRead()).toHaveLength(pages.length);
  });

  it("reads every page on the day after a change of the primary one", async () => {
    const { db, store, app, nextDay, syncDue, listingsRead } = await createSyncedApps(database().db, {
      platform: "android",
    });
    store.sell({ externalId: app.externalId, countries: everywhere, listing: { title: "Renamed" } });

    await syncDue();
    expect(listingsRead()).toEqual(["en-US", "es-419"]);
    await nextDay();
    await syncDue();

    const pages = await db.execute(sql`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id}`);
    expect(listingsRead()).toHaveLength(2 + pages.length);
  });

  it("reads the pages of five other storefronts, the oldest ones, again within 30 days", async () => {
    const { db, app, syncDue, listingsRead } = await createSyncedApps(database().db, { platform: "android" });
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '30 days' WHERE app_id = ${app.id}`);
    const [oldest] = await db.execute<{
      locale: string;
    }>(sql`UPDATE app_page_reads SET read_at = read_at - interval '1 day'
      WHERE app_id = ${app.id} AND locale = (SELECT max(locale) FROM app_page_reads WHERE country_code <> 'us')
      RETURNING locale`);

    await syncDue();

    expect(listingsRead()).toHaveLength(2 + 5);
    expect(listingsRead()).toContain(oldest?.locale);
  });

  it("leaves these to a later one when the store's budget has no tokens for them", async () => {
    const { db, app, pipeline, listingsRead } = await createSyncedApps(database().db, { platform: "android" });
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '30 days' WHERE app_id = ${app.id}`);
    await pipeline.tick();
    const [{ at } = expect.unreachable()] = pipeline.sent;
    await pipeline.clock.moveTo(at);
    await leaveTokens(db, "play_page", TOKENS_NEEDED.rotation - 1);

    await pipeline.drain();

    expect(listingsRead()).toEqual(["en-US", "es-419"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });
});
