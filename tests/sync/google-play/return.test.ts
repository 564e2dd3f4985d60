import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { passDay } from "../../support/pass-day.ts";
import { makeFailedItemsDue } from "../../support/pass-time.ts";
import type { PipelineOverrides } from "../../support/pipeline.ts";
import { findStored, listChanges, unavailableCountries } from "../../support/stored.ts";
import { createPlayWorld, someStorefronts } from "./play-world.ts";

const database = useClockedDatabase();

const HOUR_MS = 3_600_000;

/** A synced app, and functions that withdraw it and sell it again, each before the next day's sync. */
async function createWorld(overrides: PipelineOverrides = {}) {
  const world = await createPlayWorld(database().db, {}, overrides);
  const { db, app, externalId, store, pipeline } = world;
  await pipeline.sync(app.id);
  return {
    ...world,
    passDay: () => passDay(pipeline),
    withdraw: (codes: readonly string[] = someStorefronts) => store.withdraw({ externalId, countries: codes }),
    sell: (codes: readonly string[] = someStorefronts) => store.sell({ externalId, countries: codes }),
    /** The changes of availability in each storefront, in their order. */
    changes: () =>
      db.execute(sql`SELECT country_code, json_agg(is_available ORDER BY detected_at) AS states
        FROM app_offer_changes WHERE app_id = ${app.id} GROUP BY country_code ORDER BY country_code`),
  };
}

describe("an app of Google Play that was away", () => {
  it("is right everywhere on the day of its return, with a loss and a return of each storefront", async () => {
    const { db, app, passDay: pass, withdraw, sell, changes } = await createWorld();
    withdraw();
    await pass();
    expect(await unavailableCountries(db, app.id)).toEqual(someStorefronts.toSorted());

    sell();
    await pass();

    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await listChanges(db, app.id)).toEqual([]);
    expect(await changes()).toEqual(
      someStorefronts.toSorted().map((code) => ({ country_code: code, states: [false, true] })),
    );
  });

  it("shows since when it has no rating, in the app and in the summary alike", async () => {
    const { db, externalId, passDay: pass, withdraw } = await createWorld();
    withdraw();
    await pass();
    const checkedAtMs = db.clock.ms();
    const [api, caller] = [createApi(db, { now: db.clock.now }), await createCaller(db)];
    const ofApp = async (path: string) => (await api.get(`/apps/android/${externalId}${path}`, caller)).body.data;

    for (const shown of [await ofApp(""), await ofApp("/ratings/summary")]) {
      expect([shown.rating, shown.rating_count]).toEqual([null, null]);
      expect(Math.abs(Date.parse(shown.metrics_as_of) - checkedAtMs)).toBeLessThan(HOUR_MS);
    }
  });

  it("is looked for once in the storefronts lost with its own one, and stays lost where it is missing", async () => {
    const { db, app, externalId, store, passDay: pass, withdraw, sell } = await createWorld();
    withdraw();
    await pass();
    sell(someStorefronts.filter((code) => code !== "at"));
    const countInAustria = () =>
      store.calls.filter(({ subject, countries: codes }) => subject === externalId && codes.includes("at")).length;
    const before = countInAustria();
    await pass();
    await pass();

    expect(countInAustria() - before).toBe(1);
    expect(await unavailableCountries(db, app.id)).toEqual(["at"]);
  });

  it("is looked for again by reconciling where a storefront fails on the day of its return", async () => {
    const { db, app, externalId, store, pipeline, passDay: pass, withdraw, sell } = await createWorld();
    withdraw();
    await pass();
    sell();
    store.scriptListing(externalId, "at", storeFailure("timeout"), {});
    await pass();
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "at", "timeout"]] });
    expect(await unavailableCountries(db, app.id)).toEqual(["at"]);

    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [], next_retry_at: null });
  });

  it("is not looked for in storefronts that it left long before its own storefront", async () => {
    const { db, app, passDay: pass, withdraw, sell } = await createWorld();
    await db.execute(sql`
      WITH points AS (INSERT INTO app_metric_changes (app_id, country_code, valid_from, is_available)
        VALUES (${app.id}, 'at', now() - interval '5 days', false))
      UPDATE app_metrics SET is_available = false WHERE app_id = ${app.id} AND country_code = 'at'`);
    await db.execute(sql`DELETE FROM app_metric_changes
      WHERE app_id = ${app.id} AND country_code = 'at' AND is_available`);
    withdraw(["us"]);
    await pass();
    sell(["us"]);
    await pass();

    expect(await unavailableCountries(db, app.id)).toEqual(["at"]);
  });

  it("is looked for only in its own storefront if availabilityRecheckDays is 0", async () => {
    const never = { settings: { sync: { availabilityRecheckDays: 0 } } };
    const { db, app, passDay: pass, withdraw, sell } = await createWorld(never);
    withdraw();
    await pass();
    sell();
    await pass();

    expect(await unavailableCountries(db, app.id)).toEqual(someStorefronts.filter((code) => code !== "us").toSorted());
  });

  it("has a row of its loss on the day after its first sync", async () => {
    const { passDay: pass, withdraw, changes } = await createWorld();
    withdraw(["us"]);
    await pass();

    expect(await changes()).toEqual([{ country_code: "us", states: [false] }]);
  });
});
