import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { apps } from "../../db/schema/apps.ts";
import { dueReports, eventBaselines } from "../../db/schema/events.ts";
import { appFactChanges } from "../../db/schema/facts.ts";
import { appStoreListingChanges } from "../../db/schema/listings.ts";
import { appOfferChanges } from "../../db/schema/metrics.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { countries } from "../../db/seeds/countries.ts";
import { reportDueEvents } from "../../lib/events/report-events.ts";
import { addChange, addListing, addVersion } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createReported, eventsOf, report } from "../support/reported-app.ts";

const database = useDatabase();
const AT = new Date("2026-03-02T10:00:00Z");
const LATER = new Date("2026-03-02T10:05:00Z");

describe("[EVT-1] an event of a listing", () => {
  it("says once what changed in many languages", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    for (const locale of ["en-US", "de-DE", "fr-FR"]) {
      await addChange(db, { appId, locale, fieldChanged: "title", before: "Old", after: "New", detectedAt: AT });
    }

    expect(await report(db, appId)).toMatchObject([
      {
        type: "listing.changed",
        field: "title",
        data: { before: "Old", after: "New", distinct_texts: 1, languages_total: 3, locale: "en-US" },
      },
    ]);
  });

  it("names the language whose text the others fall back to", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db, { originCountryCode: "de" });
    const title = { appId, fieldChanged: "title", before: "Alt", detectedAt: AT } as const;
    await addChange(db, { ...title, locale: "en-US", after: "Neu" });
    await addChange(db, { ...title, locale: "de-DE", after: "Neu" });
    await addChange(db, { ...title, locale: "ja", after: "新" });

    const [event] = await report(db, appId);
    expect(event?.data.languages).toEqual([
      { locale: "de-DE", fallback_of: null },
      { locale: "en-US", fallback_of: "de-DE" },
      { locale: "ja", fallback_of: null },
    ]);
    expect(event?.data.distinct_texts).toBe(2);
  });

  it("names the app's own language if another one shows its unchanged text now", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addListing(db, { appId, locale: "en-US", title: "Own" });
    await addChange(db, { appId, locale: "ja", fieldChanged: "title", before: "新", after: "Own", detectedAt: AT });

    const [event] = await report(db, appId);
    expect(event?.data.languages).toEqual([{ locale: "ja", fallback_of: "en-US" }]);
  });

  it("shows the text that most readers see", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db, { originCountryCode: "is" });
    const text = { appId, fieldChanged: "subtitle", before: null, detectedAt: AT } as const;
    await addChange(db, { ...text, locale: "da", after: "small" });
    await addChange(db, { ...text, locale: "en-US", after: "large" });

    const [event] = await report(db, appId);
    expect(event?.data).toMatchObject({ after: "large", locale: "en-US" });
  });

  it("counts pictures once, without a language, and shows those that went and came", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const shots = (...names: string[]) =>
      JSON.stringify(names.map((url, order) => ({ url, device_type: "phone", order })));
    for (const locale of ["en-US", "de-DE"]) {
      await addChange(db, {
        appId,
        locale,
        fieldChanged: "screenshots",
        before: shots("a", "b"),
        after: shots("b", "c"),
        detectedAt: AT,
      });
    }

    const [event] = await report(db, appId);
    expect(event).toMatchObject({
      field: "screenshots",
      data: { distinct_texts: 1, languages: [], before_pictures: ["a"], after_pictures: ["c"] },
    });
  });

  it("cuts texts to 500 characters, and says so", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addChange(db, {
      appId,
      locale: "en-US",
      fieldChanged: "description",
      before: "x".repeat(501),
      after: "y",
      detectedAt: AT,
    });

    const [event] = await report(db, appId);
    expect(event?.data).toMatchObject({ before: "x".repeat(500), after: "y", is_cut: true });
  });

  it("parts languages that were added from those that were removed", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addChange(db, {
      appId,
      locale: "ja",
      fieldChanged: "locale_added",
      before: null,
      after: "新",
      detectedAt: AT,
    });
    await addChange(db, {
      appId,
      locale: "ko",
      fieldChanged: "locale_removed",
      before: "한",
      after: null,
      detectedAt: AT,
    });

    expect((await report(db, appId)).map(({ type }) => type)).toEqual([
      "listing.locale_added",
      "listing.locale_removed",
    ]);
  });
});

