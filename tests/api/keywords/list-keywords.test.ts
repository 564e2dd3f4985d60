import { describe, expect, it } from "vitest";

import { addListing, addVersion } from "../../support/catalogue.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** An app with a listing, which its caller does not track. */
async function setUpListing(listing: Partial<Parameters<typeof addListing>[1]> = {}) {
  const { db, api, caller } = await setUp();
  const app = await createApp(db);
  const address = `/apps/ios/${app.externalId}/keywords`;
  await addListing(db, {
    appId: app.id,
    locale: "en-US",
    title: "Fast Notes",
    description: "Notes for you.",
    ...listing,
  });
  const get = async (query = "") => {
    const response = await api.get(address + query, caller);
    return { ...response, keywords: (response.body.data ?? []).map((row: { keyword: string }) => row.keyword) };
  };
  return { db, app, address, get };
}

describe("GET /apps/{platform}/{external_id}/keywords", () => {
  it("[KEY-1] lists the words of the listing without stop words, the densest first", async () => {
    const { get } = await setUpListing();
    const { status, body } = await get();

    expect(status).toBe(200);
    const row = { locale: "en-US", ngram_size: 1 };
    expect(body.data).toEqual([
      { ...row, keyword: "notes", count: 2, density: 66.67 },
      { ...row, keyword: "fast", count: 1, density: 33.33 },
    ]);
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 2, from: 1, to: 2 });
  });

  it("[KEY-1] counts the words of the chosen texts alone", async () => {
    const { get } = await setUpListing({
      title: "Alpha",
      subtitle: "Beta",
      promotionalText: "Gamma",
      description: "Delta",
      whatsNew: "Epsilon bugs",
    });

    expect((await get("?fields[]=title&fields[]=subtitle")).keywords).toEqual(["alpha", "beta"]);
    expect((await get("?fields=whats_new")).keywords).toEqual(["epsilon", "bugs"]);
    expect((await get("?fields=name")).status).toBe(422);
  });

  it("[LST-5] reads title, subtitle, short description, promotional text, description and release notes", async () => {
    const { get } = await setUpListing({
      title: "Alpha",
      subtitle: "Beta",
      shortDescription: "Zeta",
      promotionalText: "Gamma",
      description: "Delta",
      whatsNew: "Epsilon",
    });

    expect((await get()).keywords).toEqual(["alpha", "beta", "zeta", "gamma", "delta", "epsilon"]);
    expect((await get("?fields=short_description")).keywords).toEqual(["zeta"]);
    expect((await get("?ngram=2")).keywords).toEqual([]);
  });

  it.each([
    ["2", ["fast notes"]],
    ["3", []],
  ])("lists keywords of %s words", async (ngram, expected) => {
    expect((await (await setUpListing()).get(`?ngram=${ngram}`)).keywords).toEqual(expected);
  });

  it("[KEY-1] lists a number beside a word, and none alone", async () => {
    const { get } = await setUpListing({ title: "Office 2026", description: "71 every day" });

    expect((await get()).keywords).toEqual(["office", "day"]);
    expect((await get("?ngram=2")).keywords).toEqual(["office 2026", "71 day"]);
  });

  it("finds the words of a Norwegian listing without Norwegian stop words", async () => {
    const { get } = await setUpListing({ locale: "no", title: "Været", description: "Ikke bare været." });

    expect((await get("?locale=no")).keywords).not.toContain("ikke");
  });

  it.each([
    ["search=PHOTO", "en-US", ["photo", "photobook"]],
    ["search=IŞ", "tr", ["ışık"]],
    ["search=%25", "en-US", []],
  ])("searches in any case, as the language folds it: %s", async (query, locale, expected) => {
    const { get } = await setUpListing({ locale, title: "Photo photobook", description: "Camera. IŞIK" });

    expect((await get(`?locale=${locale}&${query}`)).keywords).toEqual(expected);
  });

  it.each([
    ["", ["bee", "ape", "eel", "éclair", "dog"]],
    ["?order=asc", ["ape", "eel", "éclair", "dog", "bee"]],
    ["?sort=count", ["bee", "ape", "eel", "éclair", "dog"]],
    ["?sort=keyword&order=asc", ["ape", "bee", "dog", "éclair", "eel"]],
    ["?sort=keyword", ["eel", "éclair", "dog", "bee", "ape"]],
  ])("sorts %s, keywords of one count in the order of the text", async (query, expected) => {
    const { get } = await setUpListing({ title: "Ape Eel Bee", description: "Éclair. Bee. Dog." });

    expect((await get(query)).keywords).toEqual(expected);
  });

  it("pages, with links that keep the other parameters", async () => {
    const { address, get } = await setUpListing({ title: "A1 A2 A3 A4 A5", description: "." });
    const { keywords, body } = await get("?search=a&per_page=2&page=2");

    expect(keywords).toEqual(["a3", "a4"]);
    expect(body.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5, from: 3, to: 4 });
    expect(body.links.next).toBe(`/api/v1${address}?search=a&per_page=2&page=3`);
  });

  it("[KEY-3] reads the newest listing of the language, also after the store has removed it", async () => {
    const { db, app, get } = await setUpListing();
    await addListing(db, { appId: app.id, locale: "en-US", title: "Newer", description: ".", validFrom: day(70) });
    await addListing(db, { appId: app.id, locale: "de-DE", title: "Neuer", description: ".", validFrom: day(80) });
    await addListing(db, { appId: app.id, locale: "en-US", isPresent: false, validFrom: day(90) });

    expect((await get()).keywords).toEqual(["newer"]);
    expect((await get("?locale=de-DE")).keywords).toEqual(["neuer"]);
  });

  it("[KEY-3] reads the listing that a version had last, also where it changed with an earlier version", async () => {
    const { db, app, get } = await setUpListing({ locale: "fr-FR" });
    const versions: number[] = [];
    for (const version of ["1", "2", "3"]) versions.push(await addVersion(db, { appId: app.id, version }));
    const [first = 0, second = 0, third = 0] = versions;
    const texts = [
      ["unversioned", null, 1],
      ["first", first, 2],
      ["edited", first, 3],
      ["third", third, 4],
    ] as const;
    for (const [title, versionId, number] of texts)
      await addListing(db, {
        appId: app.id,
        locale: "en-US",
        title,
        versionId,
        description: ".",
        validFrom: day(number),
      });

    for (const [versionId, expected] of [
      [first, "edited"],
      [second, "edited"],
      [third, "third"],
    ])
      expect((await get(`?version_id=${versionId}`)).keywords).toEqual([expected]);
  });

  it("[KEY-3] is empty in a language of which no listing is stored", async () => {
    const { get } = await setUpListing();
    const { status, body } = await get("?locale=ja");

    expect([status, body.data, body.meta.total]).toEqual([200, [], 0]);
  });

  it("rejects a version of another app like one that does not exist", async () => {
    const { db, get } = await setUpListing();
    const other = await addVersion(db, { appId: (await createApp(db)).id, version: "1" });
    const responses = [await get(`?version_id=${other}`), await get("?version_id=2147483647")];

    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(responses[0]?.body.errors).toEqual({ version_id: ["The selected version id is invalid."] });
  });

  it("returns 404 for an unknown app", async () => {
    const { api, caller } = await setUp();

    expect((await api.get("/apps/ios/1/keywords", caller)).status).toBe(404);
  });

  it.each([
    ["ngram", "ngram=4"],
    ["ngram", "ngram=0"],
    ["locale", "locale=en_US"],
    ["sort", "sort=length"],
    ["order", "order=up"],
    ["version_id", "version_id=one"],
    ["search", `search=${"a".repeat(101)}`],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { status, body } = await (await setUpListing()).get(`?${query}`);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});
