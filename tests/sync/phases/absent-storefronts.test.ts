import { describe, expect, it } from "vitest";

import { track } from "../../support/catalogue.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import type { FakeStoreCall } from "../../support/fake-store-calls.ts";
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
    const { externalId } = app;
    expect(store.callsOf(externalId).filter(inUs)).toHaveLength(1);
    const asksForIt = ({ subject }: FakeStoreCall) => subject.split(",").includes(externalId);
    return {
      ...world,
      /** The requests since the first sync. That sync sent one more list as proof of the first absence. */
      countRequestsInUs: () => store.calls.filter((call) => inUs(call) && asksForIt(call)).length - 1,
      /** The number of requests without lists. */
      countRequestsOfRuns: () =>
        store.callsOf(externalId).filter((call) => inUs(call) && call.operation !== "fetchStorefrontApps").length,
    };
  }

  it("[SYN-11] is requested neither by scheduled runs nor by reconciling, however old the last look is", async () => {
    const { db, store, app, externalId, pipeline, countRequestsInUs } = await syncedWithoutUs();
    store.scriptMetrics(externalId, "jp", storeFailure("timeout"), {});
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "jp", "timeout"]] });
    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(countRequestsInUs()).toBe(1);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });

  it.each([
    { recheckDays: 7, times: 1, name: "is observed by the sweep of the next day, for which no run waits" },
    { recheckDays: 0, times: 0, name: "is not requested by the sweep of the next day when nothing is checked again" },
  ])("[SYN-11] $name", async ({ recheckDays: availabilityRecheckDays, times }) => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs({
      settings: { sync: { availabilityRecheckDays } },
    });
    await track(db, { userId: (await createUser(db)).id, appId: app.id });

    await passDay(pipeline);

    expect(countRequestsInUs()).toBe(1 + times);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [] });
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

  it("is requested by reconciling when the look of a user's run has failed", async () => {
    const { db } = database();
    await emptySweeps(db);
    const newApp = { soldIn: everywhere.filter((code) => code !== "jp") };
    const { store, app, externalId, pipeline } = await createSyncWorld(db, newApp, { countries: fewCountries });
    await pipeline.sync(app.id, "on_demand");
    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
    store.sell({ externalId, countries: ["jp"] });
    store.scriptMetrics(externalId, "jp", storeFailure("timeout"), storeFailure("timeout"), {});
    store.scriptListing(externalId, "jp", storeFailure("timeout"), {});
    await db.clock.moveTo(db.clock.ms() + 7 * DAY_MS);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(await findStored(db, app.id)).toMatchObject({
      open_items: [
        ["listings", "jp", "timeout"],
        ["metrics", "jp", "timeout"],
      ],
    });
    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);

    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [], next_retry_at: null });
  });

  it("[SYN-11] is not requested for a user within seven days of the last look", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs();
    await letDaysPass(db, app.id, 6);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsInUs()).toBe(1);
  });

  const never = { settings: { sync: { availabilityRecheckDays: 0 } } };

  it("is never requested again by a run itself when the setting is 0", async () => {
    const { db, app, pipeline, countRequestsOfRuns } = await syncedWithoutUs(never);
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsOfRuns()).toBe(1);
  });

  it("[SYN-11] is never requested again when the setting is 0", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs(never);
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(countRequestsInUs()).toBe(1);
  });

  it("on Google Play is requested daily if it is the app's own, so that a returning app is found", async () => {
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