describe("[EVT-2] an event of an app", () => {
  it("says once which storefronts have another price, the largest first", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const price = { appId, fieldChanged: "price", oldPrice: 1, newPrice: 2, detectedAt: AT } as const;
    await db.insert(appOfferChanges).values([
      { ...price, countryCode: "de", oldCurrency: "EUR", newCurrency: "EUR" },
      { ...price, countryCode: "us", oldCurrency: "USD", newCurrency: "USD" },
    ]);

    expect(await report(db, appId)).toMatchObject([
      {
        type: "app.price_changed",
        data: {
          before: "1.00 USD",
          after: "2.00 USD",
          countries: [{ country_code: "us" }, { country_code: "de", before: "1.00 EUR", after: "2.00 EUR" }],
          countries_total: 2,
        },
      },
    ]);
  });

  it("says which storefronts have lost or gained the app", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const status = { appId, fieldChanged: "availability", detectedAt: AT } as const;
    await db.insert(appOfferChanges).values([
      { ...status, countryCode: "jp", isAvailable: false },
      { ...status, countryCode: "us", isAvailable: true },
    ]);

    expect(await report(db, appId)).toMatchObject([
      {
        type: "app.availability_changed",
        data: {
          countries: [
            { country_code: "us", after: "available" },
            { country_code: "jp", after: "unavailable" },
          ],
        },
      },
    ]);
  });

  it("is a removal when no storefront has the app, and a return when one has it again", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const status = { appId, fieldChanged: "availability", countryCode: "us" } as const;
    await db.insert(appOfferChanges).values({ ...status, isAvailable: false, detectedAt: AT });
    await db.update(apps).set({ isAvailable: false }).where(eq(apps.id, appId));
    expect((await report(db, appId)).map(({ type }) => type)).toEqual(["app.removed"]);

    await db.insert(appOfferChanges).values({ ...status, isAvailable: true, detectedAt: LATER });
    await db.update(apps).set({ isAvailable: true }).where(eq(apps.id, appId));
    expect((await report(db, appId)).map(({ type }) => type)).toEqual(["app.returned"]);
  });

  it("says what a fact was before", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const fact = { appId, key: "publisher", countryCode: "zz" } as const;
    await db.insert(appFactChanges).values([
      { ...fact, value: "Old", isFirst: true, validFrom: AT },
      { ...fact, value: "New", isFirst: false, validFrom: LATER },
    ]);

    expect(await report(db, appId)).toMatchObject([
      { type: "app.fact_changed", field: "publisher", data: { before: "Old", after: "New", countries: [] } },
    ]);
  });

  it("names a new version and the one before", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addVersion(db, { appId, version: "1.0", releasedAt: AT, createdAt: AT, eventId: 0 });
    await addVersion(db, { appId, version: "2.0", releasedAt: LATER, whatsNew: "Faster." });

    expect(await report(db, appId)).toMatchObject([
      { type: "app.version_released", data: { version: "2.0", previous_version: "1.0", whats_new: "Faster." } },
    ]);
  });

  it("says why a sync failed, once for all failures in a row", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const run = { appId, runId: crypto.randomUUID(), purpose: "tracked", queuedAt: AT, completedAt: AT } as const;
    await db.insert(syncStatuses).values({ ...run, status: "failed", errorMessage: "No storefront responded." });
    expect(await report(db, appId)).toMatchObject([
      { type: "sync.failed", data: { reason: "No storefront responded." } },
    ]);

    expect(await report(db, appId)).toEqual([]);
  });
});

describe("[EVT-3] a report", () => {
  it("puts each change into one event", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: AT });
    const [event] = await report(db, appId);
    expect(event).toBeDefined();
    expect(await report(db, appId)).toEqual([]);

    const rows = await db.select().from(appStoreListingChanges).where(eq(appStoreListingChanges.appId, appId));
    const [stored] = await eventsOf(db, appId);
    expect(rows.map(({ eventId }) => eventId)).toEqual([stored?.id]);
  });

  it("does not wait for another app's run, but for one of the app", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const run = { appId, runId: crypto.randomUUID(), purpose: "tracked", queuedAt: AT } as const;
    await db.insert(syncStatuses).values({ ...run, status: "processing" });
    await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: AT });
    expect(await report(db, appId)).toEqual([]);

    await db.update(dueReports).set({ dueAt: sql`now() - interval '7 hours'` }).where(eq(dueReports.appId, appId));
    expect(await report(db, appId)).toHaveLength(1);
  });

  it("takes changes that no run and no fold has taken for six hours", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: AT });

    await reportDueEvents({ db, countries, now: () => new Date(AT.getTime() + 5 * 3_600_000) });
    expect(await eventsOf(db, appId)).toEqual([]);
    await reportDueEvents({ db, countries, now: () => new Date(AT.getTime() + 7 * 3_600_000) });
    expect(await eventsOf(db, appId)).toHaveLength(1);
  });
});

