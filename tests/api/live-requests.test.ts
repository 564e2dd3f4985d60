import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { liveAllowances, liveCalls, storeBudgets } from "../../db/schema/stores.ts";
import { liveLimits } from "../../lib/domain/live-limits.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createPublisher } from "../support/factories.ts";
import { withoutLiveLimits } from "../support/stage-settings.ts";
import { equalStores } from "../support/store-settings.ts";
import { useApi } from "../support/use-api.ts";

const database = useClockedDatabase();
const setUp = useApi(database);
beforeEach(() => emptyTables(database().db, storeBudgets, liveAllowances, liveCalls));

/** Of 20 requests a minute charts leave 12: four for all live requests, of which a user has half. */
const limits = liveLimits({ hostPerMinute: 20, chartsPerMinute: 8, batchesPerMinute: 0 });
const storeSettings = equalStores({ perMinute: 6e-5, capacity: 120 });

async function pass(seconds: number): Promise<void> {
  const { clock } = database().db;
  await clock.moveTo(clock.ms() + seconds * 1_000);
}

function createWorld() {
  const { db } = database();
  const liveLimits = { ios: limits, android: limits };
  const api = createApi(db, { now: db.clock.now, liveLimits, storeSettings });
  const newCaller = () => createCaller(db);
  const search = (caller: Awaited<ReturnType<typeof createCaller>>, term = randomUUID()) =>
    api.get(`/apps/search?platform=ios&term=${term}`, caller);
  return { api, db, newCaller, search };
}

async function tokens(bucket: string): Promise<number | undefined> {
  const [row] = await database().db.execute<{ tokens: number }>(
    sql`SELECT round(tokens)::int AS tokens FROM store_budgets WHERE bucket = ${bucket}`,
  );
  return row?.tokens;
}

describe("a live request", () => {
  it.each([
    ["/apps/search?platform=ios&term=notes", "itunes.apple.com", 118],
    ["/publishers/search?platform=ios&term=notes", "itunes_search", 119],
    ["/publishers/search?platform=android&term=notes", "play.google.com", 118],
  ])("takes its cost from the store's budget: %s", async (path, bucket, left) => {
    const { api, newCaller } = createWorld();

    expect((await api.get(path, await newCaller())).status).toBe(200);

    expect(await tokens(bucket)).toBe(left);
  });

  it("pays for the pages that a long list of apps took", async () => {
    const { api, db, newCaller } = createWorld();
    const publisher = await createPublisher(db, { platform: "android", externalId: "Many+Apps" });
    const found = Array.from({ length: 301 }, (_, index) => ({
      externalId: `com.many.app${index}`,
      name: "App",
      publisher: null,
      category: { externalId: null, name: null },
      iconUrl: null,
      isFree: true,
      rating: null,
      ratingCount: null,
    }));
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found });

    await api.get("/publishers/android/Many%2BApps/store-apps", await newCaller());

    expect(await tokens("play.google.com")).toBe(120 - 5);
  });

  it("goes on credit when syncs have used up the budget", async () => {
    const { db, newCaller, search } = createWorld();
    await db.execute(sql`INSERT INTO store_budgets VALUES ('itunes.apple.com', -80, clock_timestamp())`);

    expect((await search(await newCaller())).status).toBe(200);

    expect(await tokens("itunes.apple.com")).toBe(-82);
  });

  it("[LIM-4] returns 429 with Retry-After to a user who has used half of the live allowance", async () => {
    const { api, newCaller, search } = createWorld();
    const caller = await newCaller();
    for (let request = 0; request < 5; request += 1) expect((await search(caller)).status).toBe(200);
    const callsBefore = api.stores.ios.calls.length;

    const response = await search(caller);

    expect(response).toMatchObject({
      status: 429,
      body: { type: "urn:shelfwatch:problem:rate-limited", detail: "More than 120 requests to App Store in an hour." },
    });
    // Two tokens, of which 110 come back in an hour.
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(30);
    expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(66);
    expect(api.stores.ios.calls).toHaveLength(callsBefore);
    expect(await tokens("itunes.apple.com")).toBe(110);
    expect((await search(await newCaller())).status).toBe(200);
  });

  it("is allowed again after the time of Retry-After, and no earlier", async () => {
    const { newCaller, search } = createWorld();
    const caller = await newCaller();
    for (let request = 0; request < 5; request += 1) await search(caller);

    await pass(50);
    expect((await search(caller)).status).toBe(429);
    await pass(16);
    expect((await search(caller)).status).toBe(200);
  });

  it("allows one user no more than that in any hour", async () => {
    const { api, newCaller, search } = createWorld();
    const caller = await newCaller();

    for (let minute = 0; minute < 60; minute += 1) {
      for (let request = 0; request < 6; request += 1) await search(caller);
      await pass(60);
    }

    expect(api.stores.ios.calls.length * 2).toBeGreaterThan(100);
    expect(api.stores.ios.calls.length * 2).toBeLessThanOrEqual(120);
  });

  it("[LIM-4] returns 503 with Retry-After and the store's name when all users together have used the allowance", async () => {
    const { api, newCaller, search } = createWorld();
    for (let user = 0; user < 2; user += 1) {
      const caller = await newCaller();
      for (let request = 0; request < 5; request += 1) await search(caller);
    }

    const response = await search(await newCaller());

    expect(response).toMatchObject({ status: 503, body: { type: "urn:shelfwatch:problem:store-unavailable" } });
    expect(response.body.detail).toContain("App Store");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(30);
    expect(api.stores.ios.calls).toHaveLength(10);
  });

  it("does not count against a user when the allowance of all is used up", async () => {
    const { db, newCaller, search } = createWorld();
    const caller = await newCaller();
    await search(caller);
    await db.execute(sql`UPDATE store_budgets SET tokens = 0 WHERE bucket = 'ios:live'`);

    for (let request = 0; request < 5; request += 1) expect((await search(caller)).status).toBe(503);

    await pass(120);
    for (let request = 0; request < 4; request += 1) expect((await search(caller)).status).toBe(200);
  });

  it("is counted exactly for simultaneous requests", async () => {
    const { api, newCaller, search } = createWorld();
    const caller = await newCaller();
    await search(caller);

    const responses = await Promise.all(Array.from({ length: 20 }, () => search(caller)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(api.stores.ios.calls).toHaveLength(5);
  });

  it("is rejected with 503 while the store limits requests, and takes nothing", async () => {
    const { api, db, newCaller, search } = createWorld();
    const caller = await newCaller();
    await search(caller);
    await db.execute(sql`UPDATE store_budgets SET closed_until = clock_timestamp() + interval '90 seconds'
      WHERE bucket = 'itunes_search'`);

    const response = await search(caller);

    expect(response).toMatchObject({ status: 503, body: { type: "urn:shelfwatch:problem:store-unavailable" } });
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(80);
    expect(Number(response.headers["retry-after"])).toBeLessThanOrEqual(90);
    expect(api.stores.ios.calls).toHaveLength(1);
    expect(await tokens("itunes.apple.com")).toBe(118);
    await pass(91);
    expect((await search(caller)).status).toBe(200);
  });

  it("is not counted for a store without a budget", async () => {
    const { db, api, caller } = await setUp(withoutLiveLimits);

    for (let request = 0; request < 30; request += 1) {
      expect((await api.get(`/apps/search?platform=ios&term=term${request}`, caller)).status).toBe(200);
    }

    expect([...(await db.execute(sql`SELECT 1 FROM store_budgets`))]).toEqual([]);
    expect([...(await db.execute(sql`SELECT 1 FROM live_allowances`))]).toEqual([]);
  });
});
