import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { appFacts } from "../../db/schema/facts.ts";
import { countries } from "../../db/seeds/countries.ts";
import type { ShownFacts } from "../../lib/stores/records.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { type ClockedDb, useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline, createSyncWorld, syncAgain } from "../support/pipeline.ts";
import { DAY_MS, emptySweeps, followApps, noonMs, sweepDay } from "../support/sweep-world.ts";
import { type ShownByResponse, withFacts } from "../support/with-facts.ts";

const database = useClockedDatabase();

async function createFactWorld(shown: ShownByResponse, newApp: Parameters<typeof createSyncWorld>[1] = {}) {
  const world = await createSyncWorld(database().db, newApp);
  const { connector, requested } = withFacts(world.store, shown);
  return { ...world, requested, pipeline: createPipeline(world.db, connector, { countries: fewCountries }) };
}

async function factsOf(db: ClockedDb, appId: number) {
  const [row] = await db.select().from(appFacts).where(eq(appFacts.appId, appId));
  return Object.fromEntries(Object.entries(row?.facts ?? {}).map(([key, fact]) => [key, fact?.value]));
}

const changesOf = (db: ClockedDb, appId: number) =>
  db.execute(
    sql`SELECT key, value::text, is_first FROM app_fact_changes WHERE app_id = ${appId} ORDER BY valid_from, key`,
  );

describe("facts of an app of the App Store", () => {
  it("[FCT-3] come with the identity, and with the listing in the language of the identity", async () => {
    const { db, app, pipeline, requested } = await createFactWorld({
      identity: () => ({ facts: { minimum_os: "15.0" } }),
      listing: () => ({ facts: { minimum_os: "15.0", accessibility: null } }),
    });

    await pipeline.sync(app.id);

    expect(requested).toEqual(["identity us", "listing us en-US"]);
    expect(await factsOf(db, app.id)).toEqual({ minimum_os: "15.0", accessibility: null });
    expect(await changesOf(db, app.id)).toEqual([
      { key: "accessibility", value: "null", is_first: true },
      { key: "minimum_os", value: '"15.0"', is_first: true },
    ]);
  });

  it("[FCT-2] are a change once another value is read", async () => {
    let minimumOs = "15.0";
    const { db, app, pipeline } = await createFactWorld({ identity: () => ({ facts: { minimum_os: minimumOs } }) });
    await pipeline.sync(app.id);
    await syncAgain(pipeline, app.id);

    minimumOs = "16.0";
    await syncAgain(pipeline, app.id);

    expect(await changesOf(db, app.id)).toEqual([
      { key: "minimum_os", value: '"15.0"', is_first: true },
      { key: "minimum_os", value: '"16.0"', is_first: false },
    ]);
  });

  it("[FCT-3] are not read from a response of an older version", async () => {
    let isOld = false;
    const ofVersion = (): ShownFacts => ({ facts: { minimum_os: isOld ? "12.0" : "15.0" } });
    const { db, app, store, pipeline } = await createFactWorld({ identity: ofVersion, listing: ofVersion });
    await pipeline.sync(app.id);

    isOld = true;
    const older = { version: "0.9", version_released_at: "2025-01-01T00:00:00.000Z" };
    store.sell({ externalId: app.externalId, countries: everywhere, identity: older, listing: older });
    await syncAgain(pipeline, app.id);

    expect(await factsOf(db, app.id)).toEqual({ minimum_os: "15.0" });
  });

  it("[FCT-3] are not read from an older version of a language that was never stored", async () => {
    const { db, app, store, pipeline } = await createFactWorld({ listing: () => ({ facts: { ads: true } }) });
    store.scriptListing(app.externalId, "us", {
      version: "0.9",
      version_released_at: "2025-01-01T00:00:00.000Z",
    });

    await pipeline.sync(app.id);

    expect(await factsOf(db, app.id)).toEqual({});
  });

  it("[FCT-3] are not read in another storefront than that of the identity", async () => {
    const { db, app, store } = await createSyncWorld(database().db, {
      originCountryCode: "at",
      soldIn: ["at", "de"],
    });
    const { connector, requested } = withFacts(store, {
      identity: () => ({ facts: { minimum_os: "15.0" } }),
      listing: () => ({ facts: { ads: true } }),
    });

    const austria = countries.filter(({ code }) => ["at", "de"].includes(code));
    await createPipeline(db, connector, { countries: austria }).sync(app.id);

    expect(requested).toEqual(["identity at"]);
    expect(await factsOf(db, app.id)).toEqual({ minimum_os: "15.0" });
  });

  it("[FCT-1 FCT-3] come with the day's sweep, which keeps those that only a page shows", async () => {
    const { db } = database();
    await emptySweeps(db);
    const store = createFakeStore("ios");
    const { connector, requested } = withFacts(store, {
      identity: () => ({ facts: { minimum_os: "15.0" } }),
      listing: () => ({ facts: { privacy_policy: "https://paperkite.example/privacy" } }),
      sweep: () => ({ facts: { minimum_os: "16.0" } }),
    });
    const pipeline = createPipeline(db, connector, { countries: fewCountries });
    const lastSyncedAt = new Date(noonMs - 3 * DAY_MS);
    const [app] = await followApps(db, store, 1, { soldIn: everywhere, lastSyncedAt });
    if (app === undefined) throw new Error("No app is followed.");
    await pipeline.tick();
    await pipeline.drain();
    await pipeline.clock.moveTo(noonMs + DAY_MS);
    requested.length = 0;

    await sweepDay(pipeline);

    expect(requested).toEqual([]);
    expect(await factsOf(db, app.id)).toEqual({
      minimum_os: "16.0",
      privacy_policy: "https://paperkite.example/privacy",
    });
    const [row] = await db.select({ readOn: appFacts.readOn }).from(appFacts).where(eq(appFacts.appId, app.id));
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(row?.readOn).toEqual({ minimum_os: dayOf(noonMs + DAY_MS), privacy_policy: dayOf(noonMs) });
  });
});

describe("facts of an app of Google Play", () => {
  it("[FCT-3] come with the page of the identity alone", async () => {
    const { db, app, pipeline, requested } = await createFactWorld(
      { identity: () => ({ facts: { ads: true } }) },
      { platform: "android" },
    );

    await pipeline.sync(app.id);

    expect(requested).toEqual(["identity us"]);
    expect(await factsOf(db, app.id)).toEqual({ ads: true });
  });
});
