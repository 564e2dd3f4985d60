import { describe, expect, it } from "vitest";

import { track } from "../../support/catalogue.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import type { FakeStoreCall } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { passDay } from "../../support/pass-day.ts";
import { letDaysPass, makeFailedItemsDue } from "../../support/pass-time.ts";
import { createSyncWorld, type PipelineOverrides, syncAgain } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";
import { DAY_MS, emptySweeps } from "../../support/sweep-world.ts";

const database = useClockedDatabase();

describe("a storefront without the app", () => {
  const inUs = ({ countries: [country] }: FakeStoreCall) => country === "us";
  const soldIn = everywhere.filter((code) => code !== "us");

  /** Syncs an app of the App Store by the schedule, so long after its last sync that it waits for no sweep. */
  async function syncedWithoutUs(overrides: PipelineOverrides = {}) {
    const { db } = database();
    await emptySweeps(db);
    const lastSyncedAt = new Date(db.clock.ms() - 3 * DAY_MS);
    const world = await createSyncWorld(db, { soldIn, lastSyncedAt }, { countries: fewCountries, ...overrides });
    const { store, app, pipeline } = world;
    await pipeline.sync(app.id);
    expect(store.calls.filter(inUs)).toHaveLength(1);
    return {
      ...world,
      countRequestsInUs: () => store.calls.filter(inUs).length,
      /** Without those of sweeps. */
      countRequestsOfRuns: () =>
        store.calls.filter((call) => inUs(call) && call.operation !== "fetchStorefrontApps").length,
    };
  }

  it("[SYN-11] is requested neither by scheduled runs nor by reconciling, however long ago it was requested", async () => {
    const { db, store, app, externalId, pipeline, countRequestsInUs } = await syncedWithoutUs();
    store.scriptMetrics(externalId, "jp", storeFailure("timeout"), {});
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "jp", "timeout"]] });
    await makeFailedItemsDue(db, app.id);
    await pipeline.sweep();
    await pipeline.drain();

    expect(countRequestsInUs()).toBe(1);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });

  // Fails until the day's sweep leaves out the apps that its storefront is known to lack.
  it.fails("[SYN-11] is not requested by the sweep of the next day", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs();
    await track(db, { userId: (await createUser(db)).id, appId: app.id });

    await passDay(pipeline);

    expect(countRequestsInUs()).toBe(1);
  });

  it("is requested by a user's run itself seven days after the last look, not before", async () => {
    const { db, app, pipeline, countRequestsOfRuns } = await syncedWithoutUs();
    await letDaysPass(db, app.id, 6);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(countRequestsOfRuns()).toBe(1);

    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(countRequestsOfRuns()).toBe(2);
  });

  // Fails until an express batch leaves out the apps that its storefront is known to lack.
  it.fails("[SYN-11] is not requested for a user within seven days of the last look", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs();
    await letDaysPass(db, app.id, 6);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsInUs()).toBe(1);
  });

  const never = { settings: { sync: { availabilityRelookDays: 0 } } };

  it("is never requested again by a run itself when the setting is 0", async () => {
    const { db, app, pipeline, countRequestsOfRuns } = await syncedWithoutUs(never);
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsOfRuns()).toBe(1);
  });

  // Fails until an express batch leaves out the apps that its storefront is known to lack.
  it.fails("[SYN-11] is never requested again when the setting is 0", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs(never);
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsInUs()).toBe(1);
  });

  it("on Google Play is requested daily when it is the app's own, so that an app that comes back is found", async () => {
    const newApp = { platform: "android", soldIn } as const;
    const world = await createSyncWorld(database().db, newApp, { countries: fewCountries });
    const { db, store, app, externalId, pipeline } = world;
    const countRequestsInUs = () => store.calls.filter(inUs).length;
    await pipeline.sync(app.id);
    await syncAgain(pipeline, app.id);
    expect(countRequestsInUs()).toBe(1);

    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id);
    expect(countRequestsInUs()).toBe(2);
    expect(await unavailableCountries(db, app.id)).toEqual(["us"]);

    store.sell({ externalId, countries: ["us"] });
    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id);
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });
});
