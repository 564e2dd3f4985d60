import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { changeFields } from "../../../lib/domain/change-field.ts";
import { listingChangeFields } from "../../../lib/domain/listing-field.ts";
import {
  addChange,
  addCompetitor,
  addFactChanges,
  addListing,
  addOfferChange,
  addPageRead,
  addVersion,
  track,
} from "../../support/catalogue.ts";
import { type App, createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const on = (day: number) => new Date(Date.UTC(2026, 2, day));

const idsOf = (response: { body: { data: { id: number }[] } }) => response.body.data.map(({ id }) => id);

describe("GET /changes/apps", () => {
  it("returns a change with its app, its versions, and the old and the new text", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id, { iconUrl: "https://images.example/i.png" });
    await addVersion(db, { appId: app.id, version: "3.0" });
    const previous = await addVersion(db, { appId: app.id, version: "3.1" });
    const version = await addVersion(db, { appId: app.id, version: "3.2" });
    await addListing(db, { appId: app.id, locale: "en-US", versionId: previous, validFrom: on(1) });
    const change = {
      appId: app.id,
      versionId: version,
      locale: "en-US",
      fieldChanged: "title",
      detectedAt: on(2),
    } as const;
    const id = await addChange(db, { ...change, before: "Notes", after: "Sample Notes" });

    const response = await api.get("/changes/apps", caller);

    expect(response.status).toBe(200);
    expect(response.body.data).toEqual([
      {
        id,
        app: {
          id: app.id,
          name: app.name,
          platform: "ios",
          external_id: app.externalId,
          icon_url: "https://images.example/i.png",
          is_tracked: true,
          is_competitor: false,
        },
        version_id: version,
        version: "3.2",
        previous_version: "3.1",
        locale: "en-US",
        country_code: null,
        field_changed: "title",
        old_value: "Notes",
        new_value: "Sample Notes",
        is_cut: false,
        detected_at: "2026-03-02T00:00:00Z",
      },
    ]);
    expect(response.body.meta).toMatchObject({ total: 1, has_scope_apps: true, has_older: false });
  });

  it("returns the same version twice for a text that changed within it", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addVersion(db, { appId: app.id, version: "1.0" });
    const version = await addVersion(db, { appId: app.id, version: "2.0" });
    await addListing(db, { appId: app.id, locale: "de-DE", versionId: version, validFrom: on(1) });
    await addChange(db, {
      appId: app.id,
      versionId: version,
      locale: "de-DE",
      fieldChanged: "subtitle",
      detectedAt: on(2),
    });

    const { body } = await api.get("/changes/apps", caller);

    expect(body.data[0]).toMatchObject({ version: "2.0", previous_version: "2.0" });
  });

  it("returns the version before for the first change of a text that a new version left unchanged", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const first = await addVersion(db, { appId: app.id, version: "1.0" });
    const versionId = await addVersion(db, { appId: app.id, version: "1.1" });
    await addListing(db, { appId: app.id, locale: "de-DE", versionId: first, validFrom: on(1) });
    await addPageRead(db, { appId: app.id, locale: "de-DE", versionId, readAt: on(2) });
    await addChange(db, { appId: app.id, versionId, locale: "de-DE", fieldChanged: "title", detectedAt: on(16) });

    const { body } = await api.get("/changes/apps", caller);

    expect(body.data[0]).toMatchObject({ version: "1.1", previous_version: "1.0" });
  });

  it("returns changes of every field, with texts of each", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    for (const fieldChanged of listingChangeFields)
      await addChange(db, { appId: app.id, locale: "en-US", fieldChanged });
    await addOfferChange(db, { appId: app.id, countryCode: "de" });
    await addOfferChange(db, { appId: app.id, countryCode: "de", isAvailable: false });
    await addFactChanges(db, app.id, {});

    const { body } = await api.get("/changes/apps", caller);

    const fields = body.data.map(({ field_changed }: { field_changed: string }) => field_changed);
    expect(fields.toSorted()).toEqual(changeFields.toSorted());
    for (const change of body.data) {
      expect(change.old_value).toEqual(expect.any(String));
      expect(change.new_value).toEqual(expect.any(String));
    }
  });

  it("returns changes of price and availability with their country and without a locale", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addOfferChange(db, {
      appId: app.id,
      countryCode: "de",
      oldCurrency: "EUR",
      newCurrency: "EUR",
      newPrice: 0,
      detectedAt: on(2),
    });
    await addOfferChange(db, { appId: app.id, countryCode: "cn", isAvailable: false, detectedAt: on(1) });

    const { body } = await api.get("/changes/apps", caller);

    expect(body.data).toMatchObject([
      {
        field_changed: "price",
        country_code: "de",
        locale: null,
        version_id: null,
        old_value: "1.99 EUR",
        new_value: "0.00 EUR",
      },
      {
        field_changed: "availability",
        country_code: "cn",
        locale: null,
        old_value: "available",
        new_value: "unavailable",
      },
    ]);
  });

  it("[MET-2] returns a change of an Android app's price without the code of its global metrics", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id, { platform: "android" });
    await addOfferChange(db, { appId: app.id, countryCode: "zz" });

    const response = await api.get("/changes/apps", caller);

    expect(response.body.data).toMatchObject([{ field_changed: "price", country_code: null }]);
    expect(response.text).not.toContain('"zz"');
  });

  it("neither repeats nor skips changes of the same second over its pages", async () => {
    const { db, api, caller } = await setUp();
    const apps = [await createTracked(db, caller.user.id), await createTracked(db, caller.user.id)];
    const added: number[] = [];
    for (const { id: appId } of apps) {
      for (const locale of ["de-DE", "en-US", "fr-FR"]) {
        added.push(await addChange(db, { appId, locale, fieldChanged: "title", detectedAt: on(1) }));
      }
      added.push(await addOfferChange(db, { appId, countryCode: "us", detectedAt: on(1) }));
    }

    const shown: number[] = [];
    for (const page of [1, 2, 3]) shown.push(...idsOf(await api.get(`/changes/apps?per_page=3&page=${page}`, caller)));

    expect(shown).toEqual(added.toSorted((first, second) => second - first));
  });

  it("returns the beginning of a long text, and says so", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const after = "🖋".repeat(4_001);
    await addChange(db, { appId: app.id, locale: "en-US", fieldChanged: "description", after });

    const { body } = await api.get("/changes/apps", caller);

    expect(body.data[0]).toMatchObject({ old_value: "before", new_value: "🖋".repeat(4_000), is_cut: true });
  });

  it("reaches the newest 2,000 changes, and the others by an earlier last day", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await db.execute(sql`
      INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
      SELECT ${app.id}, 'en-US', 'title', timestamptz '2026-03-01 00:00Z' - make_interval(days => n) FROM generate_series(1, 2001) n`);

    const newest = await api.get("/changes/apps?page=20&per_page=100", caller);
    const beyond = await api.get("/changes/apps?page=21&per_page=100", caller);
    const oldest = await api.get("/changes/apps?to=2020-09-07", caller);

    expect(newest.body.data).toHaveLength(100);
    expect(newest.body.meta).toMatchObject({ total: 2_000, last_page: 20, has_older: true });
    expect(beyond.body.data).toEqual([]);
    expect(oldest.body.meta).toMatchObject({ has_older: false });
    expect(oldest.body.data).toMatchObject([{ detected_at: "2020-09-07T00:00:00Z" }]);
  });

  it("says whether the user follows any app, whatever the filters", async () => {
    const { db, api, caller } = await setUp();
    const before = await api.get("/changes/apps", caller);
    await createTracked(db, caller.user.id);
    const after = await api.get("/changes/apps?platform=android", caller);

    expect([before.body.data, before.body.meta.has_scope_apps]).toEqual([[], false]);
    expect([after.body.data, after.body.meta.has_scope_apps]).toEqual([[], true]);
  });
});

