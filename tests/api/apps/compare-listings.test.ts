import { describe, expect, it } from "vitest";

import { addListing, addVersion } from "../../support/catalogue.ts";
import { createApp } from "../../support/factories.ts";
import { createRevised } from "../../support/revised-app.ts";
import { useApi } from "../../support/use-api.ts";

const inApi = useApi();
const setUp = () => inApi({ now: () => new Date("2026-03-20T12:00:00Z") });

describe("GET /apps/{platform}/{external_id}/listing/diff", () => {
  it("returns the fields that differ between two days, with their whole texts", async () => {
    const { db, api, caller } = await setUp();
    const { versions, path } = await createRevised(db);

    const { status, body } = await api.get(`${path}/diff?locale=de-DE&from=2026-03-05&to=2026-03-12`, caller);

    expect(status).toBe(200);
    const revision = { id: expect.any(Number), locale: "de-DE", read_in_country_code: "de" };
    expect(body.data).toEqual({
      old: { ...revision, version_id: versions[0], version: "1.0", shown_since: "2026-03-05T12:00:00Z" },
      new: { ...revision, version_id: versions[1], version: "2.0", shown_since: "2026-03-10T23:00:00Z" },
      differences: [
        { field: "title", old_value: "Eins", new_value: "Drei" },
        { field: "description", old_value: "A description.", new_value: "Neu." },
      ],
    });
  });

  it("[LST-6] shows how a short description differs, once both sides were read", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });
    const on = (day: number, shortDescription: string | null) =>
      addListing(db, {
        appId: app.id,
        locale: "en-US",
        title: "Kite",
        shortDescription,
        validFrom: new Date(Date.UTC(2026, 2, day, 12)),
      });
    await on(1, null);
    await on(2, "Plan the week");
    await on(3, "");
    const differencesOf = async (from: number, to: number) => {
      const days = `from=2026-03-0${from}&to=2026-03-0${to}`;
      const { body } = await api.get(`/apps/android/${app.externalId}/listing/diff?locale=en-US&${days}`, caller);
      return body.data.differences;
    };

    expect(await differencesOf(1, 2)).toEqual([]);
    expect(await differencesOf(2, 3)).toEqual([
      { field: "short_description", old_value: "Plan the week", new_value: null },
    ]);
  });

  it("compares the last texts of two versions, or of a version and a day", async () => {
    const { db, api, caller } = await setUp();
    const { versions, path } = await createRevised(db);
    const titlesOf = async (query: string) =>
      (await api.get(`${path}/diff?locale=de-DE&${query}`, caller)).body.data.differences[0];

    expect(await titlesOf(`from=${versions[0]}&to=${versions[1]}`)).toMatchObject({
      old_value: "Zwei",
      new_value: "Drei",
    });
    expect(await titlesOf(`from=2026-03-05&to=${versions[0]}`)).toMatchObject({ old_value: "Eins", new_value: "Zwei" });
  });

  it("takes a text that was read before any version was known as that of the first", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const listing = { appId: app.id, locale: "en-US" };
    await addListing(db, { ...listing, title: "Unversioned", validFrom: new Date("2026-03-01T00:00:00Z") });
    const first = await addVersion(db, { appId: app.id, version: "1.0" });
    const versionId = await addVersion(db, { appId: app.id, version: "2.0" });
    await addListing(db, { ...listing, title: "Two", versionId, validFrom: new Date("2026-03-02T00:00:00Z") });

    const { body } = await api.get(
      `/apps/ios/${app.externalId}/listing/diff?locale=en-US&from=${first}&to=${versionId}`,
      caller,
    );

    expect(body.data).toMatchObject({
      old: { version_id: null, version: null },
      differences: [{ field: "title", old_value: "Unversioned", new_value: "Two" }],
    });
  });

  it("compares two languages, now or on a day, field by field", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, path } = await createRevised(db);
    const screenshots = [{ url: "https://images.example/1.png", device_type: "iphone", order: 0 }];
    await addListing(db, {
      appId,
      locale: "en-US",
      title: "One",
      validFrom: new Date("2026-03-01T00:00:00Z"),
      screenshots,
    });

    const { body } = await api.get(`${path}/diff?locale=de-DE&with_locale=en-US&to=2026-03-06`, caller);
    const later = await api.get(`${path}/diff?locale=en-US&with_locale=de-DE&from=2026-03-02&to=2026-03-11`, caller);
    const now = await api.get(`${path}/diff?locale=de-DE&with_locale=en-US`, caller);

    expect(body.data.differences).toEqual([
      { field: "title", old_value: "Eins", new_value: "One" },
      { field: "screenshots", old_value: null, new_value: JSON.stringify(screenshots) },
    ]);
    expect(later.body.data.differences[0]).toEqual({ field: "title", old_value: "One", new_value: "Drei" });
    expect([now.status, now.body.detail]).toEqual([404, "No listing of the app in de-DE is stored."]);
  });

  it("returns no differences of a listing from itself", async () => {
    const { db, api, caller } = await setUp();
    const { path } = await createRevised(db);

    const { body } = await api.get(`${path}/diff?locale=de-DE&from=2026-03-11&to=2026-03-12`, caller);

    expect(body.data.differences).toEqual([]);
    expect(body.data.old).toEqual(body.data.new);
  });

  it.each([
    ["locale", "from=2026-03-01"],
    ["from", "locale=de-DE"],
    ["from", "locale=de-DE&from=soon"],
    ["from", "locale=de-DE&from=2147483647"],
    ["to", "locale=de-DE&from=2026-03-01&to=2147483647"],
    ["to", "locale=de-DE&from=2026-03-01&to=2026-03-21"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { db, api, caller } = await setUp();
    const { path } = await createRevised(db);

    const { status, body } = await api.get(`${path}/diff?${query}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("returns 404 for an app that is not in the database, and for a version of another app 422", async () => {
    const { db, api, caller } = await setUp();
    const [{ path }, other] = [await createRevised(db), await createRevised(db)];

    const unknown = await api.get("/apps/ios/404404/listing/diff?locale=de-DE&from=2026-03-05", caller);
    const foreign = await api.get(`${path}/diff?locale=de-DE&from=${other.versions[0]}`, caller);

    expect([unknown.status, unknown.body.type]).toEqual([404, "urn:shelfwatch:problem:not-found"]);
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["from"]]);
  });
});
