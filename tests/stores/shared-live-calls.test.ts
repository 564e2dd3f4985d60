import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { connect } from "../../db/client.ts";
import { liveAllowances, liveCalls, storeBudgets, storeSearches } from "../../db/schema/stores.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { type ApiDependencies, createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { fakeHit, storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { withoutLiveLimits } from "../support/stage-settings.ts";
import { equalStores } from "../support/store-settings.ts";

const database = useDatabase();
beforeEach(() => emptyTables(database().db, liveCalls, storeBudgets, liveAllowances, storeSearches));

const hit = (externalId: string) => fakeHit(externalId, { name: "Found" });

/** Two processes with a connection each, whose store responds when `response` is called. */
async function createWorld(overrides: Partial<ApiDependencies> = {}) {
  const { db, connection } = database();
  const other = connect({ ...connection, max: 1 });
  const calls: string[] = [];
  const gate = Promise.withResolvers<void>();
  const held = (response: () => readonly ReturnType<typeof hit>[]): ApiDependencies["connectors"] => {
    const { connectors } = createApi(db).deps;
    const searchApps = async ({ term }: { readonly term: string }) => {
      calls.push(term);
      await gate.promise;
      return response();
    };
    return { ...connectors, android: { ...connectors.android, searchApps } };
  };
  let response = () => [hit("1001")] as readonly ReturnType<typeof hit>[];
  const connectors = held(() => response());
  const given = { ...withoutLiveLimits, connectors, ...overrides };
  const processes = [createApi(db, given), createApi(other.db, given)];
  const caller = await createCaller(db);
  const search = (process: number, term = "notes") =>
    processes[process]?.get(`/apps/search?platform=android&term=${term}`, caller);
  const followers = async () => {
    const [row] = await db.execute<{ n: number }>(sql`SELECT coalesce(sum(followers), 0)::int AS n FROM live_calls`);
    return row?.n;
  };
  return {
    calls,
    search,
    followers,
    response: (next?: () => readonly ReturnType<typeof hit>[]) => {
      response = next ?? response;
      gate.resolve();
    },
    end: other.end,
  };
}

describe("the same live request of several processes", () => {
  it("makes one call to the store and returns its response to every request", async () => {
    const { calls, search, followers, response, end } = await createWorld();
    const first = search(0);
    await expect.poll(() => calls.length).toBe(1);
    const others = [search(1), search(0), search(1)];
    await expect.poll(followers).toBe(3);

    response();

    for (const one of nonEmpty(await Promise.all([first, ...others]))) {
      expect(one?.status).toBe(200);
      expect(one?.body.data).toMatchObject([{ external_id: "1001" }]);
    }
    expect(calls).toEqual(["notes"]);
    await end();
  });

  it("makes another call once the first has failed", async () => {
    const { calls, search, followers, response, end } = await createWorld();
    const first = search(0);
    await expect.poll(() => calls.length).toBe(1);
    const second = search(1);
    await expect.poll(followers).toBe(1);
    response(() => {
      throw new UpstreamError({ platform: "android", operation: "searchApps", failure: storeFailure("http_5xx") });
    });
    await Promise.all([first, second]);

    await search(1);

    expect(calls).toEqual(["notes", "notes"]);
    await end();
  });

  it("makes a call for each different request", async () => {
    const { calls, search, response, end } = await createWorld();
    const searches = [search(0, "notes"), search(1, "maps")];
    await expect.poll(() => calls.toSorted()).toEqual(["maps", "notes"]);
    response();
    await Promise.all(searches);
    await end();
  });

  it("shares a failure of the store", async () => {
    const { calls, search, followers, response, end } = await createWorld();
    const first = search(0);
    await expect.poll(() => calls.length).toBe(1);
    const second = search(1);
    await expect.poll(followers).toBe(1);

    response(() => {
      throw new UpstreamError({ platform: "android", operation: "searchApps", failure: storeFailure("timeout") });
    });

    expect((await first)?.status).toBe(504);
    expect((await second)?.status).toBe(504);
    expect(calls).toHaveLength(1);
    await end();
  });

  it("is paid for once", async () => {
    const { calls, search, followers, response, end } = await createWorld({
      storeSettings: equalStores({ perMinute: 6e-5, capacity: 120 }),
    });
    const first = search(0);
    await expect.poll(() => calls.length).toBe(1);
    const second = search(1);
    await expect.poll(followers).toBe(1);
    response();
    await Promise.all([first, second]);

    const [row] = await database().db.execute<{ tokens: number }>(
      sql`SELECT round(tokens)::int AS tokens FROM store_budgets WHERE bucket = 'play.google.com'`,
    );
    expect(row?.tokens).toBe(118);
    await end();
  });

  it("takes over the call of a process that died", async () => {
    const { calls, search, response, end } = await createWorld();
    const first = search(1);
    await expect.poll(() => calls.length).toBe(1);
    await database().db.execute(sql`UPDATE live_calls SET id = ${randomUUID()}, lease_until = clock_timestamp()`);
    response();
    await first;
    await emptyTables(database().db, storeSearches);

    expect((await search(0))?.status).toBe(200);
    expect(calls).toEqual(["notes", "notes"]);
    await end();
  });

  it("deletes rows older than a few seconds", async () => {
    const { search, response, end } = await createWorld();
    response();
    for (let request = 0; request < 5; request += 1) {
      await search(0, `term${request}`);
      await database().db.execute(sql`UPDATE live_calls SET lease_until = lease_until - interval '1 minute'`);
    }

    expect([...(await database().db.execute(sql`SELECT 1 FROM live_calls`))]).toHaveLength(1);
    await end();
  });
});
