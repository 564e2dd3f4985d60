import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { activeStorefronts } from "../../../lib/domain/storefronts.ts";
import type { ListingRecord } from "../../../lib/stores/records.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import type { FakeAnswer } from "../../support/fake-store-script.ts";
import { createPipeline, syncAgain } from "../../support/pipeline.ts";
import { dumpApp, findStored, listChanges } from "../../support/stored.ts";

const database = useDatabase();
let nextId = 3000;

/** An iOS app sold everywhere whose German listing answers as scripted, one answer a sync. */
async function germanListing(...answers: FakeAnswer<ListingRecord>[]) {
  const { db } = database();
  nextId += 1;
  const externalId = String(nextId);
  const store = createFakeStore("ios");
  store.sell({ externalId, countries: activeStorefronts(countries, "ios").map(({ code }) => code) });
  store.scriptListing(externalId, { country: "de", locale: "de-DE" }, ...answers);
  const app = await createApp(db, { platform: "ios", externalId });
  const pipeline = createPipeline(db, store);
  await pipeline.start(app.id);
  await pipeline.drain();
  return { db, store, app, pipeline };
}

describe("listings", () => {
  it("records each field that changed, within a version too, and a revision for it", async () => {
    const { db, app, pipeline } = await germanListing(
      { title: "Alt", subtitle: "Unter", promotionalText: "Aktion", description: "Text", whatsNew: "Neu" },
      {
        title: "Neu",
        subtitle: null,
        promotionalText: "Andere Aktion",
        description: "Anderer Text",
        whatsNew: null,
        iconUrl: "https://images.example/other.png",
        screenshots: [],
        videoUrl: "https://images.example/video.mp4",
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

  it("reports no change for a language that is seen for the first time", async () => {
    const { db, app } = await germanListing({});
    expect(await listChanges(db, app.id)).toEqual([]);
  });

  it("records locale removed when the storefront answers empty_response, and locale added when it is back", async () => {
    const { db, app, pipeline } = await germanListing({ title: "Da" }, "empty_response", { title: "Wieder da" });
    await syncAgain(pipeline, app.id);
    await db.execute(
      sql`UPDATE app_metrics SET observed_at = observed_at - interval '8 days' WHERE app_id = ${app.id}`,
    );
    await syncAgain(pipeline, app.id);

    expect(await listChanges(db, app.id)).toEqual([
      { locale: "de-DE", field: "locale_added", old: null, new: "Wieder da" },
      { locale: "de-DE", field: "locale_removed", old: "Da", new: null },
    ]);
  });

  it("takes a failed fetch for neither a removal nor an addition", async () => {
    const { db, app, pipeline } = await germanListing(
      { title: "Da" },
      { reason: "http_5xx", status: 502, retryAfterSeconds: null },
      { title: "Da" },
    );
    await syncAgain(pipeline, app.id);
    await syncAgain(pipeline, app.id);

    expect(await listChanges(db, app.id)).toEqual([]);
  });

  it("asks a storefront that answers 404 once, whatever languages are read in it", async () => {
    const { db } = database();
    const store = createFakeStore("ios");
    const withoutCanada = activeStorefronts(countries, "ios")
      .map(({ code }) => code)
      .filter((code) => code !== "ca");
    store.sell({ externalId: "3900", countries: withoutCanada });
    const app = await createApp(db, { platform: "ios", externalId: "3900" });
    const pipeline = createPipeline(db, store);
    await pipeline.start(app.id);
    await pipeline.drain();

    const questions = store.calls.flatMap(({ countries: asked }) => asked).filter((code) => code === "ca");
    expect(questions).toEqual(["ca"]);
    const rows = await db.execute(
      sql`SELECT locale, is_present FROM app_store_listings WHERE app_id = ${app.id} AND country_code = 'ca' ORDER BY locale`,
    );
    expect(rows).toEqual([
      { locale: "en-CA", is_present: false },
      { locale: "fr-CA", is_present: false },
    ]);
  });

  it("keeps what is stored for fields that could not be read", async () => {
    const { db, app, pipeline } = await germanListing(
      { subtitle: "Unter", promotionalText: "Aktion" },
      { subtitle: null, promotionalText: null, unreadFields: ["subtitle", "promotional_text"] },
    );
    const before = await dumpApp(db, app.id);
    await syncAgain(pipeline, app.id);

    expect(await dumpApp(db, app.id)).toEqual(before);
  });

  it("drops an answer whose version is older than the one already known, and counts it", async () => {
    const { db, store, app } = await germanListing(
      { title: "Neu" },
      { title: "Alt", versionReleasedAt: "2025-01-01T00:00:00.000Z" },
    );
    const counted: unknown[] = [];
    const counting = createPipeline(db, store, { measure: (...measured) => counted.push(measured) });
    await syncAgain(counting, app.id);

    expect(await listChanges(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    expect(counted).toContainEqual(["StaleListingAnswers", 1, { platform: "ios" }]);
  });

  it("stores a text once, however many languages and apps show it", async () => {
    const { db, app } = await germanListing({ description: "One text for all" });
    const other = await germanListing({ description: "One text for all" });

    const rows = await db.execute(sql`SELECT count(*)::int AS n FROM listing_texts WHERE body = 'One text for all'`);
    expect(rows).toEqual([{ n: 1 }]);
    expect(app.id).not.toBe(other.app.id);
  });

  it("writes an availability-only row for an Android storefront that answers 404", async () => {
    const { db } = database();
    const store = createFakeStore("android");
    const withoutJapan = activeStorefronts(countries, "android")
      .map(({ code }) => code)
      .filter((code) => code !== "jp");
    store.sell({ externalId: "com.example.nojapan", countries: withoutJapan });
    const app = await createApp(db, { platform: "android", externalId: "com.example.nojapan" });
    const pipeline = createPipeline(db, store);
    await pipeline.start(app.id);
    await pipeline.drain();

    const rows = await db.execute(
      sql`SELECT country_code, is_available, rating_count FROM app_metrics WHERE app_id = ${app.id} ORDER BY 1`,
    );
    expect(rows).toEqual([
      { country_code: "jp", is_available: false, rating_count: null },
      { country_code: "zz", is_available: true, rating_count: 100 },
    ]);
    expect(await findStored(db, app.id)).toMatchObject({ is_available: true });
  });
});