describe("[EVT-3] an app whose event cannot be saved", () => {
  it("stays due, and does not stop the reports of others", async () => {
    const { db } = database();
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await createReported(db)).id);
    for (const appId of ids) {
      await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: AT });
      await db.insert(dueReports).values({ appId });
    }
    const [poisoned] = ids;
    await db.execute(sql`ALTER TABLE events ADD CONSTRAINT poison CHECK (app_id <> ${sql.raw(String(poisoned))})`);
    const { failed } = await reportDueEvents({ db, countries, now: () => AT });
    await db.execute(sql`ALTER TABLE events DROP CONSTRAINT poison`);

    expect(failed).toEqual([expect.objectContaining({ appId: poisoned })]);
    const counts = await Promise.all(ids.map(async (appId) => (await eventsOf(db, appId)).length));
    expect(counts).toEqual([0, 1, 1, 1, 1]);
    await reportDueEvents({ db, countries, now: () => AT });
    expect(await eventsOf(db, poisoned ?? 0)).toHaveLength(1);
  });
});

describe("[EVT-4] no event", () => {
  it("comes of a first sync", async () => {
    const { db } = database();
    const { id: appId } = await createApp(db);
    await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: AT });
    await addVersion(db, { appId, version: "1.0" });
    expect(await report(db, appId)).toEqual([]);

    await db.update(apps).set({ lastSyncedAt: LATER }).where(eq(apps.id, appId));
    expect(await report(db, appId)).toEqual([]);
    await addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt: LATER });
    expect(await report(db, appId)).toHaveLength(1);
  });

  it("comes of a storefront that shows prices in another currency", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await db.insert(appOfferChanges).values({
      appId,
      countryCode: "bg",
      fieldChanged: "price",
      oldPrice: 2,
      oldCurrency: "BGN",
      newPrice: 1,
      newCurrency: "EUR",
      detectedAt: AT,
    });

    expect(await report(db, appId)).toEqual([]);
  });

  it("comes of a version that a page still shows from before", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await addVersion(db, { appId, version: "2.0", releasedAt: LATER, eventId: 0 });
    await addVersion(db, { appId, version: "1.0", releasedAt: AT });

    expect(await report(db, appId)).toEqual([]);
  });
});

describe("[EVT-4] a first read of a version that a later one had replaced", () => {
  const DAY_MS = 86_400_000;
  const daysLater = (days: number) => new Date(AT.getTime() + days * DAY_MS);

  it.each([
    [1, 0],
    [3, 0],
    [4, 1],
  ])("is corrected without an event although two daily reads fail: %i days later there are %i", async (days, count) => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    const read = await addVersion(db, { appId, version: "1.0", releasedAt: daysLater(-30), eventId: 0 });
    await addVersion(db, { appId, version: "2.0", releasedAt: daysLater(-20), eventId: 0 });
    await addListing(db, { appId, locale: "ja", versionId: read, validFrom: AT });
    await addListing(db, { appId, locale: "ja", validFrom: daysLater(days) });
    await addChange(db, { appId, locale: "ja", fieldChanged: "title", detectedAt: daysLater(days) });

    expect(await report(db, appId)).toHaveLength(count);
  });
});

describe("[EVT-5] an event of ratings", () => {
  const countsIn = async (appId: number, counts: Readonly<Record<string, number>>, observedAt: Date) => {
    const { sql: client } = database();
    for (const [country, count] of Object.entries(counts)) {
      await client`
        INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
        VALUES (${appId}, ${country}, 4.5, ${count}, true, ${observedAt})
        ON CONFLICT (app_id, country_code) DO UPDATE SET rating_count = excluded.rating_count, observed_at = excluded.observed_at`;
      await client`
        INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, is_available)
        VALUES (${appId}, ${country}, ${observedAt}, 4.5, ${count}, true) ON CONFLICT DO NOTHING`;
    }
    await client`
      UPDATE apps SET (rating, rating_count) = (SELECT r.rating, r.rating_count FROM rating_over_storefronts(apps.id) r),
        last_synced_at = ${observedAt} WHERE id = ${appId}`;
  };
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000);

  it("comes once the number has grown by 5 % since the last one", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await countsIn(appId, { us: 1_000 }, day(0));
    expect(await report(db, appId)).toEqual([]);
    await countsIn(appId, { us: 1_040 }, day(1));
    expect(await report(db, appId)).toEqual([]);
    await countsIn(appId, { us: 1_060 }, day(2));
    expect(await report(db, appId)).toMatchObject([
      { type: "rating.changed", data: { rating_count: 1_060, previous_rating_count: 1_000 } },
    ]);
    await countsIn(appId, { us: 1_100 }, day(3));
    expect(await report(db, appId)).toEqual([]);
  });

  it("does not come of storefronts that are read for the first time", async () => {
    const { db } = database();
    const { id: appId } = await createReported(db);
    await countsIn(appId, { us: 1_000 }, day(0));
    await report(db, appId);
    await countsIn(appId, { jp: 500 }, day(1));

    expect(await report(db, appId)).toEqual([]);
    const [baseline] = await db.select().from(eventBaselines).where(eq(eventBaselines.appId, appId));
    expect(baseline?.ratingCount).toBe(1_000);
  });
});
