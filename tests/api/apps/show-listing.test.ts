import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { addCoverage, addListing, addMetrics, addPageRead, addVersion } from "../../support/catalogue.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const on = (day: number) => new Date(Date.UTC(2026, 2, day));

describe("GET /apps/{platform}/{external_id}/listing", () => {
  it("[LST-3] returns the newest listing in the requested locale", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { lastSyncedAt: on(9) });
    const versionId = await addVersion(db, { appId: app.id, version: "2.0" });
    await addListing(db, { appId: app.id, locale: "de-DE", title: "Alt", validFrom: on(1) });
    await addListing(db, {
      appId: app.id,
      locale: "de-DE",
      countryCode: "at",
      title: "Neu",
      subtitle: "Untertitel",
      promotionalText: "Angebot",
      description: "Größe",
      whatsNew: "Fehler behoben",
      iconUrl: "https://images.example/i.png",
      screenshots: [{ url: "https://images.example/1.png", device_type: "iphone", order: 0 }],
      videoUrl: "https://videos.example/v.mp4",
      versionId,
      validFrom: on(2),
    });
    await addMetrics(db, { appId: app.id, countryCode: "de", price: 2.99, currency: "EUR" });
    await addMetrics(db, { appId: app.id, countryCode: "us", price: 1.99, currency: "USD" });
    await addPageRead(db, { appId: app.id, locale: "de-DE", countryCode: "at", readAt: on(8) });
    await addCoverage(db, { appId: app.id, day: "2026-03-09" });

    const response = await api.get(`/apps/ios/${app.externalId}/listing?country_code=de&locale=de-DE`, caller);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      data: {
        id: expect.any(Number),
        version_id: versionId,
        locale: "de-DE",
        read_in_country_code: "at",
        title: "Neu",
        subtitle: "Untertitel",
        short_description: null,
        description: "Größe",
        promotional_text: "Angebot",
        whats_new: "Fehler behoben",
        icon_url: "https://images.example/i.png",
        screenshots: [{ url: "https://images.example/1.png", device_type: "iphone", order: 0 }],
        video_url: "https://videos.example/v.mp4",
        price: 2.99,
        currency: "EUR",
        price_country_code: "de",
        description_length: 5,
        is_cut: false,
        metrics_as_of: "2026-03-09T00:00:00Z",
        texts_as_of: "2026-03-08T00:00:00Z",
        page_as_of: "2026-03-08T00:00:00Z",
        fetched_at: "2026-03-08T00:00:00Z",
      },
    });
  });

  it("defaults to the first language of the country", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });
    await addListing(db, { appId: app.id, locale: "tr-TR", countryCode: "tr" });

    const response = await api.get(`/apps/android/${app.externalId}/listing?country_code=TR`, caller);

    expect(response.body.data.locale).toBe("tr-TR");
  });

  it("[MET-2 LST-5] returns texts of an Android app with price and currency of its global metrics", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });
    await addListing(db, { appId: app.id, locale: "de", countryCode: "de", shortDescription: "Plane die Woche" });
    const price = { price: 0, currency: "USD", priceCountryCode: "us" };
    await addMetrics(db, { appId: app.id, countryCode: "zz", ...price, observedAt: on(5) });
    await addPageRead(db, { appId: app.id, locale: "en-US", readAt: on(3) });
    await addPageRead(db, { appId: app.id, locale: "de", countryCode: "de", readAt: on(5) });

    const response = await api.get(`/apps/android/${app.externalId}/listing?country_code=de&locale=de`, caller);

    expect(response.body.data).toMatchObject({
      price: 0,
      currency: "USD",
      price_country_code: "us",
      metrics_as_of: "2026-03-03T00:00:00Z",
      promotional_text: null,
      short_description: "Plane die Woche",
    });
  });

  it.each([
    ["ios", "App Store"],
    ["android", "Google Play"],
  ] as const)(
    "[LST-4 MET-4] rejects a country in which the %s app is not available (AppAvailableCountry)",
    async (platform, store) => {
      const { db, api, caller } = await setUp();
      const app = await createApp(db, { platform });
      await addListing(db, { appId: app.id, locale: "en-US" });
      await addMetrics(db, { appId: app.id, countryCode: "cn", isAvailable: false });

      const response = await api.get(
        `/apps/${platform}/${app.externalId}/listing?country_code=cn&locale=en-US`,
        caller,
      );

      expect(response.status).toBe(422);
      expect(response.body.errors).toEqual({ country_code: [`The app is not available on ${store} in cn.`] });
    },
  );

  it("[AVL-2] returns the stored text in a country that was not read", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await addListing(db, { appId: app.id, locale: "en-US" });

    const response = await api.get(`/apps/ios/${app.externalId}/listing?country_code=us&locale=en-US`, caller);

    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ price: null, currency: null });
  });

  it("returns the last known listing after the store removed it, with the time it was last seen", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { lastSyncedAt: on(9) });
    await addListing(db, { appId: app.id, locale: "fr", title: "Dernier", validFrom: on(1) });
    await addListing(db, {
      appId: app.id,
      locale: "fr",
      isPresent: false,
      title: null,
      descriptionSha256: null,
      validFrom: on(5),
    });

    const response = await api.get(`/apps/ios/${app.externalId}/listing?country_code=fr&locale=fr`, caller);

    expect(response.body.data).toMatchObject({
      title: "Dernier",
      texts_as_of: "2026-03-01T00:00:00Z",
      page_as_of: null,
      fetched_at: "2026-03-01T00:00:00Z",
    });
  });

  it("[ERR-9] returns 404 with the state of the sync for a known app without a stored listing in the locale", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const path = `/apps/ios/${app.externalId}`;
    const requestListing = async () => (await api.get(`${path}/listing?country_code=us&locale=fi`, caller)).body;
    const problem = {
      type: "urn:shelfwatch:problem:listing-not-stored",
      title: "Not Found",
      status: 404,
      detail: "No listing of the app in fi is stored.",
    };

    expect(await requestListing()).toEqual({ ...problem, sync_status: { status: null, current_step: null } });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, started_at)
      VALUES (${app.id}, ${crypto.randomUUID()}, 'tracked', 'processing', 'listings', now(), now())`);
    expect(await requestListing()).toEqual({
      ...problem,
      sync_status: { status: "processing", current_step: "listings" },
    });
    const { status, current_step } = (await api.get(`${path}/sync-status`, caller)).body.data;
    expect({ status, current_step }).toEqual((await requestListing()).sync_status);
  });

  it("returns 404 for an app that is not in the database when the query is valid", async () => {
    const { api, caller } = await setUp();

    const unknown = await api.get("/apps/ios/404404/listing?country_code=us", caller);
    expect([unknown.status, unknown.body.type]).toEqual([404, "urn:shelfwatch:problem:not-found"]);
    expect((await api.get("/apps/ios/404404/listing?country_code=xx", caller)).status).toBe(422);
    expect((await api.get("/apps/windows/404404/listing?country_code=us", caller)).status).toBe(404);
  });

  it.each([
    ["country_code", ""],
    ["country_code", "country_code="],
    ["country_code", "country_code=u"],
    ["country_code", "country_code=usa"],
    ["country_code", "country_code=xx"],
    ["country_code", "country_code=zz"],
    ["country_code", "country_code=zZ"],
    ["country_code", "country_code=us&country_code=zz"],
    ["country_code", "country_code[]=us"],
    ["country_code", "country_code[a]=us"],
    ["country_code", "country_code=ir"],
    ["country_code", "country_code=ir&locale=en-US"],
    ["locale", `country_code=us&locale=${"a".repeat(36)}`],
    ["locale", "country_code=us&locale=en_US'"],
    ["locale", "country_code=us&locale=en%00"],
  ])("[LST-3 SVC-4] rejects a wrong %s: %s", async (field, query) => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);

    const response = await api.get(`/apps/ios/${app.externalId}/listing?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
