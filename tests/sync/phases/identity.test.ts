import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { createPipeline, syncAgain } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";

const database = useDatabase();

async function appFrom(originCountryCode: string, externalId: string) {
  const { db } = database();
  const store = createFakeStore("ios");
  const app = await createApp(db, { platform: "ios", externalId, originCountryCode });
  return { db, store, app, pipeline: createPipeline(db, store) };
}

const asked = (store: ReturnType<typeof createFakeStore>, operation: string) =>
  store.calls.filter((call) => call.operation === operation).flatMap(({ countries }) => countries);

describe("identity", () => {
  it("asks the app's origin first, then us; a 404 marks that country unavailable", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2001");
    store.sell({ externalId: "2001", countries: ["us", "fr"] });
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());

    expect(asked(store, "fetchIdentity")).toEqual(["de", "us"]);
    const rows = await db.execute(sql`SELECT country_code, is_available FROM app_metrics WHERE app_id = ${app.id}`);
    expect(rows).toEqual([{ country_code: "de", is_available: false }]);
  });

  it("creates the app's publisher and refreshes its name and address", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2002");
    const publisher = { externalId: "77", name: "Old Name", url: null };
    store.scriptIdentity("2002", "us", { publisher }, { publisher: { ...publisher, name: "New Name" } });
    for (const name of ["Old Name", "New Name"]) {
      await pipeline.start(app.id);
      await pipeline.deliver(pipeline.take());
      const rows = await db.execute(
        sql`SELECT p.name FROM publishers p JOIN apps a ON a.publisher_id = p.id WHERE a.id = ${app.id}`,
      );
      expect(rows).toEqual([{ name }]);
      await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
      pipeline.sent.length = 0;
    }
  });

  it("ends the run as failed, and the app as unavailable, when no storefront asked has it", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2003");
    await pipeline.start(app.id);
    await pipeline.drain();

    expect(await findStored(db, app.id)).toMatchObject({
      status: "failed",
      is_available: false,
      error_message: "The app is not available in any storefront asked.",
    });
    expect(await unavailableCountries(db, app.id)).toEqual(["de", "us"]);
    expect(asked(store, "fetchListings")).toEqual([]);
  });

  it("takes no request from the store's budget when it knows that no storefront has the app", async () => {
    const { db, store, app, pipeline } = await appFrom("de", "2010");
    const taken: number[] = [];
    const budget = async (requests: number) => {
      taken.push(requests);
      return 0;
    };
    const limited = createPipeline(db, store, { ...pipeline.deps, budget });
    for (let run = 1; run <= 2; run += 1) {
      await limited.start(app.id);
      await limited.deliver(limited.take());
    }

    expect(taken).toEqual([2]);
    expect(asked(store, "fetchIdentity")).toEqual(["de", "us"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed", is_available: false });
  });

  it("is retried with growing delays when the store fails, then aborts the run and changes no availability", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2004");
    store.scriptIdentity("2004", "us", storeFailure("http_5xx", { status: 503 }));
    const patient = createPipeline(db, store, {
      settings: { ...pipeline.deps.settings, identityRetryDelaysSeconds: [30, 60, 120] },
    });
    await patient.start(app.id);

    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await db.execute(sql`UPDATE sync_statuses SET resume_after = NULL WHERE app_id = ${app.id}`);
      await patient.deliver(patient.take());
      delays.push(...patient.sent.map(({ delaySeconds }) => delaySeconds));
    }

    expect(delays).toEqual([33.75, 67.5, 135]);
    expect(asked(store, "fetchIdentity")).toEqual(["us", "us", "us", "us"]);
    expect(asked(store, "fetchListings")).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "failed", is_available: true, last_synced_at: null });
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("does not run before its delay has passed, however early a duplicate arrives", async () => {
    const { store, app, pipeline, db } = await appFrom("us", "2005");
    store.scriptIdentity("2005", "us", storeFailure("timeout"));
    const patient = createPipeline(db, store, {
      settings: { ...pipeline.deps.settings, identityRetryDelaysSeconds: [30] },
    });
    await patient.start(app.id);
    const message = patient.take();
    await patient.deliver(message);

    expect(await patient.deliver(message)).toEqual({ kind: "not_claimed" });
    expect(asked(store, "fetchIdentity")).toEqual(["us"]);
  });

  it("does not ask a storefront again that answered 404 before another failed", async () => {
    const { store, app, pipeline } = await appFrom("de", "2006");
    store.scriptIdentity("2006", "us", storeFailure("timeout"), {});
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());
    await pipeline.deliver(pipeline.take());

    expect(asked(store, "fetchIdentity")).toEqual(["de", "us", "us"]);
  });

  it("drops an answer that is older than the version already known", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2007");
    store.scriptIdentity(
      "2007",
      "us",
      { name: "Newer", version: "2.0", versionReleasedAt: "2026-05-02T00:00:00.000Z" },
      { name: "Older", version: "1.9", versionReleasedAt: "2026-04-01T00:00:00.000Z" },
    );
    for (let sync = 0; sync < 2; sync += 1) {
      await pipeline.start(app.id);
      await pipeline.deliver(pipeline.take());
      await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
      pipeline.sent.length = 0;
    }
    const rows = await db.execute(
      sql`SELECT a.name, v.version FROM apps a JOIN app_versions v ON v.id = a.current_version_id WHERE a.id = ${app.id}`,
    );
    expect(rows).toEqual([{ name: "Newer", version: "2.0" }]);
  });

  it("invents no version when the store shows none", async () => {
    const { db, store, app, pipeline } = await appFrom("us", "2008");
    store.scriptIdentity("2008", "us", { version: null });
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());

    expect(await db.execute(sql`SELECT 1 FROM app_versions WHERE app_id = ${app.id}`)).toEqual([]);
  });

  it("asks where a listing was read once the app's origin no longer has it", async () => {
    const { db } = database();
    const store = createFakeStore("android");
    const externalId = "com.example.moved";
    store.sell({ externalId, countries: ["us", "de", "jp"] });
    store.scriptListing(externalId, "us", "empty_response");
    const app = await createApp(db, { platform: "android", externalId });
    const pipeline = createPipeline(db, store);
    await pipeline.start(app.id);
    await pipeline.drain();
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true });

    await syncAgain(pipeline, app.id);

    expect(asked(store, "fetchIdentity")).toEqual(["us", "de"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true });
  });
});
