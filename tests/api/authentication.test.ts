import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { createCaller } from "../support/api.ts";
import { useApi } from "../support/use-api.ts";

const setUp = useApi();

/** A generator of numbers whose seed a failing test prints. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const protectedEndpoints = endpoints.filter(({ contract }) => contract.access !== "public");
const pathOf = (path: string) => path.replace("{platform}", "ios").replace("{external_id}", "com.example");

describe("authentication", () => {
  it.each(protectedEndpoints.map(({ contract }) => contract))(
    "[SVC-3 AUTH-12 ERR-2] rejects $method $path without a token before any other check",
    async ({ method, path }) => {
      const { api } = await setUp();
      const sourceIp = crypto.randomUUID();
      const response = await api.request({ method, path: pathOf(path), body: "{ not json", sourceIp });

      expect(response.status).toBe(401);
      expect(response.headers["www-authenticate"]).toBe("Bearer");
      expect(response.headers["content-type"]).toBe("application/problem+json");
    },
  );

  it("[AUTH-13] accepts the scheme in any case", async () => {
    const { api, caller } = await setUp();
    const headers = { authorization: `bearer ${caller.token}` };

    expect((await api.request({ method: "GET", path: "/countries", headers })).status).toBe(200);
  });

  it("[SVC-3 AUTH-13 ERR-2] rejects every malformed, swapped or altered token", async () => {
    const { db, api } = await setUp();
    const [mine, other] = [await createCaller(db), await createCaller(db)];
    const [id, secret = ""] = mine.token.split("|");
    const forged = [
      "",
      "|",
      secret,
      `|${secret}`,
      `${id}|`,
      `${id}|${secret.slice(1)}`,
      `${id}|${secret}A`,
      `${id}|${secret.toLowerCase()}`,
      `${other.tokenId}|${secret}`,
      `0${id}|${secret}`,
      `+${id}|${secret}`,
      `${id}.0|${secret}`,
      `${id}e0|${secret}`,
      `-${id}|${secret}`,
      `2147483648|${secret}`,
      `99999999999999999999|${secret}`,
      `١|${secret}`,
      `${id}|${secret},Bearer ${mine.token}`,
      ` ${id}|${secret} extra`,
      `${id}||${secret}`,
      `${id}|${"A".repeat(8_192)}`,
      `${id}|' OR '1'='1`,
      "null",
    ];

    for (const token of forged) {
      const response = await api.request({ method: "GET", path: "/countries", token });
      expect(response.status, token).toBe(401);
    }
    for (const authorization of [mine.token, `Basic ${mine.token}`, `Bearer${mine.token}`, "Bearer"]) {
      const response = await api.request({ method: "GET", path: "/countries", headers: { authorization } });
      expect(response.status, authorization).toBe(401);
    }
  });

  it("[SVC-3] rejects 300 tokens that differ from a valid one in a single character", async () => {
    const { api, caller } = await setUp();
    const seed = 20_260_101;
    const random = randomFrom(seed);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const start = caller.token.indexOf("|") + 1;

    for (let round = 0; round < 300; round += 1) {
      const at = start + random(43);
      const other = alphabet.replace(caller.token.charAt(at), "").charAt(random(63));
      const token = caller.token.slice(0, at) + other + caller.token.slice(at + 1);
      const sourceIp = `198.51.100.${round % 250}`;
      const response = await api.request({ method: "GET", path: "/countries", token, sourceIp });
      expect(response.status, `seed ${seed}, round ${round}`).toBe(401);
    }
    expect((await api.get("/auth/me", caller)).status).toBe(200);
  });

  it("does not count an unauthenticated request in any user's bucket", async () => {
    const { db, api, caller } = await setUp();
    const [id] = caller.token.split("|");
    for (let request = 0; request < 10; request += 1) {
      await api.request({ method: "GET", path: "/auth/me", token: `${id}|${"A".repeat(43)}` });
    }

    const rows = await db.execute(sql`SELECT 1 FROM rate_limits WHERE bucket = ${`auth:user:${caller.user.id}`}`);
    expect(rows).toHaveLength(0);
  });

  it("rejects a token that has expired", async () => {
    const { db, api, caller } = await setUp();
    await db.execute(sql`UPDATE access_tokens SET expires_at = clock_timestamp() WHERE id = ${caller.tokenId}`);

    const { token } = caller;
    const response = await api.request({ method: "GET", path: "/countries", token, sourceIp: "198.51.100.251" });
    expect(response.status).toBe(401);
  });

  it("[OAUTH-10] rejects an expired token with 401 from an address whose unknown tokens are limited", async () => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 3 });
    await db.execute(sql`UPDATE access_tokens SET expires_at = clock_timestamp() WHERE id = ${caller.tokenId}`);
    const statusOf = async (token: string) =>
      (await api.request({ method: "GET", path: "/countries", token, sourceIp: "198.51.100.252" })).status;
    const unknown: number[] = [];
    for (let request = 0; request < 4; request += 1) unknown.push(await statusOf(`1|${"A".repeat(43)}`));

    expect([unknown, await statusOf(caller.token)]).toEqual([[401, 401, 401, 429], 401]);
  });

  it("[ERR-4] rejects a token without the ability, after counting it", async () => {
    const { db, api } = await setUp();
    const reader = await createCaller(db, ["read"]);

    const response = await api.post("/apps", { platform: "ios", external_id: "1" }, reader);

    expect(response.status).toBe(403);
    expect(response.headers).toHaveProperty("x-ratelimit-remaining");
    expect((await api.get("/apps", reader)).status).toBe(200);
    const writer = await createCaller(db, ["write"]);
    expect((await api.get("/apps", writer)).status).toBe(403);
  });

  it("records the last use of a token at most once in five minutes", async () => {
    const { db, api, caller } = await setUp();
    const lastUse = async () => {
      const [row] = await db.execute<{ at: string | null }>(
        sql`SELECT last_used_at::text || ' ' || xmin AS at FROM access_tokens WHERE id = ${caller.tokenId}`,
      );
      return row?.at;
    };

    await api.get("/countries", caller);
    const first = await lastUse();
    await Promise.all(Array.from({ length: 10 }, () => api.get("/countries", caller)));
    expect(await lastUse()).toBe(first);

    await db.execute(
      sql`UPDATE access_tokens SET last_used_at = clock_timestamp() - interval '301 seconds' WHERE id = ${caller.tokenId}`,
    );
    const old = await lastUse();
    await api.get("/countries", caller);
    expect(await lastUse()).not.toBe(old);
  });
});
