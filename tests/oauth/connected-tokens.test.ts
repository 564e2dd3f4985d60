import { describe, expect, it } from "vitest";

import { consentEndpoints, endpoints, oauthEndpoints, sessionEndpoints } from "../../functions/endpoints.ts";
import { fullPath, tagsOfOwners } from "../../lib/http/contract.ts";
import {
  type Connected,
  codeFor,
  connect,
  exchange,
  postForm,
  queryOf,
  refresh,
  statusOf,
} from "../api/oauth/connect-client.ts";
import { createUserWithPassword, openSession, PASSWORD } from "../api/sessions/browser-sessions.ts";
import { createApi, createCaller } from "../support/api.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

/** Two users who have connected the same client. */
async function connectTwice(db: TestDb): Promise<{ readonly first: Connected; readonly other: Connected }> {
  const first = await connect(db);
  const { api, clientId } = first;
  const user = await createUserWithPassword(db);
  const cookie = await openSession(db, user);
  const { body } = await exchange(api, clientId, await codeFor(api, cookie, queryOf(clientId)));
  const { access_token: accessToken, refresh_token: refreshToken } = body;
  return { first, other: { api, user, cookie, clientId, accessToken, refreshToken } };
}

/** The token with which the dashboard calls the API. */
async function pageTokenOf({ api, cookie }: Connected): Promise<string> {
  const { body } = await api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });
  return body.data.token;
}

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

  const ofSessions = [...sessionEndpoints, ...consentEndpoints].filter(({ contract }) => contract.access === "session");

  it.each(nonEmpty(ofSessions).map(({ contract }) => [contract.method, fullPath(contract)]))(
    "[OAUTH-9] is no session for %s %s, which rejects it with 401",
    async (method, path) => {
      const { api, accessToken: token } = await connect(database().db);
      const { status, cookies } = await api.request({ method, path, token, body: {} });

      expect([status, cookies]).toEqual([401, []]);
    },
  );

  const ofEverybody = [...sessionEndpoints, ...oauthEndpoints].filter(({ contract }) => contract.access !== "session");
  /** Each operation responds to an empty body with this status. */
  const statuses: Readonly<Record<string, number>> = {
    openSession: 422,
    registerSession: 422,
    showResource: 200,
    showServer: 200,
    registerClient: 400,
    issueTokens: 400,
    revokeTokens: 400,
  };

  it.each(nonEmpty(ofEverybody).map(({ contract }) => [contract.operation, contract] as const))(
    "[OAUTH-9] changes nothing in the response of %s, which needs no session",
    async (operation, contract) => {
      const { api, accessToken: token } = await connect(database().db);
      const sent = { method: contract.method, path: fullPath(contract), body: {} };
      const [withToken, without] = [await api.request({ ...sent, token }), await api.request(sent)];

      expect([withToken.status, withToken.cookies]).toEqual([statuses[operation], []]);
      expect(withToken.body).toEqual(without.body);
    },
  );

  it("[OAUTH-12] is listed with its client, and its revocation ends the grant", async () => {
    const { db } = database();
    const connected = await connect(db);
    const { api, user, clientId, accessToken, refreshToken } = connected;
    const token = await pageTokenOf(connected);
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
    const connected = await connect(db);
    const { api, user } = connected;
    await sql`UPDATE access_tokens SET expires_at = now() - interval '1 day' WHERE user_id = ${user.id} AND kind = 'oauth'`;
    const token = await pageTokenOf(connected);

    const { body } = await api.request({ method: "GET", path: "/account/api-tokens", token });
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain("oauth");
  });

  it("[OAUTH-14] of two users of one client acts for its own user alone", async () => {
    const { first, other } = await connectTwice(database().db);
    const { api } = first;
    const nameTag = (token: string, name: string) =>
      api.request({ method: "POST", path: "/tags", token, body: { name } });
    await nameTag(first.accessToken, "first");
    await nameTag(other.accessToken, "other");

    const tagsOf = async (token: string) => {
      const listed = await api.request({ method: "GET", path: "/tags", token });
      return listed.body.data.map(({ name }: { name: string }) => name);
    };
    expect([await tagsOf(first.accessToken), await tagsOf(other.accessToken)]).toEqual([["first"], ["other"]]);
  });

  it("[OAUTH-14] is listed to its own user alone", async () => {
    const { first, other } = await connectTwice(database().db);
    const idsListedTo = async (user: Connected) => {
      const token = await pageTokenOf(user);
      const { body } = await user.api.request({ method: "GET", path: "/account/api-tokens", token });
      const listed: readonly { readonly id: number; readonly kind: string }[] = body.data;
      return listed.flatMap(({ id, kind }) => (kind === "oauth" ? [`${id}`] : []));
    };

    expect(await idsListedTo(first)).toEqual([first.accessToken.split("|")[0]]);
    expect(await idsListedTo(other)).toEqual([other.accessToken.split("|")[0]]);
  });

  it.each<[string, (connected: Connected) => Promise<unknown>]>([
    [
      "sends a refresh token again",
      async ({ api, clientId, refreshToken }) => {
        await refresh(api, clientId, refreshToken);
        await refresh(api, clientId, refreshToken);
      },
    ],
    [
      "has its client revoke it",
      ({ api, clientId, refreshToken }) => postForm(api, "/oauth/revoke", { token: refreshToken, client_id: clientId }),
    ],
    [
      "changes the password and revokes other tokens",
      async (connected) => {
        const password = "another horse";
        const body = { current_password: PASSWORD, password, password_confirmation: password };
        await connected.api.request({
          method: "PUT",
          path: "/account/password",
          token: await pageTokenOf(connected),
          body: { ...body, revoke_other_tokens: true },
        });
      },
    ],
  ])("[OAUTH-14] stays valid when another user of the client %s", async (_, end) => {
    const { db } = database();
    const { first, other } = await connectTwice(db);
    await end(first);

    expect(await statusOf(db, first.accessToken)).toBe(401);
    expect(await statusOf(db, other.accessToken)).toBe(200);
    expect((await refresh(other.api, other.clientId, other.refreshToken)).status).toBe(200);
  });

  it("[OAUTH-14] is revoked by no other user", async () => {
    const { db } = database();
    const { accessToken } = await connect(db);
    const other = await createCaller(db);
    const { status } = await createApi(db).delete(`/account/api-tokens/${accessToken.split("|")[0]}`, other);

    expect([status, await statusOf(db, accessToken)]).toEqual([404, 200]);
  });
});
