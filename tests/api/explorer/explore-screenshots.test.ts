import { describe, expect, it } from "vitest";

import { apps } from "../../../db/schema/apps.ts";
import { EXPLORED_SCREENSHOTS_MAX } from "../../../lib/domain/explorer.ts";
import { addListing, addPageRead } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createShown, describeExplorer, SYNCED_AT } from "./explored-apps.ts";

const { database, explore } = describeExplorer("screenshots");

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

describe("GET /explorer/screenshots", () => {
  const shownOf = async () => {
    const [app] = (await explore()).body.data;
    return { locale: app.locale, screenshots: app.screenshots };
  };

  it("leaves out apps that were never synced", async () => {
    await createShown(database().db, { lastSyncedAt: null });

    expect((await explore()).body.data).toEqual([]);
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
