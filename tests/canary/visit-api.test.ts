import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { storeSearches } from "../../db/schema/stores.ts";
import { API_PREFIX } from "../../functions/endpoints.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { createCallApi } from "../../lib/canary/api-call.ts";
import { accountEmail, type VisitOptions, visitApi } from "../../lib/canary/visit-api.ts";
import { createUser } from "../../lib/operations/create-user.ts";
import { type ApiDependencies, createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { fakeHit } from "../support/fake-store-records.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();
/** Visits search by the same term, and a day apart. */
beforeEach(() => emptyTables(database().db, storeSearches));
const SEARCH_HOUR = 9;
let hosts = 20;

const found = fakeHit("1", { name: "Weather" });

/** The canary against the real handlers; `rejected` paths return 500. */
function createCanary(options: {
  password: string;
  hour?: number;
  rejected?: readonly string[];
  api?: Partial<ApiDependencies>;
}) {
  const { db } = database();
  const { password, hour = 3, rejected = [] } = options;
  const api = createApi(db, options.api);
  const calls: string[] = [];
  // Five logins a minute are allowed from an address.
  const sourceIp = `203.0.113.${hosts++}`;
  const send: typeof fetch = async (address, init = {}) => {
    const { pathname, search } = new URL(String(address));
    const path = pathname.slice(API_PREFIX.length);
    const method = init.method === "POST" ? "POST" : "GET";
    const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "");
    const body = typeof init.body === "string" ? { body: JSON.parse(init.body) } : {};
    const response = await api.request({ method, path: path + search, sourceIp, ...body, ...(token ? { token } : {}) });
    const status = rejected.includes(path) ? 500 : response.status;
    calls.push(`${method} ${path} ${status}`);
    return new Response(response.text || null, { status });
  };
  const visit = (options: VisitOptions = {}) =>
    visitApi(
      {
        createAccount: async (account) => {
          await createUser({ db, passwords: createPasswords(4), randomBytes }, account);
          calls.push("create-user");
        },
        call: createCallApi(`https://api.example${API_PREFIX}`, send),
        log: silentLog,
        now: () => new Date(Date.UTC(2026, 2, 10, hour)),
        credentials: async () => ({ username: "canary", password }),
        searchHour: SEARCH_HOUR,
      },
      options,
    );
  const tokensLeft = async () => {
    const [row] = await db.execute<{ tokens: number }>(sql`SELECT count(*)::int AS tokens FROM access_tokens t
      JOIN users u ON u.id = t.user_id WHERE u.email = ${accountEmail("canary", password)}`);
    return row?.tokens;
  };
  return { api, calls, visit, tokensLeft };
}

const visited = ["GET /apps 200", "GET /charts 200", "GET /charts 200", "POST /auth/logout 204"];

describe("the canary", () => {
  it("has its account created once, reads as a client, leaves no token and queues nothing", async () => {
    const { api, calls, visit, tokensLeft } = createCanary({
      password: "correct horse battery",
      api: { registration: "closed" },
    });

    await visit();
    const entered = ["POST /auth/login 401", "create-user", "POST /auth/login 200"];
    expect(calls.splice(0)).toEqual([...entered, ...visited]);

    await visit();
    expect(calls).toEqual(["POST /auth/login 200", ...visited]);
    expect(await tokensLeft()).toBe(0);
    expect([api.sent, api.sentCharts]).toEqual([[], []]);
  });

  it("searches both stores in one hour of the day", async () => {
    const { api, calls, visit } = createCanary({ password: "battery staple", hour: SEARCH_HOUR });
    for (const store of Object.values(api.stores)) store.scriptSearch("weather", "us", { hits: [found] });

    await visit();
    expect(calls.filter((call) => call === "GET /apps/search 200")).toHaveLength(2);
  });

  it("searches none when it visits every minute, whatever the hour", async () => {
    const { calls, visit } = createCanary({ password: "staple correct", hour: SEARCH_HOUR });

    await visit({ searches: "off" });
    expect(calls.slice(3)).toEqual(visited);
  });

  it("fails when a search finds nothing, as when a store's page has changed", async () => {
    const { api, visit } = createCanary({ password: "staple horse", hour: SEARCH_HOUR });
    for (const store of Object.values(api.stores)) store.scriptSearch("weather", "us", { hits: [] });

    await expect(visit()).rejects.toThrow("GET /apps/search returned 200, and data is not as the API document says.");
  });

  it("fails by a response that no client should get, and logs out nevertheless", async () => {
    const { calls, visit, tokensLeft } = createCanary({ password: "horse staple battery", rejected: ["/charts"] });

    await expect(visit()).rejects.toThrow("GET /charts returned 500; expected 200.");
    expect(calls.at(-1)).toBe("POST /auth/logout 204");
    expect(await tokensLeft()).toBe(0);
  });

  it("reports its first failure when the logout fails, too", async () => {
    const { visit } = createCanary({ password: "battery horse", rejected: ["/charts", "/auth/logout"] });

    await expect(visit()).rejects.toThrow("GET /charts returned 500; expected 200.");
  });

  it("has an account of its own for each password, which others cannot guess", () => {
    expect(accountEmail("canary", "one")).toMatch(/^canary-[0-9a-f]{16}@example\.com$/);
    expect(accountEmail("canary", "one")).not.toBe(accountEmail("canary", "two"));
  });
});
