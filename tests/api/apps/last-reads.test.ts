import { describe, expect, it } from "vitest";
import { addCoverage, addListing, addMetrics, addPageRead, track } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour));
const time = (day: number, hour = 0) => at(day, hour).toISOString().replace(".000", "");
const date = (day: number) => time(day).slice(0, 10);

type NewApp = Parameters<typeof createApp>[1];
type Covered = { readonly day: number; readonly missing?: readonly string[] };

/** An app with a listing and a price in Germany, both since 1 March, and days on which it was covered. */
async function createListed(db: TestDb, app: NewApp, days: readonly Covered[] = []) {
  const listed = await createApp(db, app);
  const { id: appId, platform } = listed;
  const locale = platform === "ios" ? "de-DE" : "de";
  await addListing(db, { appId, locale, countryCode: "de" });
  const countryCode = platform === "ios" ? "de" : "zz";
  await addMetrics(db, { appId, countryCode, price: 1.99, currency: "EUR", observedAt: at(1) });
  for (const { day, missing = [] } of days) await addCoverage(db, { appId, day: date(day), missing });
  return { ...listed, locale, path: `/apps/${platform}/${listed.externalId}` };
}

describe("metrics_as_of of an app", () => {
  it.each([
    ["the last sync, of an app that was never swept", at(5), null, time(5)],
    ["the last sync, which a sweep preceded", at(5, 9), at(5, 2), time(5, 9)],
    ["the last sweep, which a sync preceded", at(5), at(6, 2), time(6, 2)],
    ["the last sweep, of an app that was never synced", null, at(6), time(6)],
    ["null, of an app that was never read", null, null, null],
  ])("is the time of %s", async (_read, lastSyncedAt, lastSweptAt, expected) => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { lastSyncedAt, lastSweptAt });
    await track(db, { userId: caller.user.id, appId: app.id });

    const shown = await api.get(`/apps/ios/${app.externalId}`, caller);
    const listed = await api.get("/apps", caller);

    expect(shown.body.data.metrics_as_of).toBe(expected);
    expect(listed.body.data[0].metrics_as_of).toBe(expected);
  });
});

describe("metrics_as_of of a listing", () => {
  it.each([
    ["the app's, where that covered the storefront", [{ day: 9 }], time(9, 7)],
    ["the app's, where another storefront failed", [{ day: 9, missing: ["jp"] }], time(9, 7)],
    [
      "the last day that covered the storefront",
      [{ day: 7 }, { day: 8, missing: ["de"] }, { day: 9, missing: ["de"] }],
      time(7),
    ],
    ["the time of the price, when no day is known to have covered the storefront", [], time(1)],
  ])("is %s", async (_read, days: readonly Covered[], expected) => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSyncedAt: at(8), lastSweptAt: at(9, 7) }, days);

    const listing = await api.get(`${app.path}/listing?country_code=de`, caller);
    const shown = await api.get(app.path, caller);

    expect(listing.body.data).toMatchObject({ price: 1.99, metrics_as_of: expected });
    expect(shown.body.data.listings).toMatchObject([{ price: 1.99, metrics_as_of: expected }]);
  });

  it("is the time of the price, when no day of the last 30 covered the storefront", async () => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSweptAt: at(40) }, [{ day: 10 }, { day: 40, missing: ["de"] }]);

    const { body } = await api.get(`${app.path}/listing?country_code=de`, caller);

    expect(body.data.metrics_as_of).toBe(time(1));
  });

  it("is the time of a price that a sync under way has read", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { lastSyncedAt: at(8) });
    await addListing(db, { appId: app.id, locale: "de-DE", countryCode: "de" });
    await addMetrics(db, { appId: app.id, countryCode: "de", price: 2.99, observedAt: at(9) });
    await addCoverage(db, { appId: app.id, day: date(8) });

    const { body } = await api.get(`/apps/ios/${app.externalId}/listing?country_code=de`, caller);

    expect(body.data.metrics_as_of).toBe(time(9));
  });

  it("is the time at which the storefront last had no app", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { lastSweptAt: at(9) });
    await addListing(db, { appId: app.id, locale: "de-DE", countryCode: "de" });
    await addMetrics(db, { appId: app.id, countryCode: "de", isAvailable: false, observedAt: at(4) });
    await addCoverage(db, { appId: app.id, day: date(9) });

    const { body } = await api.get(`/apps/ios/${app.externalId}`, caller);

    expect(body.data.listings).toMatchObject([{ price: null, metrics_as_of: time(4) }]);
  });

  it("is null in a storefront without metrics", async () => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSyncedAt: at(9) }, [{ day: 9 }]);

    const { body } = await api.get(`${app.path}/listing?country_code=at&locale=de-DE`, caller);

    expect(body.data).toMatchObject({ price: null, metrics_as_of: null });
  });

  it("[MET-2] is that of the global metrics of an Android app", async () => {
    const { db, api, caller } = await setUp();
    const days = [{ day: 8 }, { day: 9, missing: ["zz"] }];
    const app = await createListed(db, { platform: "android", lastSyncedAt: at(9, 7) }, days);

    const { body } = await api.get(`${app.path}/listing?country_code=de&locale=de`, caller);

    expect(body.data).toMatchObject({ price: 1.99, metrics_as_of: time(8) });
  });
});

