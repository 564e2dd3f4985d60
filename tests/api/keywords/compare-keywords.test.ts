import { describe, expect, it } from "vitest";

import { COMPARED_KEYWORDS_MAX } from "../../../lib/domain/keyword.ts";
import { type ApiResponse, createCaller } from "../../support/api.ts";
import { addCompetitor, addListing, addVersion } from "../../support/catalogue.ts";
import { type App, createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** A caller who compares an app with as many others. */
async function setUpRivals(count = 1) {
  const { db, api, caller } = await setUp();
  const app = await createApp(db);
  const rivals: App[] = [];
  for (let index = 0; index < count; index += 1) {
    const rival = await createApp(db, { name: `Rival ${index}`, iconUrl: "https://store.example/i.png" });
    await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
    rivals.push(rival);
  }
  const compare = (query: string): Promise<ApiResponse> =>
    api.get(`/apps/ios/${app.externalId}/keywords/compare?${query}`, caller);
  return { db, api, caller, app, rivals, ids: rivals.map(({ id }) => id), compare };
}

describe("GET /apps/{platform}/{external_id}/keywords/compare", () => {
  it("returns the keywords of each competitor with its name and versions", async () => {
    const { db, rivals, ids, compare } = await setUpRivals(2);
    const [appId = 0] = ids;
    const old = await addVersion(db, { appId, version: "1.3" });
    const versionId = await addVersion(db, { appId, version: "1.4" });
    await addListing(db, { appId, locale: "en-US", title: "Fast Notes", description: "Notes.", versionId });

    const { status, body } = await compare(`app_ids[]=${ids[1]}&app_ids[]=${appId}`);

    expect(status).toBe(200);
    expect(body.data.apps).toEqual([
      {
        id: appId,
        name: "Rival 0",
        platform: "ios",
        external_id: rivals[0]?.externalId,
        icon_url: "https://store.example/i.png",
        versions: [
          { id: versionId, version: "1.4" },
          { id: old, version: "1.3" },
        ],
        version_id: versionId,
        read_at: "2026-03-01T00:00:00Z",
      },
      expect.objectContaining({ id: ids[1], name: "Rival 1", versions: [], version_id: null, read_at: null }),
    ]);
    expect(body.data.keywords).toEqual({
      [appId]: { notes: { count: 2, density: 66.67 }, fast: { count: 1, density: 33.33 } },
      [ids[1] ?? 0]: {},
    });
  });

  it("returns an empty object for an app without keywords", async () => {
    const { ids, compare } = await setUpRivals();
    const { text } = await compare(`app_ids=${ids[0]}`);

    expect(text).toContain(`"keywords":{"${ids[0]}":{}}`);
  });

  it("[KEY-4] compares up to five apps, listed with commas", async () => {
    const { ids, compare } = await setUpRivals(6);

    expect((await compare(`app_ids=${ids.slice(0, 5).join()}`)).body.data.apps).toHaveLength(5);
    expect((await compare(`app_ids=${ids.join()}`)).body.errors).toEqual({
      app_ids: ["The app ids field must not have more than 5 items."],
    });
  });

  it("compares the listings of requested versions and the newest of other apps", async () => {
    const { db, ids, compare } = await setUpRivals(2);
    const versionIds: number[] = [];
    for (const appId of ids) {
      for (const [index, version] of ["1", "2"].entries()) {
        const versionId = await addVersion(db, { appId, version });
        versionIds.push(versionId);
        const listing = { appId, locale: "en-US", title: `Version${version}`, description: ".", versionId };
        await addListing(db, { ...listing, validFrom: day(index + 1) });
      }
    }

    const { body } = await compare(`app_ids=${ids.join()}&version_ids[${ids[0]}]=${versionIds[0]}`);

    expect(ids.map((id) => Object.keys(body.data.keywords[id]))).toEqual([["version1"], ["version2"]]);
  });

  it("takes language, size and search as the list does", async () => {
    const { db, ids, compare } = await setUpRivals();
    const [appId = 0] = ids;
    await addListing(db, { appId, locale: "tr", title: "IŞIK KİTAP", description: "Hava durumu." });

    const { body } = await compare(`app_ids=${appId}&locale=tr&ngram=2&search=IŞIK`);

    expect(body.data.keywords[appId]).toEqual({ "ışık kitap": { count: 1, density: 25 } });
  });

  it("returns the most frequent keywords of a long listing", async () => {
    const { db, ids, compare } = await setUpRivals();
    const [appId = 0] = ids;
    const words = Array.from({ length: COMPARED_KEYWORDS_MAX + 200 }, (_, index) => `word${index}`);
    await addListing(db, { appId, locale: "en-US", title: "Word1199", description: words.join(" ") });

    const keywords = (await compare(`app_ids=${appId}`)).body.data.keywords[appId];

    expect(Object.keys(keywords)).toHaveLength(COMPARED_KEYWORDS_MAX);
    expect(keywords.word1199.count).toBe(2);
  });

  it("[KEY-4] rejects another user's competitor like an app that does not exist", async () => {
    const { db, app, ids, compare } = await setUpRivals();
    const other = await createCaller(db);
    const theirs = await createApp(db);
    await addCompetitor(db, { userId: other.user.id, appId: app.id, competitorAppId: theirs.id });

    const responses = [await compare(`app_ids=${ids[0]},${theirs.id}`), await compare(`app_ids=${ids[0]},2147483647`)];

    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    expect(responses[0]?.text).toBe(responses[1]?.text);
    expect(responses[0]?.body.errors).toEqual({ "app_ids.1": ["The selected app ids.1 is invalid."] });
  });

  it("rejects the app itself, and a competitor of another app", async () => {
    const { db, caller, app, compare } = await setUpRivals();
    const elsewhere = await createApp(db);
    await addCompetitor(db, { userId: caller.user.id, appId: elsewhere.id, competitorAppId: app.id });

    expect((await compare(`app_ids=${app.id}`)).status).toBe(422);
    expect((await compare(`app_ids=${elsewhere.id}`)).status).toBe(422);
  });

  it("rejects a version of an app that is not compared like one that does not exist", async () => {
    const { db, ids, compare } = await setUpRivals();
    const other = await addVersion(db, { appId: (await createApp(db)).id, version: "1" });
    const responses = [
      await compare(`app_ids=${ids[0]}&version_ids=${other}`),
      await compare(`app_ids=${ids[0]}&version_ids=2147483647`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    expect(responses[0]?.text).toBe(responses[1]?.text);
    expect(Object.keys(responses[0]?.body.errors)).toEqual(["version_ids.0"]);
  });

  it("rejects two versions of one app", async () => {
    const { db, ids, compare } = await setUpRivals();
    const [appId = 0] = ids;
    const versions = [await addVersion(db, { appId, version: "1" }), await addVersion(db, { appId, version: "2" })];

    expect((await compare(`app_ids=${appId}&version_ids=${versions.join()}`)).body.errors).toEqual({
      "version_ids.0": ["The selected version ids.0 is invalid."],
    });
  });

  it("returns 404 for an unknown app", async () => {
    const { api, caller, ids } = await setUpRivals();

    expect((await api.get(`/apps/ios/1/keywords/compare?app_ids=${ids[0]}`, caller)).status).toBe(404);
  });

  it.each([
    ["app_ids", ""],
    ["app_ids", "app_ids=,"],
    ["app_ids.0", "app_ids=x"],
    ["version_ids.0", "app_ids=1&version_ids=x"],
    ["ngram", "app_ids=1&ngram=4"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { compare } = await setUpRivals();
    const { status, body } = await compare(query);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});