describe("GET /changes/apps?scope=all", () => {
  it("returns the changes of tracked apps and of their competitors, each once", async () => {
    const { db, api, caller } = await setUp();
    const userId = caller.user.id;
    const [first, second] = [await createTracked(db, userId), await createTracked(db, userId)];
    const shared = await createCompetitor(db, userId, first);
    await addCompetitor(db, { userId, appId: second.id, competitorAppId: shared.id });
    const both = await createCompetitor(db, userId, first);
    await track(db, { userId, appId: both.id });
    const ofUntracked = await createCompetitor(db, userId, await createApp(db));
    const changeOf = ({ id: appId }: App) => addChange(db, { appId, locale: "en-US", fieldChanged: "title" });
    const wanted: number[] = [];
    for (const app of [first, shared, both, second]) wanted.push(await changeOf(app));
    await changeOf(ofUntracked);

    const response = await api.get("/changes/apps?scope=all", caller);

    expect(idsOf(response)).toEqual(wanted.toReversed());
    expect(response.body.meta).toMatchObject({ total: 4, has_scope_apps: true });
  });

  it("says of each change whether its app is tracked and whether it is a competitor of a tracked app", async () => {
    const { db, api, caller } = await setUp();
    const userId = caller.user.id;
    const parent = await createTracked(db, userId, { name: "parent" });
    const rival = await createCompetitor(db, userId, parent, { name: "rival" });
    const both = await createTracked(db, userId, { name: "both" });
    await addCompetitor(db, { userId, appId: parent.id, competitorAppId: both.id });
    const ofUntracked = await createTracked(db, userId, { name: "competitor of an app that is not tracked" });
    await addCompetitor(db, { userId, appId: (await createApp(db)).id, competitorAppId: ofUntracked.id });
    for (const { id: appId } of [parent, rival, both, ofUntracked])
      await addChange(db, { appId, locale: "en-US", fieldChanged: "title" });

    const { body } = await api.get("/changes/apps?scope=all", caller);

    expect(body.data.map(({ app }: { app: object }) => app).toReversed()).toMatchObject([
      { name: "parent", is_tracked: true, is_competitor: false },
      { name: "rival", is_tracked: false, is_competitor: true },
      { name: "both", is_tracked: true, is_competitor: true },
      { name: "competitor of an app that is not tracked", is_tracked: true, is_competitor: false },
    ]);
  });

  it("is the feed of tracked apps with scope=tracked", async () => {
    const { db, api, caller } = await setUp();
    const own = await createTracked(db, caller.user.id);
    const rival = await createCompetitor(db, caller.user.id, own);
    const changeOf = ({ id: appId }: App) => addChange(db, { appId, locale: "en-US", fieldChanged: "title" });
    const change = await changeOf(own);
    await changeOf(rival);

    expect(idsOf(await api.get("/changes/apps?scope=tracked", caller))).toEqual([change]);
  });
});

