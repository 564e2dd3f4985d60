import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { apps, appVersions } from "../../../db/schema/apps.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import { createApi, createCaller } from "../../support/api.ts";
import {
  addChange,
  addCompetitor,
  addCoverage,
  addListing,
  addMetrics,
  addOfferChange,
  addPageRead,
  addVersion,
  track,
} from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

describe("GET /apps/{platform}/{external_id}", () => {
  it("returns the app with publisher, category, versions, listings, tracking and competitors", async () => {
    const { db, api, caller } = await setUp();
    const publisher = await createPublisher(db, { url: "https://dev.example" });
    const app = await createApp(db, {
      publisherId: publisher.id,
      isFree: true,
      supportedLocales: ["EN", "TR"],
      originalReleaseDate: "2019-02-11",
      unavailableCountries: ["cn", "ru"],
      discoveredFrom: "on_search",
      lastSyncedAt: new Date("2026-03-05T00:00:00Z"),
    });
    const old = await addVersion(db, { appId: app.id, version: "3.1" });
    const current = await addVersion(db, {
      appId: app.id,
      version: "3.2",
      releasedAt: new Date("2026-02-01T09:00:00Z"),
    });
    await db.update(apps).set({ currentVersionId: current }).where(eq(apps.id, app.id));
    await addMetrics(db, {
      appId: app.id,
      countryCode: "us",
      rating: 4.5,
      ratingCount: 10,
      price: 1.99,
      currency: "USD",
      fileSizeBytes: 73_822_208,
    });
    await addListing(db, {
      appId: app.id,
      locale: "en-US",
      versionId: current,
      description: "Write 🖋",
      whatsNew: "Fixes",
    });
    await addPageRead(db, { appId: app.id, locale: "en-US", readAt: new Date("2026-03-04T12:00:00Z") });
    await addCoverage(db, { appId: app.id, day: "2026-03-05" });
    await track(db, { userId: caller.user.id, appId: app.id });

    const response = await api.get(`/apps/ios/${app.externalId}`, caller);

    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({
      id: app.id,
      publisher: { id: publisher.id, url: "https://dev.example" },
      category: null,
      supported_locales: ["EN", "TR"],
      original_release_date: "2019-02-11",
      is_free: true,
      rating: 4.5,
      rating_count: 10,
      metrics_as_of: "2026-03-05T00:00:00Z",
      version: "3.2",
      file_size_bytes: 73_822_208,
      origin_country_code: "us",
      unavailable_countries: ["cn", "ru"],
      discovered_from: "on_search",
      competitors: [],
      is_tracked: true,
    });
    expect(response.body.data.versions.map(({ id }: { id: number }) => id)).toEqual([current, old]);
    expect(response.body.data.versions[0]).toMatchObject({ version: "3.2", release_date: "2026-02-01" });
    expect(response.body.data.listings).toEqual([
      {
        id: expect.any(Number),
        version_id: current,
        locale: "en-US",
        read_in_country_code: "us",
        title: "Title en-US",
        subtitle: null,
        short_description: null,
        description: "Write 🖋",
        promotional_text: null,
        whats_new: "Fixes",
        icon_url: null,
        screenshots: [],
        video_url: null,
        price: 1.99,
        currency: "USD",
        price_country_code: "us",
        description_length: 7,
        is_cut: false,
        metrics_as_of: "2026-03-05T00:00:00Z",
        texts_as_of: "2026-03-04T12:00:00Z",
        page_as_of: "2026-03-04T12:00:00Z",
        fetched_at: "2026-03-04T12:00:00Z",
      },
    ]);
  });

  it("returns the newest revision of each locale with its country, and none of a removed locale", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const on = (day: number) => new Date(Date.UTC(2026, 2, day));
    await addListing(db, { appId: app.id, locale: "de", countryCode: "de", title: "Alt", validFrom: on(1) });
    await addListing(db, { appId: app.id, locale: "de", countryCode: "at", title: "Neu", validFrom: on(2) });
    await addListing(db, { appId: app.id, locale: "fr", title: "Ancien", validFrom: on(1) });
    await addListing(db, {
      appId: app.id,
      locale: "fr",
      isPresent: false,
      title: null,
      descriptionSha256: null,
      validFrom: on(2),
    });
    await addListing(db, { appId: app.id, locale: "ja", countryCode: "jp", title: "名前", validFrom: on(1) });

    const response = await api.get(`/apps/ios/${app.externalId}`, caller);

    expect(response.body.data.listings).toMatchObject([
      { title: "Neu", read_in_country_code: "at" },
      { title: "名前", read_in_country_code: "jp" },
    ]);
  });

  it("[LST-8] says which languages have texts of their own, as they are now", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { originCountryCode: "de", unavailableCountries: ["jp"] });
    const on = (day: number) => new Date(Date.UTC(2026, 2, day));
    const texts = (locale: string, title: string, day = 1) =>
      addListing(db, { appId: app.id, locale, title, subtitle: title, description: title, validFrom: on(day) });
    await texts("de-DE", "Notizen");
    await texts("en-US", "Notes");
    await texts("fr-FR", "Bloc");
    await texts("fr-FR", "Notes", 2);
    await texts("it", "Notizen");
    await texts("ja", "Notes");
    await addListing(db, { appId: app.id, locale: "en-GB", title: "Notes", subtitle: "UK", description: "Notes" });
    await addListing(db, { appId: app.id, locale: "ko", isPresent: false, title: null, descriptionSha256: null });

    const { body } = await api.get(`/apps/ios/${app.externalId}`, caller);

    const coverage: readonly { readonly locale: string }[] = body.data.coverage;
    const of = (locale: string) => coverage.find((language) => language.locale === locale);
    const fields = ["title", "subtitle", "description"];
    expect(coverage[0]).toEqual({ locale: "de-DE", state: "own", own_fields: fields, fallback_of: null });
    expect(of("en-US")).toEqual({ locale: "en-US", state: "own", own_fields: fields, fallback_of: null });
    expect(of("en-GB")).toEqual({ locale: "en-GB", state: "own", own_fields: ["subtitle"], fallback_of: "en-US" });
    expect(of("fr-FR")).toEqual({ locale: "fr-FR", state: "fallback", own_fields: [], fallback_of: "en-US" });
    expect(of("it")).toEqual({ locale: "it", state: "fallback", own_fields: [], fallback_of: "de-DE" });
    expect(of("ko")).toEqual({ locale: "ko", state: "none", own_fields: [], fallback_of: null });
    expect(of("es-ES")).toEqual({ locale: "es-ES", state: null, own_fields: [], fallback_of: null });
    expect(of("ja")).toBeUndefined();
  });

  it("returns the competitors of the current user only", async () => {
    const { db } = database();
    const [caller, stranger] = [await createCaller(db), await createCaller(db)];
    const [app, rival, other] = [await createApp(db), await createApp(db), await createApp(db)];
    const link = await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
    await addCompetitor(db, { userId: stranger.user.id, appId: app.id, competitorAppId: other.id });

    const response = await createApi(db).get(`/apps/ios/${app.externalId}`, caller);

    expect(response.body.data.competitors).toHaveLength(1);
    expect(response.body.data.competitors[0]).toMatchObject({
      id: link,
      app_id: app.id,
      competitor_app_id: rival.id,
      relationship: "direct",
      app: { id: rival.id, name: rival.name, is_tracked: false },
    });
  });

  it("[MET-2] returns the rating of an Android app from its global metrics, without their country code", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });
    await addMetrics(db, {
      appId: app.id,
      countryCode: "zz",
      rating: 3.9,
      ratingCount: 1_000_000,
      price: 0,
      currency: "EUR",
    });
    await addMetrics(db, { appId: app.id, countryCode: "cn", isAvailable: false });
    await addListing(db, { appId: app.id, locale: "de-DE", countryCode: "de" });

    const response = await api.get(`/apps/android/${app.externalId}`, caller);

    expect(response.body.data).toMatchObject({ rating: 3.9, rating_count: 1_000_000 });
    expect(response.body.data.listings[0]).toMatchObject({ price: 0, currency: "EUR" });
    expect(response.text).not.toContain('"zz"');
  });

  it("returns null for unknown fields instead of leaving them out", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { name: null });

    const response = await api.get(`/apps/ios/${app.externalId}`, caller);

    expect(response.body.data).toEqual({
      id: app.id,
      name: app.externalId,
      display_name: null,
      platform: "ios",
      external_id: app.externalId,
      publisher: null,
      category: null,
      icon_url: null,
      rating: null,
      rating_count: null,
      metrics_as_of: null,
      version: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      last_synced_at: null,
      is_available: true,
      is_tracked: false,
      tags: [],
      origin_country_code: "us",
      supported_locales: null,
      original_release_date: null,
      is_free: false,
      file_size_bytes: null,
      unavailable_countries: [],
      refresh: null,
      discovered_from: null,
      versions: [],
      listings: [],
      coverage: listingLanguages(countries, "ios").map(({ locale }) => ({
        locale,
        state: null,
        own_fields: [],
        fallback_of: null,
      })),
      changes: [],
      competitors: [],
    });
  });

  it("returns at most the 200 newest versions", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await db
      .insert(appVersions)
      .values(Array.from({ length: 201 }, (_, index) => ({ appId: app.id, version: `1.${index + 1}` })));

    const response = await api.get(`/apps/ios/${app.externalId}`, caller);

    expect(response.body.data.versions).toHaveLength(200);
    expect(response.body.data.versions[0].version).toBe("1.201");
  });

  it("returns the 100 newest changes of the app, of listings, prices and availability", async () => {
    const { db, api, caller } = await setUp();
    const [app, other] = [await createApp(db), await createApp(db)];
    const on = (day: number) => new Date(Date.UTC(2026, 0, day));
    await addChange(db, { appId: other.id, locale: "en-US", fieldChanged: "title", detectedAt: on(99) });
    const ids: number[] = [];
    for (let day = 1; day <= 99; day += 1)
      ids.push(await addChange(db, { appId: app.id, locale: "en-US", fieldChanged: "title", detectedAt: on(day) }));
    ids.push(await addOfferChange(db, { appId: app.id, countryCode: "de", detectedAt: on(100) }));
    ids.push(await addOfferChange(db, { appId: app.id, countryCode: "de", isAvailable: false, detectedAt: on(101) }));

    const { changes } = (await api.get(`/apps/ios/${app.externalId}`, caller)).body.data;

    expect(changes.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 100));
    expect(changes[0]).toEqual({
      id: ids.at(-1),
      version_id: null,
      version: null,
      previous_version: null,
      locale: null,
      country_code: "de",
      field_changed: "availability",
      old_value: "available",
      new_value: "unavailable",
      is_cut: false,
      detected_at: "2026-04-11T00:00:00Z",
    });
  });

  it("returns the first 4,000 characters of long texts, and says so", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const long = "🖋".repeat(4_001);
    const beginning = "🖋".repeat(4_000);
    await addVersion(db, { appId: app.id, version: "1.0", whatsNew: long });
    await addListing(db, { appId: app.id, locale: "en-US", description: long, whatsNew: beginning });
    await addListing(db, { appId: app.id, locale: "fr-FR", description: beginning });

    const { versions, listings } = (await api.get(`/apps/ios/${app.externalId}`, caller)).body.data;
    const { data: listing } = (await api.get(`/apps/ios/${app.externalId}/listing?country_code=us`, caller)).body;

    expect(versions[0]).toMatchObject({ whats_new: beginning, is_cut: true });
    expect(listings).toMatchObject([
      { description: beginning, whats_new: beginning, description_length: 4_001, is_cut: true },
      { description: beginning, description_length: 4_000, is_cut: false },
    ]);
    expect(listing).toMatchObject({ description: long, is_cut: false });
  });

  it.each([
    "/apps/ios/404404404",
    "/apps/windows/1",
    "/apps/IOS/1",
    "/apps/ios/a%2Fb",
    "/apps/ios/a%00b",
    "/apps/ios/%252e",
    "/apps/ios/caf%C3%A9",
    "/apps/ios/..%5c..%5cetc",
    `/apps/ios/${"a".repeat(256)}`,
    "/apps/ios/'%20OR%201=1",
  ])("[APP-1] returns 404 at %s", async (path) => {
    const { api, caller } = await setUp();
    const response = await api.get(path, caller);

    expect(response.status).toBe(404);
    expect(response.headers["content-type"]).toBe("application/problem+json");
  });
});
