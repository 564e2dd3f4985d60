import { beforeEach, describe, expect, it } from "vitest";

import { apps } from "../../../db/schema/apps.ts";
import { EXPLORED_SCREENSHOTS_MAX } from "../../../lib/domain/explorer.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { addListing, addPageRead } from "../../support/catalogue.ts";
import { categoryIdOf } from "../../support/charts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp, createPublisher } from "../../support/factories.ts";

const database = useDatabase();
beforeEach(() => emptyTables(database().db, apps));

const SYNCED_AT = new Date("2026-03-01T00:00:00Z");

/** An app that both lists show. */
function createShown(db: TestDb, overrides: Parameters<typeof createApp>[1] = {}) {
  return createApp(db, { iconUrl: "https://store.example/icon.png", lastSyncedAt: SYNCED_AT, ...overrides });
}

const screenshot = (order: number, name: string) => ({
  url: `https://store.example/${name}-${order}.png`,
  device_type: "iphone",
  order,
});

/** A listing whose page was read. */
async function addPage(db: TestDb, { appId, locale, count = 1 }: { appId: number; locale: string; count?: number }) {
  const screenshots = Array.from({ length: count }, (_, order) => screenshot(order, locale));
  await addListing(db, { appId, locale, screenshots });
  await addPageRead(db, { appId, locale, readAt: SYNCED_AT });
}

async function explore(address: string) {
  const { db } = database();
  const response = await createApi(db).get(`/explorer/${address}`, await createCaller(db));
  return { ...response, names: (response.body.data ?? []).map((app: { name: string }) => app.name) };
}

describe.each(["icons", "screenshots"])("GET /explorer/%s", (kind) => {
  it("lists apps that nobody tracks, last discovered first, however they were synced since", async () => {
    const { db } = database();
    for (const [name, minute] of [
      ["First", 3],
      ["Second", 1],
      ["Third", 2],
    ] as const)
      await createShown(db, { name, lastSyncedAt: new Date(SYNCED_AT.getTime() + minute * 60_000) });

    const { status, names, body } = await explore(kind);

    expect(status).toBe(200);
    expect(names).toEqual(["Third", "Second", "First"]);
    expect(body.meta).toMatchObject({ total: 3, from: 1, to: 3 });
  });

  it("shows every app once over all pages", async () => {
    const { db } = database();
    for (const name of ["1", "2", "3", "4", "5"]) await createShown(db, { name });
    const pages = [await explore(`${kind}?per_page=2`), await explore(`${kind}?per_page=2&page=2`)];
    const last = await explore(`${kind}?per_page=2&page=3`);

    expect([...pages, last].flatMap(({ names }) => names)).toEqual(["5", "4", "3", "2", "1"]);
    expect(last.body.meta).toEqual({ current_page: 3, last_page: 3, per_page: 2, total: 5, from: 5, to: 5 });
  });

  it("filters by platform, category and part of the name, and keeps the filters in its links", async () => {
    const { db } = database();
    const categoryId = await categoryIdOf(db, "ios", "6007");
    await createShown(db, { name: "Notes 100%", categoryId });
    await createShown(db, { name: "Notes 1000", categoryId });
    await createShown(db, { name: "Weather", categoryId });
    await createShown(db, { name: "Notes of another category" });
    await createShown(db, { name: "Notes for Android", platform: "android" });
    const query = `platform=ios&category_id=${categoryId}&search=notes%20100%25`;

    const { names, body } = await explore(`${kind}?${query}`);

    expect(names).toEqual(["Notes 100%"]);
    expect(body.links.first).toBe(`/api/v1/explorer/${kind}?${query}&page=1`);
    expect((await explore(`${kind}?platform=android`)).names).toEqual(["Notes for Android"]);
    expect((await explore(`${kind}?search=NOTES`)).names).toHaveLength(4);
  });

  it("takes the category of all apps as that of the platform", async () => {
    const { db } = database();
    await createShown(db, { name: "iOS" });
    await createShown(db, { name: "Android", platform: "android" });

    expect((await explore(`${kind}?category_id=${await categoryIdOf(db, "android", null)}`)).names).toEqual([
      "Android",
    ]);
  });

  it("rejects a category that is unknown, or of the other platform", async () => {
    const category = await categoryIdOf(database().db, "android", "PRODUCTIVITY");
    const responses = [
      await explore(`${kind}?category_id=999999`),
      await explore(`${kind}?platform=ios&category_id=${category}`),
    ];

    for (const { status, body } of responses) {
      expect(status).toBe(422);
      expect(body.errors).toEqual({ category_id: ["The selected category id is invalid."] });
    }
  });
});

describe("GET /explorer/icons", () => {
  it("shows an app's icon with its publisher and category, and leaves out apps without one", async () => {
    const { db } = database();
    const publisher = await createPublisher(db, { name: "Sample Ltd" });
    const categoryId = await categoryIdOf(db, "ios", "6007");
    const app = await createShown(db, { name: null, publisherId: publisher.id, categoryId });
    await createShown(db, { iconUrl: null });

    expect((await explore("icons")).body.data).toEqual([
      {
        app_id: app.id,
        external_id: app.externalId,
        platform: "ios",
        name: app.externalId,
        icon_url: "https://store.example/icon.png",
        publisher_name: "Sample Ltd",
        category_name: "Productivity",
      },
    ]);
  });
});

describe("GET /explorer/screenshots", () => {
  const shownOf = async () => {
    const [app] = (await explore("screenshots")).body.data;
    return { locale: app.locale, screenshots: app.screenshots };
  };

  it("leaves out apps that were never synced", async () => {
    await createShown(database().db, { lastSyncedAt: null });

    expect((await explore("screenshots")).body.data).toEqual([]);
  });

  it.each([
    ["en-US before another English", ["de-DE", "en-GB", "en-US"], "en-US"],
    ["another English before the storefront's own language", ["de-DE", "en-GB"], "en-GB"],
    ["the storefront's own language before others", ["ar-SA", "de-DE"], "de-DE"],
    ["any other language", ["ja", "ko"], "ja"],
  ])("prefers %s", async (_preference, locales, expected) => {
    const { db } = database();
    const { id } = await createShown(db, { originCountryCode: "de" });
    for (const locale of locales) await addPage(db, { appId: id, locale });

    expect(await shownOf()).toEqual({ locale: expected, screenshots: [screenshot(0, expected)] });
  });

  it("shows those of the newest revision", async () => {
    const { db } = database();
    const { id } = await createShown(db);
    await addPage(db, { appId: id, locale: "en-US" });
    const validFrom = new Date("2026-03-05T00:00:00Z");
    await addListing(db, { appId: id, locale: "en-US", screenshots: [screenshot(0, "new")], validFrom });

    expect((await shownOf()).screenshots).toEqual([screenshot(0, "new")]);
  });

  it("shows the first of many", async () => {
    const { db } = database();
    const { id } = await createShown(db);
    await addPage(db, { appId: id, locale: "en-US", count: 30 });

    const { screenshots } = await shownOf();

    expect(screenshots).toHaveLength(EXPLORED_SCREENSHOTS_MAX);
    expect(screenshots[0]).toEqual(screenshot(0, "en-US"));
  });

  it("returns an empty list for an app without a listing or screenshots", async () => {
    const { db } = database();
    await createShown(db);
    expect(await shownOf()).toEqual({ locale: null, screenshots: [] });

    await emptyTables(db, apps);
    const { id } = await createShown(db);
    await addPage(db, { appId: id, locale: "en-US", count: 0 });
    expect(await shownOf()).toEqual({ locale: "en-US", screenshots: [] });
  });
});
