import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { API_TOKENS_MAX } from "../../../lib/domain/api-token.ts";
import { createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const PATH = "/account/api-tokens";
const inHours = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

/** Adds API tokens of a user, all with this end. */
function addTokens(userId: number, count: number, expiresAt: string | null) {
  return database().db.execute(sql`
    INSERT INTO access_tokens (user_id, kind, name, secret_sha256, abilities, expires_at)
    SELECT ${userId}, 'api', 'many', sha256(gen_random_uuid()::text::bytea), '{read}', ${expiresAt}::timestamptz
    FROM generate_series(1, ${count}) n`);
}

describe("POST /account/api-tokens", () => {
  it("creates a token that works at once, and shows its secret once", async () => {
    const { api, caller } = await setUp();

    const { status, body } = await api.post(PATH, { name: " laptop " }, caller);

    const { token, plain_text_token } = body.data;
    expect(status).toBe(201);
    expect(token).toEqual({
      id: expect.any(Number),
      name: "laptop",
      kind: "api",
      abilities: ["read", "write"],
      is_current: false,
      last_used_at: null,
      expires_at: null,
      created_at: expect.stringMatching(/Z$/),
      client: null,
    });
    expect((await api.request({ method: "GET", path: "/auth/me", token: plain_text_token })).status).toBe(200);
    const listed = await api.get(PATH, caller);
    expect(listed.body.data).toMatchObject([{ id: token.id }, { id: caller.tokenId, is_current: true }]);
    expect(listed.text).not.toContain(plain_text_token.split("|")[1]);
  });

  it("[ERR-4] enforces the abilities: a token that reads cannot write, one that writes cannot read", async () => {
    const { api, caller } = await setUp();
    const issue = async (ability: string) =>
      (await api.post(PATH, { name: ability, abilities: [ability] }, caller)).body.data.plain_text_token;
    const [reader, writer] = [await issue("read"), await issue("write")];
    const body = { name: "Ada" };
    const statusOf = async (method: string, token: string) =>
      (await api.request({ method, path: "/account/profile", token, body })).status;

    expect([await statusOf("GET", reader), await statusOf("PATCH", reader)]).toEqual([200, 403]);
    expect([await statusOf("GET", writer), await statusOf("PATCH", writer)]).toEqual([403, 200]);
  });

  it("creates no token that can do more or lasts longer than the API token that creates it", async () => {
    const { db, api, caller } = await setUp();
    const writer = await createCaller(db, ["write"]);
    const end = inHours(1);
    const { plain_text_token: token } = (await api.post(PATH, { name: "short", expires_at: end }, caller)).body.data;
    const create = (body: object) => api.request({ method: "POST", path: PATH, token, body });

    expect((await api.post(PATH, { name: "more" }, writer)).status).toBe(403);
    for (const expires_at of [null, inHours(2)]) {
      expect((await create({ name: "longer", expires_at })).body.data.token.expires_at).toBe(end);
    }
    const sooner = inHours(0.5);
    expect((await create({ name: "shorter", expires_at: sooner })).body.data.token.expires_at).toBe(sooner);
  });

  it("ends a token at its time, which any offset may express", async () => {
    const { db, api, caller } = await setUp();
    const body = { name: "a day", expires_at: "2099-01-01T01:00:00+01:00" };
    const { token, plain_text_token } = (await api.post(PATH, body, caller)).body.data;

    await db.execute(sql`UPDATE access_tokens SET expires_at = clock_timestamp() WHERE id = ${token.id}`);

    expect(token.expires_at).toBe("2099-01-01T00:00:00Z");
    expect((await api.request({ method: "GET", path: "/auth/me", token: plain_text_token })).status).toBe(401);
  });

  it("creates at most 100 for simultaneous requests, counting neither tokens of login nor expired ones", async () => {
    const { api, caller } = await setUp();
    await addTokens(caller.user.id, API_TOKENS_MAX - 3, null);
    await addTokens(caller.user.id, 5, "2020-01-01T00:00:00Z");

    const responses = await Promise.all(Array.from({ length: 10 }, () => api.post(PATH, { name: "last" }, caller)));

    const rejected = responses.filter(({ status }) => status === 422);
    expect([responses.filter(({ status }) => status === 201).length, rejected.length]).toEqual([3, 7]);
    expect(rejected[0]?.body.errors).toEqual({ name: ["There must not be more than 100 API tokens."] });
    const { body } = await api.get(`${PATH}?per_page=1`, caller);
    expect(body.meta.total).toBe(API_TOKENS_MAX + 1);
  });

  it.each(["login", "auth-token", "documentation"])("creates a token named %s as any other", async (name) => {
    const { api, caller } = await setUp();

    const { body } = await api.post(PATH, { name }, caller);

    expect((await api.get(PATH, caller)).body.data).toMatchObject([{ id: body.data.token.id, name, kind: "api" }, {}]);
  });

  it.each([
    ["name", {}],
    ["name", { name: "x".repeat(256) }],
    ["abilities", { name: "x", abilities: [] }],
    ["abilities.0", { name: "x", abilities: ["admin"] }],
    ["abilities", { name: "x", abilities: "read" }],
    ["expires_at", { name: "x", expires_at: "2020-01-01T00:00:00Z" }],
    ["expires_at", { name: "x", expires_at: "2099-01-01" }],
    ["expires_at", { name: "x", expires_at: "9999-12-31T23:59:59-23:59" }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const { api, caller } = await setUp();

    const response = await api.post(PATH, body, caller);

    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });
});
