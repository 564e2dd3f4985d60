import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { useDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { letDaysPass, makeFailedItemsDue } from "../../support/pass-time.ts";
import { createPipeline, createSyncWorld, syncAgain } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";

const database = useDatabase();

describe("a storefront without the app", () => {
  async function syncedWithoutUs(platform: "ios" | "android", externalId: string) {
    const soldIn = storefrontCodes(countries, platform).filter((code) => code !== "us");
    const world = await createSyncWorld(database().db, { platform, externalId, soldIn });
    const { store } = world;
    await world.pipeline.sync(world.app.id);
    const countRequestsInUs = () =>
      store.calls.flatMap((call) => call.countries).filter((code) => code === "us").length;
    expect(countRequestsInUs()).toBe(1);
    return { ...world, countRequestsInUs };
  }

  it("[SYN-11] is requested neither by scheduled runs nor by reconciling, however long ago it was requested", async () => {
    const { db, store, app, pipeline, countRequestsInUs } = await syncedWithoutUs("ios", "2020");
    store.scriptMetrics("2020", "jp", storeFailure("timeout"), {});
    await letDaysPass(db, app.id, 400);
    await syncAgain(pipeline, app.id);
    await makeFailedItemsDue(db, app.id);
    await pipeline.sweep();
    await pipeline.drain();

    expect(countRequestsInUs()).toBe(1);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });

  it("is requested by a user's sync seven days after the last look", async () => {
    const { db, app, pipeline, countRequestsInUs } = await syncedWithoutUs("ios", "2021");
    await letDaysPass(db, app.id, 6);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(countRequestsInUs()).toBe(1);

    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(countRequestsInUs()).toBe(2);
  });

  it("is never requested again when the setting is 0", async () => {
    const { db, store, app, pipeline, countRequestsInUs } = await syncedWithoutUs("ios", "2022");
    const never = createPipeline(db, store, { settings: { ...pipeline.deps.settings, availabilityRelookDays: 0 } });
    await letDaysPass(db, app.id, 400);
    await syncAgain(never, app.id, "on_demand");

    expect(countRequestsInUs()).toBe(1);
  });

  it("on Google Play is requested daily when it is the app's own, so that an app that comes back is found", async () => {
    const { db, store, app, pipeline, countRequestsInUs } = await syncedWithoutUs("android", "com.example.back");
    await syncAgain(pipeline, app.id);
    expect(countRequestsInUs()).toBe(1);

    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id);
    expect(countRequestsInUs()).toBe(2);
    expect(await unavailableCountries(db, app.id)).toEqual(["us"]);

    store.sell({ externalId: "com.example.back", countries: ["us"] });
    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id);
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });
});
