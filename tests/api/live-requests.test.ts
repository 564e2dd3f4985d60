import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import { liveCalls, storeBudgets, storeSearches } from "../../db/schema/stores.ts";
import { prod } from "../../infra/aws/stages.ts";
import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bucketsOf } from "../../lib/domain/request-purpose.ts";
import type { SearchHit } from "../../lib/stores/records.ts";
import { type ApiDependencies, createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createPublisher } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { withoutLiveLimits } from "../support/stage-settings.ts";
import { useApi } from "../support/use-api.ts";

const database = useClockedDatabase();
const setUp = useApi(database);
beforeEach(() => emptyTables(database().db, storeBudgets, liveCalls, storeSearches));

/** Of a store's response to a search or a lookup. */
const RESPONSE_MS = 800;

/** The API with the budgets of prod, whose clock moves while a request waits for a token or for the store. */
function createWorld(overrides: Partial<ApiDependencies> = {}) {
  const { db } = database();
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  const sleep = (ms: number) => pass(ms / 1_000);
  const api = createApi(db, { now: db.clock.now, requestsPerMinute: 1_000, sleep, ...overrides });
  for (const { searchApps, searchAppIds, fetchStorefrontApps, ...store } of Object.values(api.stores)) {
    const slowly =
      <Input extends readonly unknown[], Result>(request: (...input: Input) => Promise<Result>) =>
      async (...input: Input) => {
        await sleep(RESPONSE_MS);
        return request(...input);
      };
    Object.assign(api.stores[store.platform], {
      searchApps: slowly(searchApps),
      searchAppIds: searchAppIds && slowly(searchAppIds),
      fetchStorefrontApps: fetchStorefrontApps && slowly(fetchStorefrontApps),
    });
  }
  const newCaller = () => createCaller(db);
  const search = (caller: Awaited<ReturnType<typeof createCaller>>, platform = "ios", term: string = randomUUID()) =>
    api.get(`/apps/search?platform=${platform}&term=${term}`, caller);
  const take = (costs: Parameters<typeof bucketsOf>[1], purpose: Parameters<typeof bucketsOf>[2] = "on_credit") =>
    takeTokens(db, bucketsOf(prod.stores, costs, purpose));
  /** Leaves this many tokens of itunes.apple.com, where 20 come back in a minute, and no recent grant. */
  const drain = async (left: number) => {
    await take({ itunes_rss: 60 + 4 - left });
    await pass(12);
  };
  return { api, db, newCaller, search, pass, take, drain };
}

async function tokens(bucket: string): Promise<number | undefined> {
  const { db } = database();
  const [row] = await db.select().from(storeBudgets).where(eq(storeBudgets.bucket, bucket));
  return row && Math.round(row.tokens);
}

const newHit = (): SearchHit => ({
  external_id: `9${Math.floor(Math.random() * 1e9)}`,
  name: "Found",
  publisher_external_id: null,
  publisher_name: null,
  category_external_id: null,
  category_name: null,
  icon_url: null,
  is_free: true,
});

describe.each(platforms)("with prod's budgets, on a service that does nothing else, searches of %s", (platform) => {
  /** Sends searches, each of which finds an app that is not known, and returns how long each took. */
  async function searchEach(searches: readonly { readonly atSecond: number; readonly user: number }[]) {
    const { api, db, newCaller, search } = createWorld();
    const callers = new Map<number, Awaited<ReturnType<typeof newCaller>>>();
    const startedAt = db.clock.ms();
    const seconds: number[] = [];
    for (const { atSecond, user } of nonEmpty(searches)) {
      const caller = callers.get(user) ?? (await newCaller());
      callers.set(user, caller);
      const term = randomUUID();
      api.stores[platform].scriptSearch(term, "us", { hits: [newHit()] });
      await db.clock.moveTo(Math.max(db.clock.ms(), startedAt + atSecond * 1_000));
      const sentAt = db.clock.ms();
      const { status, body } = await search(caller, platform, term);
      expect([status, body.data?.length]).toEqual([200, 1]);
      seconds.push((db.clock.ms() - sentAt) / 1_000);
    }
    return seconds.toSorted((a, b) => a - b);
  }

  it("[LIM-10] are 200 for thirty different ones by one user in ten minutes, 95 % of them within 3 seconds", async () => {
    const searches = Array.from({ length: 30 }, (_, index) => ({ atSecond: index * 20, user: 0 }));

    const seconds = await searchEach(searches);

    expect(seconds[Math.floor(0.95 * seconds.length)]).toBeLessThanOrEqual(3);
  });

  it("[LIM-10] are 200 for ten by each of five users in ten minutes, 95 % of them within 3 seconds", async () => {
    const searches = Array.from({ length: 50 }, (_, index) => ({
      atSecond: Math.floor(index / 5) * 60,
      user: index % 5,
    }));

    const seconds = await searchEach(searches);

    expect(seconds[Math.floor(0.95 * seconds.length)]).toBeLessThanOrEqual(3);
  });
});

