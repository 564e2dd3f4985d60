import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { findListing } from "../../../db/queries/listings/current-listings.ts";
import { findListingOnDay } from "../../../db/queries/listings/listings-over-time.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { FEWEST_ITEMS, ROOM_LEFT } from "../../../lib/domain/call-limits.ts";
import { listingLanguages, storefrontCodes } from "../../../lib/domain/country.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { storeHosts } from "../../../lib/domain/store-hosts.ts";
import type { ListingRecord } from "../../../lib/stores/records.ts";
import { fewCountries } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import type { FakeResponse } from "../../support/fake-store-scripts.ts";
import { letDaysPass } from "../../support/pass-time.ts";
import { createPipeline, createSyncWorld, type Pipeline, syncAgain } from "../../support/pipeline.ts";
import { silentLog } from "../../support/silent-log.ts";
import { dumpApp, findStored, listChanges } from "../../support/stored.ts";

const database = useClockedDatabase();

/** Three storefronts show German. */
const someCountries = countries.filter(({ code }) => ["us", "de", "at", "ch", "fr", "jp"].includes(code));
const [, ...elsewhereInGerman] =
  listingLanguages(someCountries, "ios").find(({ locale }) => locale === "de-DE")?.storefronts ?? [];

/** An iOS app sold everywhere whose German listing is scripted, one response a sync. */
async function germanListing(...responses: FakeResponse<ListingRecord>[]) {
  const world = await createSyncWorld(database().db, {}, { countries: someCountries });
  world.store.scriptListing(world.externalId, { country: "de", locale: "de-DE" }, ...responses);
  await world.pipeline.sync(world.app.id);
  return world;
}

/** Moves to the next message. Before it, others took all requests of each host's minute but those that sweeps leave. */
async function fillMinutes(db: TestDb, { clock, sent, sentSweeps, settings: { stores } }: Pipeline): Promise<void> {
  const next = Math.min(...[...sent, ...sentSweeps].map(({ at }) => at));
  if (Number.isFinite(next)) await clock.moveTo(Math.max(next, clock.ms()));
  for (const host of storeHosts) {
    const left = host === "apps.apple.com" ? ROOM_LEFT.page : ROOM_LEFT.identify;
    const others = stores.hosts[host].mostInAMinute - left - FEWEST_ITEMS;
    const granted = sql`array_fill(clock_timestamp(), ARRAY[${others}::int])`;
    await db.execute(sql`
      INSERT INTO store_budgets (bucket, tokens, refilled_at, granted_at)
      VALUES (${host}, ${stores.hosts[host].capacity}, clock_timestamp(), ${granted})
      ON CONFLICT (bucket) DO UPDATE SET granted_at = ${granted}`);
  }
}

/** The current version of an app, and those of its German revisions and changes, oldest first. */
async function versionsOf(db: TestDb, appId: number) {
  const [row] = await db.execute(sql`
    SELECT (SELECT v.version FROM apps a JOIN app_versions v ON v.id = a.current_version_id WHERE a.id = ${appId})
      AS current,
      (SELECT json_agg(v.version ORDER BY l.valid_from) FROM app_store_listings l
        LEFT JOIN app_versions v ON v.id = l.version_id WHERE l.app_id = ${appId} AND l.locale = 'de-DE') AS revisions,
      (SELECT json_agg(v.version ORDER BY c.detected_at) FROM app_store_listing_changes c
        LEFT JOIN app_versions v ON v.id = c.version_id WHERE c.app_id = ${appId} AND c.locale = 'de-DE') AS changes`);
  return row;
}