describe("the filters of changes", () => {
  async function createWorld() {
    const { db, api, caller } = await setUp();
    const ios = await createTracked(db, caller.user.id, { name: "Weather 100%" });
    const android = await createTracked(db, caller.user.id, { platform: "android", name: "Notes" });
    const ids = {
      title: await addChange(db, { appId: ios.id, locale: "en-US", fieldChanged: "title", detectedAt: on(1) }),
      german: await addChange(db, { appId: ios.id, locale: "de-DE", fieldChanged: "description", detectedAt: on(2) }),
      price: await addOfferChange(db, { appId: ios.id, countryCode: "de", detectedAt: on(3) }),
      gone: await addOfferChange(db, { appId: ios.id, countryCode: "cn", isAvailable: false, detectedAt: on(4) }),
      icon: await addChange(db, { appId: android.id, locale: "en-US", fieldChanged: "icon_url", detectedAt: on(5) }),
    };
    const namesOf = (found: readonly number[]) =>
      found.map((id) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
    return { api, caller, ios, namesOf };
  }

  it.each([
    ["", ["icon", "gone", "price", "german", "title"]],
    ["field=title", ["title"]],
    ["field=title,price", ["price", "title"]],
    ["field[]=icon_url&field[]=availability", ["icon", "gone"]],
    ["platform=android", ["icon"]],
    ["search=100%25", ["gone", "price", "german", "title"]],
    ["search=%25%25", []],
    ["locale=en-US", ["icon", "title"]],
    ["locale=en-US&field=title", ["title"]],
    ["locale=en-US&field=price", []],
    ["country_code=DE", ["price"]],
    ["country_code=de&field=title", []],
    ["country_code=cn&locale=de-DE", ["gone", "german"]],
    ["from=2026-03-02&to=2026-03-04", ["gone", "price", "german"]],
    ["from=2026-03-05", ["icon"]],
    ["to=2026-03-01", ["title"]],
    ["field=&platform=&search=", ["icon", "gone", "price", "german", "title"]],
  ])("select by %s", async (query, expected) => {
    const { api, caller, namesOf } = await createWorld();

    const response = await api.get(`/changes/apps?${query}`, caller);

    expect(namesOf(idsOf(response))).toEqual(expected);
    expect(response.body.meta.total).toBe(expected.length);
  });

  it("select by an app of the feed, and by no other", async () => {
    const { api, caller, ios, namesOf } = await createWorld();
    const stranger = await setUp();
    const foreign = await createTracked(stranger.db, stranger.caller.user.id);
    await addChange(stranger.db, { appId: foreign.id, locale: "en-US", fieldChanged: "title" });

    const own = await api.get(`/changes/apps?app_id=${ios.id}`, caller);
    const others = await api.get(`/changes/apps?app_id=${foreign.id}`, caller);
    const absent = await api.get("/changes/apps?app_id=2147483647", caller);

    expect(namesOf(idsOf(own))).toEqual(["gone", "price", "german", "title"]);
    expect(others.text?.replaceAll(`=${foreign.id}&`, "=2147483647&")).toBe(absent.text);
  });

  it.each([
    ["field", "field=rating"],
    ["platform", "platform=windows"],
    ["scope", "scope=competitors"],
    ["app_id", "app_id=0"],
    ["search", `search=${"a".repeat(101)}`],
    ["locale", "locale=en_US"],
    ["country_code", "country_code=zz"],
    ["country_code", "country_code=xx"],
    ["from", "from=2026-02-30"],
    ["to", "from=2026-03-02&to=2026-03-01"],
  ])("reject a wrong %s: %s", async (field, query) => {
    const { api, caller } = await setUp();

    const { status, body } = await api.get(`/changes/apps?${query}`, caller);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]?.split(".")[0]).toBe(field);
  });
});
