import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { tagsOfOwners } from "../../lib/http/contract.ts";
import { codeFor, connect, exchange, queryOf, refresh, statusOf } from "../api/oauth/connect-client.ts";
import { createUserWithPassword, openSession } from "../api/sessions/browser-sessions.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

describe("the token of a connected client", () => {
  it("[OAUTH-9] is accepted by the API with the abilities that its user has allowed", async () => {
    const { db } = database();
    const { api, accessToken: token } = await connect(db, { scope: "read" });

    expect((await api.request({ method: "GET", path: "/apps", token })).status).toBe(200);
    const { status, body } = await api.request({ method: "POST", path: "/tags", token, body: { name: "a" } });
    expect([status, body.detail]).toEqual([403, 'The token does not have the ability "write".']);
  });

  const ofAccounts = endpoints.filter(({ contract: { tag, access } }) => tagsOfOwners.has(tag) && access !== "public");

  it.each(nonEmpty(ofAccounts).map(({ contract: { method, path } }) => [method, path]))(
    "[OAUTH-9] is rejected by %s %s",
    async (method, path) => {
      const { api, accessToken: token } = await connect(database().db);
      const { status } = await api.request({ method, path: path.replace(/\{\w+\}/g, "1"), token, body: {} });

      expect(status).toBe(403);
    },
  );

  it("[OAUTH-12] is listed with its client, and its revocation ends the grant", async () => {
    const { db } = database();
    const { api, user, cookie, clientId, accessToken, refreshToken } = await connect(db);
    const { body: session } = await api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });
    const { token } = session.data;
    const { body } = await api.request({ method: "GET", path: "/account/api-tokens", token });
    const [listed] = body.data.filter(({ kind }: { kind: string }) => kind === "oauth");

    expect(listed).toMatchObject({
      name: "Assistant",
      abilities: ["read", "write"],
      is_current: false,
      client: { id: clientId, place: { kind: "site", name: "assistant.example" } },
    });
    expect(Math.round((Date.parse(listed.expires_at) - Date.now()) / 86_400_000)).toBe(90);
    const { status } = await api.request({ method: "DELETE", path: `/account/api-tokens/${listed.id}`, token });
    expect([status, await statusOf(db, accessToken)]).toEqual([204, 401]);
    expect((await refresh(api, clientId, refreshToken)).status).toBe(400);
    expect(user.id).toBeGreaterThan(0);
  });

  it("[OAUTH-12] stays listed and revocable while only its refresh token is valid", async () => {
    const { db, sql } = database();
    const { api, user, cookie } = await connect(db);
    await sql`UPDATE access_tokens SET expires_at = now() - interval '1 day' WHERE user_id = ${user.id} AND kind = 'oauth'`;
    const { body: session } = await api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });

    const { body } = await api.request({ method: "GET", path: "/account/api-tokens", token: session.data.token });
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain("oauth");
  });

  it("[OAUTH-14] of two users of one client acts for its own user alone", async () => {
    const { db } = database();
    const first = await connect(db);
    const { api, clientId } = first;
    const other = await createUserWithPassword(db);
    const cookie = await openSession(db, other);
    const { body } = await exchange(api, clientId, await codeFor(api, cookie, queryOf(clientId)));
    const nameTag = (token: string, name: string) =>
      api.request({ method: "POST", path: "/tags", token, body: { name } });
    await nameTag(first.accessToken, "first");
    await nameTag(body.access_token, "other");

    const tagsOf = async (token: string) => {
      const listed = await api.request({ method: "GET", path: "/tags", token });
      return listed.body.data.map(({ name }: { name: string }) => name);
    };
    expect([await tagsOf(first.accessToken), await tagsOf(body.access_token)]).toEqual([["first"], ["other"]]);
  });

  it("[OAUTH-14] is revoked by no other user", async () => {
    const { db } = database();
    const { accessToken } = await connect(db);
    const other = await createCaller(db);
    const { status } = await createApi(db).delete(`/account/api-tokens/${accessToken.split("|")[0]}`, other);

    expect([status, await statusOf(db, accessToken)]).toEqual([404, 200]);
  });
});
