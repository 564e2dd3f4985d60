import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { TOKENS_NEEDED } from "../../../lib/domain/call-limits.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { useClockedDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { letDaysPass } from "../../support/pass-time.ts";
import { createPipeline, createSyncWorld, syncAgain } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";
import { leaveTokens, requestsPaid } from "../../support/sweep-world.ts";

const database = useClockedDatabase();

const few = { countries: fewCountries };

const appFrom = (originCountryCode: string, externalId: string) =>
  createSyncWorld(database().db, { externalId, originCountryCode, soldIn: [] }, few);

const requestedCountries = (store: FakeStore, operation: string) =>
  store.calls.filter((call) => call.operation === operation).flatMap(({ countries }) => countries);

describe("identity", () => {
  it("[SYN-3 SYN-10 SYN-11] requests the app's origin first, then us; a 404 makes a country unavailable", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2001");
    store.sell({ externalId: "2001", countries: ["us", "fr"] });
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());

    expect(requestedCountries(store, "fetchIdentity")).toEqual(["de", "us"]);
    const rows = await db.execute(sql`SELECT country_code, is_available FROM app_metrics WHERE app_id = ${app.id}`);
    expect(rows).toEqual([{ country_code: "de", is_available: false }]);
  });

  it("[APP-4 SYN-9] fails the run and makes the app unavailable when every storefront returned 404", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2003");
    await pipeline.sync(app.id);

    expect(await findStored(db, app.id)).toMatchObject({
      status: "failed",
      is_available: false,
      error_message: "The app is not available in any storefront.",
    });
    expect(requestedCountries(store, "fetchIdentity").slice(0, 2)).toEqual(["de", "us"]);
    expect(requestedCountries(store, "fetchIdentity").toSorted()).toEqual(everywhere.toSorted());
    expect(await unavailableCountries(db, app.id)).toEqual(everywhere.toSorted());
    expect(requestedCountries(store, "fetchListings")).toEqual([]);
  });

  it("finds an app that the most important storefronts no longer have, and keeps it available", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2011");
    store.sell({ externalId: "2011", countries: everywhere });
    await pipeline.sync(app.id);
    for (const country of ["us", "de", "fr", "jp"]) {
      for (const script of [store.scriptIdentity, store.scriptListing, store.scriptMetrics]) {
        script("2011", country, "empty_response");
      }
    }
    await syncAgain(pipeline, app.id);
    await syncAgain(pipeline, app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true });
    expect(await unavailableCountries(db, app.id)).toEqual(["de", "fr", "jp", "us"]);
    expect(requestedCountries(store, "fetchIdentity").filter((code) => code === "us")).toEqual(["us", "us"]);
  });

  it("takes a token for each storefront, and continues in another invocation when there is none", async () => {
    const { db, store, app } = await appFrom("de", "2010");
    store.sell({ externalId: "2010", countries: ["jp"] });
    const pipeline = createPipeline(db, store);
    await leaveTokens(db, "itunes_lookup", TOKENS_NEEDED.page + 2);
    await pipeline.start(app.id);

    const outcomes: string[] = [];
    while (pipeline.sent[0]?.message.phase === "identity") outcomes.push(await pipeline.deliver(pipeline.take()));

    const requests = requestedCountries(store, "fetchIdentity");
    expect(outcomes.slice(0, 1)).toEqual(["continue"]);
    expect(requests.at(-1)).toBe("jp");
    expect(new Set(requests).size).toBe(requests.length);
    const proofs = requestedCountries(store, "fetchStorefrontApps");
    expect(await requestsPaid(db, "itunes_lookup")).toBe(requests.length + proofs.length);
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("stops before its invocation ends and continues in the next one", async () => {
    const { db, store, app } = await appFrom("de", "2012");
    store.sell({ externalId: "2012", countries: ["jp"] });
    const hurried = createPipeline(db, store, { ...few, remainingMs: () => 20_000 });
    await hurried.start(app.id);
    await hurried.deliver(hurried.take());

    expect(requestedCountries(store, "fetchIdentity")).toEqual(["de"]);
    await hurried.drain();
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true });
  });

  it("requests nothing and takes no token when it knows that no storefront has the app", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2013");
    await pipeline.sync(app.id);
    const before = store.calls.length;
    await leaveTokens(db, "itunes_lookup", 0);
    const startedAt = db.clock.ms();
    await syncAgain(pipeline, app.id);

    expect(store.calls.length).toBe(before);
    expect(db.clock.ms()).toBe(startedAt);
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed", is_available: false });
  });

  it("[SYN-9 SYN-12] is retried with growing delays, then aborts the run and changes no availability", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2004");
    store.scriptIdentity("2004", "us", storeFailure("http_5xx", { status: 503 }));
    await pipeline.start(app.id);

    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await pipeline.deliver(pipeline.take());
      delays.push(...pipeline.sent.map(({ delaySeconds }) => delaySeconds));
    }

    expect(delays).toEqual([33.75, 67.5, 135]);
    expect(requestedCountries(store, "fetchIdentity")).toEqual(["us", "us", "us", "us"]);
    expect(requestedCountries(store, "fetchListings")).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed", is_available: true, last_synced_at: null });
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("does not run before its delay has passed, however early a duplicate arrives", async () => {
    const { store, app, pipeline } = await appFrom("us", "2005");
    store.scriptIdentity("2005", "us", storeFailure("timeout"));
    await pipeline.start(app.id);
    const message = pipeline.take();
    await pipeline.deliver(message);

    expect(await pipeline.deliver(message)).toBe("not_claimed");
    expect(requestedCountries(store, "fetchIdentity")).toEqual(["us"]);
  });

  it("[SYN-11] does not repeat a storefront that returned 404 before another failed", async () => {
    const { store, app, pipeline } = await appFrom("de", "2006");
    store.scriptIdentity("2006", "us", storeFailure("timeout"), {});
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());
    await pipeline.deliver(pipeline.take());

    expect(requestedCountries(store, "fetchIdentity")).toEqual(["de", "us", "us"]);
  });

  it("drops a response that is older than the known version", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2007");
    store.scriptIdentity(
      "2007",
      "us",
      { name: "Newer", version: "2.0", version_released_at: "2026-05-02T00:00:00.000Z" },
      { name: "Older", version: "1.9", version_released_at: "2026-04-01T00:00:00.000Z" },
    );
    for (let sync = 0; sync < 2; sync += 1) {
      await pipeline.start(app.id);
      await pipeline.deliver(pipeline.take());
      await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
      pipeline.sent.length = 0;
    }
    const rows = await db.execute(
      sql`SELECT a.name, v.version FROM apps a JOIN app_versions v ON v.id = a.current_version_id
        WHERE a.id = ${app.id}`,
    );
    expect(rows).toEqual([{ name: "Newer", version: "2.0" }]);
  });

  it("stores no version when the store shows none", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2008");
    store.scriptIdentity("2008", "us", { version: null });
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());

    expect(await db.execute(sql`SELECT 1 FROM app_versions WHERE app_id = ${app.id}`)).toEqual([]);
  });

  it("changes availability only by what it saw when it aborts", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2014");
    store.scriptIdentity("2014", "us", storeFailure("http_5xx", { status: 503 }));
    await pipeline.sync(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "failed", is_available: true });
    expect(await unavailableCountries(db, app.id)).toEqual(["de"]);
  });

  it("makes a storefront available at once when it has the app again", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2015");
    store.scriptIdentity("2015", "us", "empty_response", {});
    store.sell({ externalId: "2015", countries: ["de"] });
    await pipeline.sync(app.id, "on_demand");
    await letDaysPass(db, app.id, 8);
    await db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL WHERE app_id = ${app.id}`);
    await pipeline.start(app.id, "on_demand");
    await pipeline.deliver(pipeline.take());

    const rows = await db.execute(
      sql`SELECT is_available FROM app_metrics WHERE app_id = ${app.id} AND country_code = 'us'`,
    );
    expect(rows).toEqual([{ is_available: true }]);
  });
});
