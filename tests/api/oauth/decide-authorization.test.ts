import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUserWithPassword, openSession, origins } from "../sessions/browser-sessions.ts";
import { CALLBACK, decide, ORIGIN, queryOf, registerClient, startAuthorization } from "./connect-client.ts";

const database = useDatabase();

async function asked(parameters = {}) {
  const { db } = database();
  const api = createApi(db);
  const cookie = await openSession(db, await createUserWithPassword(db));
  const clientId = await registerClient(api);
  const { body } = await startAuthorization(api, cookie, queryOf(clientId, parameters));
  return { api, cookie, secret: String(body.data.consent.secret) };
}

const returned = (body: { data: { redirect_to: string } }) => {
  const url = new URL(body.data.redirect_to);
  return { to: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe("POST /api/session/oauth/decisions", () => {
  it("[OAUTH-4] returns to the client with a code, its state and the issuer", async () => {
    const { api, cookie, secret } = await asked();
    const { status, headers, body } = await decide(api, cookie, { secret, abilities: ["read"] });

    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    const code = expect.stringMatching(/^\d+\.[\w-]{43}$/);
    expect(returned(body)).toEqual({ to: CALLBACK, code, state: "the state", iss: ORIGIN });
  });

  it("[OAUTH-4] keeps the query of the client's address", async () => {
    const { db } = database();
    const api = createApi(db);
    const redirect_uri = `${CALLBACK}?tenant=7`;
    const clientId = await registerClient(api, { redirect_uris: [redirect_uri] });
    const cookie = await openSession(db);
    const query = queryOf(clientId, { redirect_uri, state: undefined });
    const { secret } = (await startAuthorization(api, cookie, query)).body.data.consent;

    const { body } = await decide(api, cookie, { secret, abilities: ["read"] });
    expect(Object.keys(returned(body))).toEqual(["to", "tenant", "code", "iss"]);
  });

  it("[OAUTH-4] returns to the client with the denial of the user, and no code", async () => {
    const { api, cookie, secret } = await asked();
    const { body } = await decide(api, cookie, { secret, abilities: [] });

    expect(returned(body)).toMatchObject({ to: CALLBACK, error: "access_denied", state: "the state", iss: ORIGIN });
    expect(returned(body)).not.toHaveProperty("code");
    expect((await decide(api, cookie, { secret, abilities: ["read"] })).status).toBe(422);
  });

  it("[OAUTH-4] takes each request once", async () => {
    const { api, cookie, secret } = await asked();
    const sent = { secret, abilities: ["read"] };
    const statuses = (await Promise.all([1, 2, 3].map(() => decide(api, cookie, sent)))).map(({ status }) => status);

    expect(statuses.toSorted()).toEqual([200, 422, 422]);
  });

  it("[OAUTH-4] gives no more than the client has requested", async () => {
    const { api, cookie, secret } = await asked({ scope: "read" });
    const { status, body } = await decide(api, cookie, { secret, abilities: ["read", "write"] });

    expect(status).toBe(422);
    expect(body.errors).toHaveProperty("abilities");
  });

  it("[OAUTH-3] takes the secret of no other session, of the same user or of another", async () => {
    const { db } = database();
    const { api, secret } = await asked();
    const other = await openSession(db);

    expect((await decide(api, other, { secret, abilities: ["read"] })).status).toBe(422);
  });

  it("[OAUTH-3] takes nothing after ten minutes", async () => {
    const { api, cookie, secret } = await asked();
    await database().sql`UPDATE oauth_requests SET expires_at = now() WHERE id = ${secret.split(".")[0] ?? ""}`;

    expect((await decide(api, cookie, { secret, abilities: ["read"] })).status).toBe(422);
  });

  it.each([["1.short"], ["1.".padEnd(45, "A")], ["99999999999.".padEnd(55, "A")], [""]])(
    "[OAUTH-3] rejects the secret %s",
    async (secret) => {
      const { api, cookie } = await asked();

      expect((await decide(api, cookie, { secret, abilities: ["read"] })).status).toBe(422);
    },
  );

  it.each(origins)("[OAUTH-3] treats %s as a session endpoint does", async (_, headers, site) => {
    const { api, cookie, secret } = await asked();
    const { status } = await decide(api, cookie, { secret, abilities: ["read"] }, { headers });

    expect(status).toBe(site === "own" ? 200 : 403);
  });

  it("[OAUTH-3] is sent as JSON, which no form of another site can send", async () => {
    const { api, cookie, secret } = await asked();
    const body = new URLSearchParams({ secret, "abilities[]": "read" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { status } = await api.request({
      method: "POST",
      path: "/api/session/oauth/decisions",
      body,
      headers,
      cookies: [cookie],
    });

    expect(status).toBe(415);
  });
});
