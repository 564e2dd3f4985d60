import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller, issueToken } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { useApi } from "../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const AT_ONCE = 300;

const statusesOf = async (responses: Promise<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

/** A user with as many tokens as requests, since each logout ends the token that it presents. */
async function createUserWithTokens(count: number) {
  const caller = await createCaller(database().db);
  const issued = Array.from({ length: count }, () => issueToken(database().db, caller.user.id));
  return { caller, tokens: (await Promise.all(issued)).map(({ token }) => token) };
}

describe("the rate limit of logout and me", () => {
  it("[LIM-1] admits exactly 5 of 300 simultaneous requests for the user", async () => {
    const { api, caller } = await setUp();

    const statuses = await statusesOf(Array.from({ length: AT_ONCE }, () => api.get("/auth/me", caller)));

    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([5, AT_ONCE - 5]);
  });

  it("[LIM-1] admits exactly 5 of 300 simultaneous logouts, and revokes only their tokens", async () => {
    const api = createApi(database().db);
    const { caller, tokens } = await createUserWithTokens(AT_ONCE);

    const statuses = await statusesOf(
      tokens.map((token) => api.request({ method: "POST", path: "/auth/logout", token })),
    );

    expect([countOf(statuses, 204), countOf(statuses, 429)]).toEqual([5, AT_ONCE - 5]);
    const [left] = await database().db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM access_tokens WHERE user_id = ${caller.user.id}`,
    );
    // The caller's own token is still there too.
    expect(left?.count).toBe(AT_ONCE - 5 + 1);
  });

  it("[LIM-1 REQ-3] shares one bucket between logout and me, across all tokens of the user", async () => {
    const api = createApi(database().db);
    const { caller, tokens } = await createUserWithTokens(20);

    const statuses = await statusesOf(
      tokens.map((token, turn) =>
        turn % 2 === 0
          ? api.request({ method: "POST", path: "/auth/logout", token })
          : api.request({ method: "GET", path: "/auth/me", token }),
      ),
    );

    expect(countOf(statuses, 429)).toBe(15);
    expect((await api.get("/auth/me", caller)).status).toBe(429);
  });

  it("starts the next window 60 seconds after the first request of the last", async () => {
    const { db, api, caller } = await setUp();
    for (let request = 0; request < 6; request += 1) await api.get("/auth/me", caller);
    const age = (seconds: number) =>
      db.execute(sql`
        UPDATE rate_limits SET window_started_at = window_started_at - make_interval(secs => ${seconds})
        WHERE bucket = ${`auth:user:${caller.user.id}`}`);

    await age(45);
    const before = await api.get("/auth/me", caller);
    await age(15);
    const after = await api.get("/auth/me", caller);

    expect([before.status, after.status]).toEqual([429, 200]);
    expect(after.headers["x-ratelimit-remaining"]).toBe("4");
  });

  it("[REQ-3] shares no bucket between two users at one address", async () => {
    const { db, api } = await setUp();
    const callers = [await createCaller(db), await createCaller(db)];

    const statuses = await Promise.all(
      callers.map(({ token }) =>
        statusesOf(
          Array.from({ length: 20 }, () =>
            api.request({ method: "GET", path: "/auth/me", token, sourceIp: "192.0.2.1" }),
          ),
        ),
      ),
    );

    expect(statuses.map((ofOne) => countOf(ofOne, 200))).toEqual([5, 5]);
  });

  it("counts a user in one bucket wherever the requests come from", async () => {
    const { api, caller } = await setUp();
    const { token } = caller;

    const statuses = await statusesOf(
      Array.from({ length: 20 }, (_, turn) =>
        api.request({
          method: "GET",
          path: "/auth/me",
          token,
          sourceIp: `192.0.2.${turn}`,
          headers: { "x-forwarded-for": `10.0.0.${turn}` },
        }),
      ),
    );

    expect(countOf(statuses, 200)).toBe(5);
  });
});

describe("the rate limit of everything else", () => {
  it("[LIM-3] admits exactly as many of 300 simultaneous requests as the stage allows", async () => {
    const { api, caller } = await setUp({ requestsPerMinute: 60 });

    const statuses = await statusesOf(Array.from({ length: AT_ONCE }, () => api.get("/countries", caller)));

    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([60, AT_ONCE - 60]);
  });

  it("is one bucket per user for all endpoints but logout and me", async () => {
    const { api, caller } = await setUp({ requestsPerMinute: 3 });

    const statuses = [
      await api.get("/countries", caller),
      await api.get("/apps?per_page=0", caller),
      await api.post("/apps", "{ not json", caller),
      await api.get("/apps/ios/unknown", caller),
      await api.get("/auth/me", caller),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 422, 400, 429, 200]);
  });

  it("[REQ-3] shares no bucket between two users", async () => {
    const { db, api } = await setUp({ requestsPerMinute: 1 });
    const [one, other] = [await createCaller(db), await createCaller(db)];
    await api.get("/countries", one);

    expect((await api.get("/countries", one)).status).toBe(429);
    expect((await api.get("/countries", other)).status).toBe(200);
  });
});
