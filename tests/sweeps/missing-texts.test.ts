import { describe, expect, it } from "vitest";

import { useDatabase } from "../support/database.ts";
import { passTime } from "../support/pass-time.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useDatabase();

describe("a scheduled sync of an app that a batch did not find", () => {
  it("reads the page of a second language that only the batch of its texts has missed", async () => {
    const { store, app, pipeline, syncAgain, pagesRead } = await createSyncedApps(database().db);
    // The storefront is requested twice: with the metrics, and for the second language.
    store.scriptStorefrontApp(app.externalId, "us", {}, "missing");
    await pipeline.sweep();

    await syncAgain();

    expect(pagesRead()).toEqual(["es-MX"]);
  });

  it("reads none while the storefront waits for the confirmation", async () => {
    const { store, app, pipeline, syncAgain, pagesRead } = await createSyncedApps(database().db);
    store.withdraw({ externalId: app.externalId, countries: ["us"] });
    await pipeline.sweep();

    await syncAgain();

    expect(pagesRead()).not.toContain("es-MX");
  });

  it("reads the pages of a storefront that has it after all, whose texts the sweep did not read", async () => {
    const { db, store, app, pipeline, syncAgain, pagesRead } = await createSyncedApps(database().db);
    store.scriptStorefrontApp(app.externalId, "jp", "missing");
    await pipeline.sweep();
    store.scriptStorefrontApp(app.externalId, "jp");
    await passTime(db, 600);
    await pipeline.sweep();

    await syncAgain();

    expect(pagesRead()).toEqual(["ja"]);
  });
});