describe("a live request", () => {
  it.each([
    ["/apps/search?platform=ios&term=notes", "itunes.apple.com", 59],
    ["/publishers/search?platform=ios&term=notes", "itunes_search", 59],
    ["/publishers/search?platform=android&term=notes", "play.google.com", 58],
  ])("takes its cost from the store's budget: %s", async (path, bucket, left) => {
    const { api, newCaller } = createWorld();

    expect((await api.get(path, await newCaller())).status).toBe(200);

    expect(await tokens(bucket)).toBe(left);
  });

  it("[TRAP-4] pays for a lookup only where the App Store finds what is not known", async () => {
    const { api, newCaller, search } = createWorld();
    const hit = newHit();
    api.stores.ios.scriptSearch("new", "us", { hits: [hit] });
    api.stores.ios.scriptSearch("old", "us", { hits: [hit] });
    const caller = await newCaller();

    await search(caller, "ios", "new");
    expect(await tokens("itunes_lookup")).toBe(59);
    await search(caller, "ios", "old");

    expect(await tokens("itunes_lookup")).toBe(59);
  });

  it("[TRAP-4] pays for a second request to Google Play only where the first finds fewer apps than are shown", async () => {
    const { api, newCaller, search } = createWorld();
    api.stores.android.scriptSearch("many", "us", { hits: Array.from({ length: 10 }, newHit) });
    const caller = await newCaller();

    await search(caller, "android", "many");
    expect(await tokens("play_batch")).toBeUndefined();
    await search(caller, "android", "few");

    expect(await tokens("play_batch")).toBe(59);
  });

  it("pays for the pages that a long list of apps took", async () => {
    const { api, db, newCaller } = createWorld();
    const publisher = await createPublisher(db, { platform: "android", externalId: "Many+Apps" });
    const found = Array.from({ length: 301 }, (_, index) => ({
      ...newHit(),
      external_id: `com.many.app${index}`,
      rating: null,
      rating_count: null,
    }));
    api.stores.android.scriptPublisherApps(publisher.externalId, "us", { found });

    await api.get("/publishers/android/Many%2BApps/store-apps", await newCaller());

    expect(await tokens("play.google.com")).toBe(60 - 5);
  });

  it("[LIM-9] waits up to 5 seconds for a token", async () => {
    const { db, newCaller, search, drain } = createWorld();
    const caller = await newCaller();
    await drain(0);
    const sentAt = db.clock.ms();

    expect((await search(caller)).status).toBe(200);

    // One every three seconds.
    expect(db.clock.ms() - sentAt).toBe(3_000 + RESPONSE_MS);
  });

  it("[LIM-9] that would wait longer is 429 at once, with the seconds until there is a token and the limit", async () => {
    const { api, db, newCaller, search, drain, pass } = createWorld();
    const caller = await newCaller();
    await drain(-2);
    const sentAt = db.clock.ms();

    const { status, headers, body } = await search(caller);

    expect(status).toBe(429);
    expect(db.clock.ms()).toBe(sentAt);
    expect(body.type).toBe("urn:shelfwatch:problem:rate-limited");
    expect(body.detail).toBe("App Store gets as many requests as it may at the moment.");
    expect(headers).toMatchObject({
      "retry-after": "9",
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(sentAt / 1_000 + 9)),
    });
    expect(api.stores.ios.calls).toHaveLength(0);
    await pass(9);
    expect((await search(caller)).status).toBe(200);
  });

  it("[LIM-9] that finds no token for its lookup has not searched in vain", async () => {
    const { api, newCaller, search, take, pass } = createWorld();
    const caller = await newCaller();
    const { ios } = api.stores;
    ios.scriptSearch("new", "us", { hits: [newHit()] });
    const searchAppIds = ios.searchAppIds;
    Object.assign(ios, {
      searchAppIds: async (...input: Parameters<NonNullable<typeof searchAppIds>>) => {
        await take({ itunes_rss: 70 });
        return searchAppIds?.(...input);
      },
    });

    const denied = await search(caller, "ios", "new");
    await pass(Number(denied.headers["retry-after"]));
    const found = await search(caller, "ios", "new");

    expect(denied.status).toBe(429);
    expect(found.body.data).toHaveLength(1);
    expect(ios.calls.map(({ operation }) => operation)).toEqual(["searchAppIds", "fetchStorefrontApps"]);
  });

  it("[LIM-8] finds what is saved up, at most 20 requests to a host in ten seconds", async () => {
    const { api, newCaller, search, pass } = createWorld({ sleep: async () => {} });
    const caller = await newCaller();
    const statuses: number[] = [];
    for (let request = 0; request < 21; request += 1) {
      const { status, headers } = await api.get(`/publishers/search?platform=ios&term=${randomUUID()}`, caller);
      statuses.push(status);
      if (status === 429) {
        expect(Number(headers["retry-after"])).toBe(10);
        break;
      }
    }

    // Each is a search and a lookup.
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await pass(10);
    expect((await search(caller)).status).toBe(200);
  });

  it("[LIM-8] is not bound by the rate of its class until the store has limited it", async () => {
    const { db, newCaller, search, take } = createWorld();
    const caller = await newCaller();
    await take({ itunes_search: 1 });
    await db.execute(sql`UPDATE store_budgets SET tokens = -100 WHERE bucket = 'itunes_search'`);
    expect((await search(caller)).status).toBe(200);

    await db.execute(sql`UPDATE store_budgets SET throttled_at = clock_timestamp() - interval '1 hour', rate = 2.8
      WHERE bucket = 'itunes_search'`);
    const limited = await search(caller);

    expect(limited.status).toBe(429);
    expect(limited.headers["x-ratelimit-limit"]).toBe("2");
  });

  it("[LIM-8] waits behind the schedules once users have had what these leave of the day", async () => {
    const { db, newCaller, search, pass } = createWorld();
    const caller = await newCaller();
    await search(caller);
    // Half of the day's share, of which the other half comes back over the day.
    expect(await tokens("itunes.apple.com:users")).toBe(prod.stores.hosts["itunes.apple.com"].usersPerDay / 2 - 1);
    await db.execute(sql`UPDATE store_budgets SET tokens = 5 WHERE bucket = 'itunes.apple.com'`);
    expect((await search(caller)).status).toBe(200);
    await db.execute(sql`UPDATE store_budgets SET tokens = -100 WHERE bucket = 'itunes.apple.com:users'`);
    await db.execute(sql`UPDATE store_budgets SET tokens = 5 WHERE bucket = 'itunes.apple.com'`);

    const { status, headers } = await search(caller);

    // 15 tokens more, of which 20 come back in a minute.
    expect([status, headers["retry-after"]]).toEqual([429, String((TOKENS_NEEDED.page - 5) * 3)]);
    await pass(45);
    expect((await search(caller)).status).toBe(200);
  });

  it("takes nothing from any bucket when one of them denies it", async () => {
    const { db, newCaller, search } = createWorld();
    const caller = await newCaller();
    await search(caller);
    await db.execute(sql`UPDATE store_budgets SET tokens = -100, refilled_at = clock_timestamp()
      WHERE bucket = 'itunes.apple.com'`);
    const others = async () => [await tokens("itunes_search"), await tokens("itunes.apple.com:users")];
    const before = await others();

    expect((await search(caller)).status).toBe(429);

    expect(await others()).toEqual(before);
  });

  it("[LIM-9] is rejected with 503 while the store limits requests, and takes nothing", async () => {
    const { api, db, newCaller, search, pass } = createWorld();
    const caller = await newCaller();
    await search(caller);
    await db.execute(sql`UPDATE store_budgets SET blocked_until = clock_timestamp() + interval '90 seconds'
      WHERE bucket = 'itunes_search'`);

    const response = await search(caller);

    expect(response).toMatchObject({ status: 503, body: { type: "urn:shelfwatch:problem:store-unavailable" } });
    expect(response.body.detail).toContain("App Store");
    expect(response.headers["retry-after"]).toBe("90");
    expect(api.stores.ios.calls).toHaveLength(1);
    await pass(91);
    expect((await search(caller)).status).toBe(200);
  });

  it("is rejected with 503 while the searches of its store are closed, and no other request is", async () => {
    const { api, db, newCaller, search, take } = createWorld();
    const caller = await newCaller();
    const publisher = await createPublisher(db, { platform: "android", externalId: "Open+Apps" });
    await take({ play_search: 1 });
    await db.execute(sql`UPDATE store_budgets SET blocked_until = '2100-01-01' WHERE bucket = 'play_search'`);
    const statusOf = async (path: string) => (await api.get(path, caller)).status;

    expect((await search(caller, "android")).status).toBe(503);
    expect(await statusOf("/publishers/search?platform=android&term=notes")).toBe(503);
    expect(await statusOf(`/publishers/android/${encodeURIComponent(publisher.externalId)}/store-apps`)).toBe(200);
    expect((await search(caller, "ios")).status).toBe(200);
  });

  it("is not counted for a store without a budget", async () => {
    const { db, api, caller } = await setUp(withoutLiveLimits);

    for (let request = 0; request < 30; request += 1) {
      expect((await api.get(`/apps/search?platform=ios&term=term${request}`, caller)).status).toBe(200);
    }

    expect([...(await db.execute(sql`SELECT 1 FROM store_budgets`))]).toEqual([]);
  });
});