describe("texts_as_of and page_as_of of a listing", () => {
  type Reads = { readonly sweptAt?: Date; readonly readAt?: Date; readonly days?: readonly Covered[] };
  const never = null;
  it.each<readonly [string, Reads, texts: string, page: string | null]>([
    ["the revision's, when no read is recorded", {}, time(1), never],
    ["the revision's, when no page has shown the language", { sweptAt: at(9), days: [{ day: 9 }] }, time(1), never],
    ["the page's, of an app that was never swept", { readAt: at(5) }, time(5), time(5)],
    [
      "the page's, read after the sweep",
      { readAt: at(9, 8), sweptAt: at(9), days: [{ day: 9 }] },
      time(9, 8),
      time(9, 8),
    ],
    [
      "the sweep's, after the page was read",
      { readAt: at(5), sweptAt: at(9, 2), days: [{ day: 9 }] },
      time(9, 2),
      time(5),
    ],
    [
      "the last day's that covered the page's storefront",
      { readAt: at(5), sweptAt: at(9, 2), days: [{ day: 8 }, { day: 9, missing: ["de"] }] },
      time(8),
      time(5),
    ],
    [
      "the page's, when no sweep since has covered its storefront",
      { readAt: at(8, 6), sweptAt: at(9, 2), days: [{ day: 8 }, { day: 9, missing: ["de"] }] },
      time(8, 6),
      time(8, 6),
    ],
  ])("are %s", async (_read, { sweptAt = null, readAt, days = [] }, texts, page) => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSyncedAt: at(9, 9), lastSweptAt: sweptAt }, days);
    if (readAt !== undefined) {
      await addPageRead(db, { appId: app.id, locale: app.locale, countryCode: "de", readAt });
    }

    const listing = await api.get(`${app.path}/listing?country_code=de`, caller);
    const shown = await api.get(app.path, caller);

    const expected = { texts_as_of: texts, fetched_at: texts, page_as_of: page };
    expect(listing.body.data).toMatchObject(expected);
    expect(shown.body.data.listings).toMatchObject([expected]);
  });

  it("are of the sweep and of the page before it, when the sweep has read a change", async () => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSyncedAt: at(8) }, [{ day: 8 }]);
    await addListing(db, { appId: app.id, locale: "de-DE", countryCode: "de", title: "Neu", validFrom: at(9, 1) });
    await addPageRead(db, { appId: app.id, locale: "de-DE", countryCode: "de", readAt: at(8) });

    const { body } = await api.get(`${app.path}/listing?country_code=de`, caller);

    expect(body.data).toMatchObject({ title: "Neu", texts_as_of: time(9, 1), page_as_of: time(8) });
  });

  it("are those of each language", async () => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { lastSyncedAt: at(9) });
    await addListing(db, { appId: app.id, locale: "fr-FR", countryCode: "fr" });
    await addPageRead(db, { appId: app.id, locale: "fr-FR", countryCode: "fr", readAt: at(6) });

    const { body } = await api.get(app.path, caller);

    expect(body.data.listings).toMatchObject([
      { locale: "de-DE", texts_as_of: time(1), page_as_of: null },
      { locale: "fr-FR", texts_as_of: time(6), page_as_of: time(6) },
    ]);
  });

  it("are the page's, of an Android app", async () => {
    const { db, api, caller } = await setUp();
    const app = await createListed(db, { platform: "android", lastSyncedAt: at(9), lastSweptAt: at(9) }, [{ day: 9 }]);
    await addPageRead(db, { appId: app.id, locale: "de", countryCode: "de", readAt: at(5) });

    const { body } = await api.get(`${app.path}/listing?country_code=de&locale=de`, caller);

    expect(body.data).toMatchObject({ texts_as_of: time(5), fetched_at: time(5), page_as_of: time(5) });
  });
});
