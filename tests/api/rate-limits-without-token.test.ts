import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const AT_ONCE = 60;
const STAGE_LIMIT = 20;

const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

type Sent = { readonly method?: string; readonly path: string; readonly headers?: Readonly<Record<string, string>> };

const unknownToken = `4711|${"A".repeat(43)}`;
const presented: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["no token", {}],
  ["a malformed token", { authorization: "Bearer nonsense" }],
  ["a token of no user", { authorization: `Bearer ${unknownToken}` }],
  ["another scheme", { authorization: "Basic QWRhOnNlY3JldA==" }],
];

let addresses = 0;

/** An address that no other test has, and what sends requests from it. */
function createAddress() {
  addresses += 1;
  const sourceIp = `192.0.2.${addresses}`;
  const api = createApi(database().db, { requestsPerMinute: STAGE_LIMIT });
  const send = async ({ method = "GET", path, headers = {} }: Sent) => api.request({ method, path, headers, sourceIp });
  const flood = async (sent: Sent) =>
    (await Promise.all(Array.from({ length: AT_ONCE }, () => send(sent)))).map(({ status }) => status);
  return { sourceIp, send, flood };
}

describe("requests without a valid token", () => {
  it.each(presented)("[REQ-8 LIM-1] of %s to logout and me are limited to 5 of an address", async (_what, headers) => {
    const { send, flood } = createAddress();

    const statuses = await flood({ path: "/auth/me", headers });

    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([5, AT_ONCE - 5]);
    expect((await send({ method: "POST", path: "/auth/logout", headers })).status).toBe(429);
  });

  it.each(presented)("[REQ-8 LIM-3] of %s to all else have the limit of the stage", async (_what, headers) => {
    const { send, flood } = createAddress();

    const statuses = await flood({ path: "/countries", headers });

    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([STAGE_LIMIT, AT_ONCE - STAGE_LIMIT]);
    expect((await send({ path: "/apps", headers })).status).toBe(429);
    expect((await send({ path: "/auth/me", headers })).status).toBe(401);
  });

  it.each([
    ["no cookie", {}],
    ["a cookie of no session", { cookies: [`shelfwatch_session=${"A".repeat(43)}`] }],
  ])("[REQ-8] of %s to browser sessions have the limit of the stage", async (_what, more) => {
    const { sourceIp } = createAddress();
    const api = createApi(database().db, { requestsPerMinute: STAGE_LIMIT });
    const request = () => api.request({ method: "POST", path: "/api/session/token", sourceIp, ...more });

    const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, request))).map(({ status }) => status);

    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([STAGE_LIMIT, AT_ONCE - STAGE_LIMIT]);
  });

  it("[REQ-8] do not keep a valid token from being served at the same address", async () => {
    const { send, flood } = createAddress();
    const { token } = await createCaller(database().db);
    await flood({ path: "/auth/me" });
    await flood({ path: "/countries" });

    const headers = { authorization: `Bearer ${token}` };
    const served = [await send({ path: "/auth/me", headers }), await send({ path: "/countries", headers })];

    expect(served.map(({ status }) => status)).toEqual([200, 200]);
    expect(served.map((response) => response.headers["x-ratelimit-remaining"])).toEqual(["4", String(STAGE_LIMIT - 1)]);
  });

  it("[REQ-3 REQ-8] leave the address its logins, and other addresses theirs", async () => {
    const { send, flood } = createAddress();
    await flood({ path: "/auth/me" });

    expect((await send({ method: "POST", path: "/auth/login" })).status).toBe(422);
    expect((await createAddress().send({ path: "/auth/me" })).status).toBe(401);
  });

  it("[REQ-6] say how many are left, and when to come back", async () => {
    const { send, flood } = createAddress();
    const first = await send({ path: "/countries" });
    await flood({ path: "/countries" });
    const over = await send({ path: "/countries" });

    expect(first.headers).toMatchObject({
      "x-ratelimit-limit": String(STAGE_LIMIT),
      "x-ratelimit-remaining": String(STAGE_LIMIT - 1),
      "www-authenticate": "Bearer",
    });
    expect(over.body.type).toBe("urn:shelfwatch:problem:rate-limited");
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("of an ended token count, which reveal nothing of the user", async () => {
    const { send } = createAddress();
    const { db } = database();
    const { token, tokenId, user } = await createCaller(db);
    await db.execute(sql`UPDATE access_tokens SET expires_at = now() WHERE id = ${tokenId}`);

    const { status } = await send({ path: "/countries", headers: { authorization: `Bearer ${token}` } });

    const rows = await db.execute(sql`SELECT 1 FROM rate_limits WHERE bucket = ${`user:${user.id}`}`);
    expect([status, rows.length]).toEqual([401, 0]);
  });
});
