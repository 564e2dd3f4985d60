import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

describe("GET /auth/me", () => {
  it("answers the user of the token", async () => {
    const caller = await createCaller(database().db);

    const answer = await createApi(database().db).get("/auth/me", caller);

    expect(answer.status).toBe(200);
    const { id, name, email } = caller.user;
    expect(answer.body).toEqual({ data: { id, name, email } });
  });

  it("shares its 5 requests a minute with logout, apart from the user's other requests", async () => {
    const api = createApi(database().db);
    const caller = await createCaller(database().db);
    const stranger = await createCaller(database().db);

    const statuses: number[] = [];
    for (let request = 0; request < 6; request += 1) statuses.push((await api.get("/auth/me", caller)).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await api.post("/auth/logout", undefined, caller)).status).toBe(429);
    expect((await api.get("/countries", caller)).status).toBe(200);
    expect((await api.get("/auth/me", stranger)).status).toBe(200);
  });

  it("allows exactly 5 of 50 requests that come at once", async () => {
    const api = createApi(database().db);
    const caller = await createCaller(database().db);

    const answers = await Promise.all(Array.from({ length: 50 }, () => api.get("/auth/me", caller)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(45);
    for (const { headers } of refused) {
      expect(headers["x-ratelimit-remaining"]).toBe("0");
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(Number(headers["x-ratelimit-reset"])).toBeGreaterThan(1_700_000_000);
    }
  });

  it("opens a new window 60 seconds after the first hit of the last one", async () => {
    const api = createApi(database().db);
    const caller = await createCaller(database().db);
    for (let request = 0; request < 6; request += 1) await api.get("/auth/me", caller);
    const age = (seconds: number) =>
      database().db.execute(sql`UPDATE rate_limits SET window_started_at = clock_timestamp() - make_interval(secs => ${seconds})
        WHERE bucket = ${`auth:user:${caller.user.id}`}`);

    await age(57);
    expect((await api.get("/auth/me", caller)).status).toBe(429);
    await age(60);
    const answer = await api.get("/auth/me", caller);
    expect(answer.status).toBe(200);
    expect(answer.headers["x-ratelimit-remaining"]).toBe("4");
  });

  it("needs a token", async () => {
    expect((await createApi(database().db).get("/auth/me")).status).toBe(401);
  });
});
