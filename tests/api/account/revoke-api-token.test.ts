import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createCaller, issueToken } from "../../support/api.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";
import { addSession } from "./account.ts";

const setUp = useApi();

const PATH = "/account/api-tokens";

/** A caller with an API token. */
async function world() {
  const { db, api, caller } = await setUp();
  const { token, plain_text_token } = (await api.post(PATH, { name: "laptop" }, caller)).body.data;
  const statusOfToken = async () =>
    (await api.request({ method: "GET", path: "/countries", token: plain_text_token })).status;
  return { db, api, caller, path: `${PATH}/${token.id}`, plain: plain_text_token, statusOfToken };
}

describe("DELETE /account/api-tokens/{token_id}", () => {
  it("ends the token at once, and no other", async () => {
    const { api, caller, path, statusOfToken } = await world();

    const response = await api.delete(path, caller);

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect([await statusOfToken(), (await api.get(PATH, caller)).body.meta.total]).toEqual([401, 1]);
    expect((await api.delete(path, caller)).status).toBe(404);
  });

  it("lets a token end itself", async () => {
    const { api, path, plain, statusOfToken } = await world();

    const response = await api.request({ method: "DELETE", path, token: plain });

    expect([response.status, await statusOfToken()]).toEqual([204, 401]);
  });

  it.each([
    ["revoked", (path: string) => ({ method: "DELETE", path })],
    ["logged out", () => ({ method: "POST", path: "/auth/logout" })],
  ])("ends what the token has created, and what that has, when it is %s", async (_how, request) => {
    const { api, caller, path, plain } = await world();
    const create = async (token: string) =>
      (await api.request({ method: "POST", path: PATH, token, body: { name: "made" } })).body.data.plain_text_token;
    const child = await create(plain);
    const made = [child, await create(child)];
    const others = [caller.token, await create(caller.token)];

    await api.request({ ...request(path), token: plain });

    const statuses = (tokens: readonly string[]) =>
      Promise.all(
        tokens.map(async (token) => (await api.request({ method: "GET", path: "/countries", token })).status),
      );
    expect([await statuses(made), await statuses(others)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  it("ends the browser session of a token, with all of its tokens, and no other session", async () => {
    const { db, api, caller } = await setUp();
    const tokens = [];
    for (let count = 0; count < 3; count += 1) tokens.push(await issueToken(db, caller.user.id));
    const [first, second, other] = tokens;
    if (first === undefined || second === undefined || other === undefined) throw new TypeError("No tokens.");
    await addSession(db, caller.user.id, [first, second]);
    await addSession(db, caller.user.id, [other]);

    expect((await api.delete(`${PATH}/${second.tokenId}`, await createCaller(db))).status).toBe(404);
    expect((await api.delete(`${PATH}/${second.tokenId}`, caller)).status).toBe(204);

    const statuses = tokens.map(
      async ({ token }) => (await api.request({ method: "GET", path: "/countries", token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect((await db.execute(sql`SELECT count(*)::int AS count FROM sessions`)).map(({ count }) => count)).toEqual([1]);
  });

  it("keeps what a token of login has created when that logs out", async () => {
    const { api, caller, statusOfToken } = await world();

    await api.post("/auth/logout", undefined, caller);

    expect(await statusOfToken()).toBe(200);
  });

  it("leaves nothing of a token that is revoked while it creates others", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { api, caller, path, plain } = await world();
      const creating = Array.from({ length: 6 }, () =>
        api.request({ method: "POST", path: PATH, token: plain, body: { name: "made" } }),
      );
      await api.delete(path, caller);

      for (const { status } of nonEmpty(await Promise.all(creating))) expect([201, 401]).toContain(status);
      expect((await api.get(PATH, caller)).body.meta.total).toBe(1);
    }
  });

  it("[ERR-8] returns the same 404 for another user's token as for an unknown one, and keeps the token", async () => {
    const { db, api, path, statusOfToken } = await world();
    const stranger = await createCaller(db);

    const foreign = await api.delete(path, stranger);
    const unknown = await api.delete(`${PATH}/2147483647`, stranger);

    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(Object.keys(foreign.headers)).toEqual(Object.keys(unknown.headers));
    expect(await statusOfToken()).toBe(200);
  });

  it("[AUTH-15] returns 404 for a token of login, which ends by logout", async () => {
    const { api, caller } = await world();

    expect((await api.delete(`${PATH}/${caller.tokenId}`, caller)).status).toBe(404);
    expect((await api.get("/countries", caller)).status).toBe(200);
  });

  it.each(["0", "01", "1.0", "abc", "2147483648", "99999999999999999999"])(
    "returns 404, not an error of the service, for the id %s",
    async (id) => {
      const { api, caller } = await setUp();

      expect((await api.delete(`${PATH}/${id}`, caller)).status).toBe(404);
    },
  );
});