describe("listings", () => {
  it("[SYN-6] records each field that changed, also within a version, and a revision", async () => {
    const { db, app, pipeline } = await germanListing(
      { title: "Alt", subtitle: "Unter", promotional_text: "Aktion", description: "Text", whats_new: "Neu" },
      {
        title: "Neu",
        subtitle: null,
        promotional_text: "Andere Aktion",
        description: "Anderer Text",
        whats_new: null,
        icon_url: "https://images.example/other.png",
        screenshots: [],
        video_url: "https://images.example/video.mp4",
      },
    );
    await syncAgain(pipeline, app.id);

    const shot = '[{"url": "https://images.example/1.png", "order": 1, "device_type": "phone"}]';
    expect(await listChanges(db, app.id)).toEqual([
      { locale: "de-DE", field: "description", old: "Text", new: "Anderer Text" },
      {
        locale: "de-DE",
        field: "icon_url",
        old: "https://images.example/icon.png",
        new: "https://images.example/other.png",
      },
      { locale: "de-DE", field: "promotional_text", old: "Aktion", new: "Andere Aktion" },
      { locale: "de-DE", field: "screenshots", old: shot, new: "[]" },
      { locale: "de-DE", field: "subtitle", old: "Unter", new: null },
      { locale: "de-DE", field: "title", old: "Alt", new: "Neu" },
      { locale: "de-DE", field: "video_url", old: null, new: "https://images.example/video.mp4" },
      { locale: "de-DE", field: "whats_new", old: "Neu", new: null },
    ]);
    const revisions = await db.execute(
      sql`SELECT title FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE' ORDER BY valid_from`,
    );
    expect(revisions).toEqual([{ title: "Alt" }, { title: "Neu" }]);
  });

  it.each(platforms)(
    "are requested a few at a time while no minute of the store of %s has room for a whole batch",
    async (platform) => {
      const { db, store, app, pipeline } = await createSyncWorld(
        database().db,
        { platform },
        { countries: fewCountries },
      );
      await pipeline.start(app.id);
      await pipeline.deliverNext();

      for (let next: unknown = "started"; next !== undefined; next = await pipeline.deliverNext()) {
        await fillMinutes(db, pipeline);
      }

      const requested = store.calls.filter(({ operation }) => operation === "fetchListings");
      expect(Math.max(...requested.map(({ locales }) => locales.length))).toBe(FEWEST_ITEMS);
      expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
    },
  );

  it("reports no change for a language that is seen for the first time", async () => {
    const { db, app } = await germanListing({});
    expect(await listChanges(db, app.id)).toEqual([]);
  });

  it("records locale removed when all storefronts respond empty_response, and locale added later", async () => {
    const { db, store, app, pipeline } = await germanListing({ title: "Da" }, "empty_response");
    for (const country of elsewhereInGerman) {
      store.scriptListing(app.externalId, { country, locale: "de-DE" }, "empty_response");
    }
    for (const country of ["de", ...elsewhereInGerman]) store.scriptMetrics(app.externalId, country, "empty_response");
    await syncAgain(pipeline, app.id);
    // Only the Swiss one of these storefronts shows Italian.
    expect(await listChanges(db, app.id)).toEqual([
      { locale: "de-DE", field: "locale_removed", old: "Da", new: null },
      { locale: "it", field: "locale_removed", old: "Title it", new: null },
    ]);

    store.scriptListing(app.externalId, { country: "ch", locale: "de-DE" }, { title: "Wieder da" });
    await letDaysPass(db, app.id, 8);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(await listChanges(db, app.id)).toContainEqual({
      locale: "de-DE",
      field: "locale_added",
      old: null,
      new: "Wieder da",
    });
  });

  it("belong to the version that they show before identity does, which identity makes the current one", async () => {
    const released = { version: "1.1.0", version_released_at: "2026-03-02T03:04:05.000Z" };
    const { db, store, app, pipeline } = await germanListing({ title: "Alt" }, { title: "Neu", ...released });
    await syncAgain(pipeline, app.id);

    expect(await versionsOf(db, app.id)).toEqual({
      current: "1.0.0",
      revisions: ["1.0.0", "1.1.0"],
      changes: ["1.1.0"],
    });

    const soldIn = storefrontCodes(someCountries, "ios");
    store.sell({ externalId: app.externalId, countries: soldIn, identity: released, listing: released });
    await syncAgain(pipeline, app.id);

    expect(await versionsOf(db, app.id)).toMatchObject({ current: "1.1.0", revisions: ["1.0.0", "1.1.0"] });
    const versions = await db.execute(
      sql`SELECT version, released_at = ${released.version_released_at} AS is_dated FROM app_versions
        WHERE app_id = ${app.id} ORDER BY id DESC`,
    );
    expect(versions).toEqual([
      { version: "1.1.0", is_dated: true },
      { version: "1.0.0", is_dated: false },
    ]);
  });

  it("are removed in the version that is the app's current one then", async () => {
    const released = { version: "1.1.0", version_released_at: "2026-03-02T03:04:05.000Z" };
    const { db, store, app, pipeline } = await germanListing({ title: "Da" }, "empty_response");
    for (const country of elsewhereInGerman)
      store.scriptListing(app.externalId, { country, locale: "de-DE" }, "empty_response");
    for (const country of ["de", ...elsewhereInGerman]) store.scriptMetrics(app.externalId, country, "empty_response");
    const soldIn = storefrontCodes(someCountries, "ios");
    store.sell({ externalId: app.externalId, countries: soldIn, identity: released, listing: released });
    await syncAgain(pipeline, app.id);

    expect(await versionsOf(db, app.id)).toEqual({
      current: "1.1.0",
      revisions: ["1.0.0", "1.1.0"],
      changes: ["1.1.0"],
    });
  });

  it("[SYN-10] reads a language in its next storefront after a 404 in the same run; its revision stays", async () => {
    const { db, store, app, pipeline } = await germanListing({ title: "Da" }, "empty_response");
    store.scriptListing(app.externalId, { country: "at", locale: "de-DE" }, { title: "Da" });
    store.scriptMetrics(app.externalId, "de", "empty_response");
    await syncAgain(pipeline, app.id);

    expect(await listChanges(db, app.id)).toEqual([]);
    const wanted = { platform: "ios", externalId: app.externalId, countryCode: "at", locale: "de-DE" } as const;
    const now = await findListing(db, { ...wanted, hasGlobalMetrics: false });
    expect(now).toMatchObject({ listing: { read_in_country_code: "at" } });
    const today = db.clock.now().toISOString().slice(0, 10);
    const then = await findListingOnDay(db, { ...wanted, hasGlobalMetrics: false, day: today });
    expect(then).toMatchObject({ listing: { id: now.listing?.id, read_in_country_code: "de" } });
  });

  it("[SYN-12] requests a failed item again in the same storefront, not in the next one", async () => {
    const { db, store, app } = await germanListing(storeFailure("http_5xx", { status: 503 }));

    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["listings", "de", "http_5xx"]] });
    const readInGerman = store.calls
      .filter(({ operation }) => operation === "fetchListings")
      .flatMap(({ countries: codes, locales }) => codes.filter((_, index) => locales[index] === "de-DE"));
    expect(new Set(readInGerman)).toEqual(new Set(["de"]));
  });

  it("records neither a removal nor an addition for a failed fetch", async () => {
    const { db, app, pipeline } = await germanListing(
      { title: "Da" },
      { reason: "http_5xx", status: 502, retryAfterSeconds: null },
      { title: "Da" },
    );
    await syncAgain(pipeline, app.id);
    await syncAgain(pipeline, app.id);

    expect(await listChanges(db, app.id)).toEqual([]);
  });

  it("keeps what is stored for fields that could not be read", async () => {
    const { db, app, pipeline } = await germanListing(
      { subtitle: "Unter", promotional_text: "Aktion" },
      { subtitle: null, promotional_text: null, unread_fields: ["subtitle", "promotional_text"] },
    );
    const before = await dumpApp(db, app.id);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(await dumpApp(db, app.id)).toEqual(before);
  });

  it("drops a response with an older version than the known one, and counts it", async () => {
    const { db, store, app } = await germanListing(
      { title: "Neu" },
      { title: "Alt", version_released_at: "2025-01-01T00:00:00.000Z" },
    );
    const logged: unknown[] = [];
    const counting = createPipeline(db, store, {
      countries: someCountries,
      log: { ...silentLog, info: (event, fields) => void logged.push({ event, ...fields }) },
    });
    await syncAgain(counting, app.id);

    expect(await listChanges(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    expect(logged).toContainEqual({ event: "sync.listings.stale", platform: "ios", stale: 1 });
  });

  it("saves a text once, however many languages and apps show it", async () => {
    const { db, app } = await germanListing({ description: "One text for all" });
    const other = await germanListing({ description: "One text for all" });

    const rows = await db.execute(sql`SELECT count(*)::int AS n FROM listing_texts WHERE body = 'One text for all'`);
    expect(rows).toEqual([{ n: 1 }]);
    expect(app.id).not.toBe(other.app.id);
  });
});
