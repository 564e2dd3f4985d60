import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUserWithPassword, openSession, PASSWORD } from "../sessions/browser-sessions.ts";
import {
  codeFor,
  connect,
  exchange,
  ORIGIN,
  postForm,
  queryOf,
  refresh,
  registerClient,
  statusOf,
  VERIFIER,
} from "./connect-client.ts";

const database = useDatabase();

async function withCode(parameters = {}) {
  const { db } = database();
  const api = createApi(db);
  const user = await createUserWithPassword(db);
  const cookie = await openSession(db, user);
  const clientId = await registerClient(api);
  return { api, user, cookie, clientId, code: await codeFor(api, cookie, queryOf(clientId, parameters)) };
}

const failure = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];

describe("POST /oauth/token with a code", () => {
  it("[OAUTH-7] issues an access token for an hour and a refresh token", async () => {
    const { api, user, clientId, code } = await withCode({ scope: "read" });
    const { status, headers, body } = await exchange(api, clientId, code);

    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/json", "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^\d+\|[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^\d+\.[\w-]{43}\.[\w-]{43}$/),
      scope: "read",
    });
    expect(await statusOf(database().db, body.access_token)).toBe(200);
    const [row] = await database().sql`
      SELECT t.kind, t.name, round(extract(epoch FROM t.expires_at - now()) / 60)::int AS minutes,
        round(extract(epoch FROM g.expires_at - now()) / 86400)::int AS days,
        round(extract(epoch FROM g.absolute_expires_at - now()) / 86400)::int AS "daysMax"
      FROM access_tokens t JOIN oauth_grants g ON g.token_id = t.id WHERE t.user_id = ${user.id}`;
    expect(row).toEqual({ kind: "oauth", name: "Assistant", minutes: 60, days: 90, daysMax: 365 });
  });

  it("[OAUTH-7] stores no code and no token, only digests", async () => {
    const { db, sql } = database();
    const { accessToken, refreshToken, user } = await connect(db);
    const rows = await sql`
      SELECT t::text, g::text, r::text FROM access_tokens t JOIN oauth_grants g ON g.token_id = t.id
      JOIN oauth_requests r ON r.token_id = t.id WHERE t.user_id = ${user.id}`;

    const secrets = [accessToken.split("|")[1], ...refreshToken.split(".").slice(1)];
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("[OAUTH-7] logs no code, no verifier and no token, accepted or not", async () => {
    const { api, clientId, code } = await withCode();
    const { body } = await exchange(api, clientId, code);
    const { body: renewed } = await refresh(api, clientId, body.refresh_token);
    await api.request({ method: "GET", path: "/apps", token: renewed.access_token });
    await exchange(api, clientId, code);
    await refresh(api, clientId, renewed.refresh_token);
    const logged = JSON.stringify(api.logged);

    expect(logged).toContain('"request.completed"');
    const tokens = [body, renewed].flatMap((issued) => [issued.access_token, issued.refresh_token]);
    const secrets = [code, ...tokens].flatMap((text) => text.split(/[.|]/).slice(1));
    expect(secrets).toHaveLength(7);
    expect([...secrets, VERIFIER].filter((secret) => logged.includes(secret))).toEqual([]);
  });

  it("[OAUTH-8] takes a code once, and ends what it was exchanged for when it is sent again", async () => {
    const { api, clientId, code } = await withCode();
    const { body } = await exchange(api, clientId, code);

    expect(failure(await exchange(api, clientId, code))).toEqual([400, "invalid_grant"]);
    expect(await statusOf(database().db, body.access_token)).toBe(401);
    expect(failure(await refresh(api, clientId, body.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-8] issues the tokens of one at most if a code is sent several times at once", async () => {
    const { api, user, clientId, code } = await withCode();
    const responses = await Promise.all([1, 2, 3, 4].map(() => exchange(api, clientId, code)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [row] = await database().sql`SELECT count(*)::int AS left FROM oauth_grants WHERE user_id = ${user.id}`;
    expect(row).toEqual({ left: 0 });
  });

  it.each([
    ["another verifier", { code_verifier: `${VERIFIER}-another` }],
    ["a verifier that is too short", { code_verifier: "short" }],
    ["another address", { redirect_uri: "https://assistant.example/other" }],
    ["an unknown code", { code: "1.".padEnd(45, "A") }],
    ["what is no code", { code: "code" }],
  ])("[OAUTH-8] rejects %s", async (_, parameters) => {
    const { api, clientId, code } = await withCode();

    expect(failure(await exchange(api, clientId, code, parameters))).toEqual([400, "invalid_grant"]);
    expect((await exchange(api, clientId, code)).status).toBe(200);
  });

  it("[OAUTH-8] rejects a code of another client", async () => {
    const { api, code } = await withCode();
    const other = await registerClient(api);

    expect(failure(await exchange(api, other, code))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-8] tells a client that is not registered any longer, which can then register anew", async () => {
    const { db, sql } = database();
    const { api, clientId, refreshToken } = await connect(db);
    await sql`DELETE FROM oauth_clients WHERE id = ${clientId}`;
    await refresh(api, clientId, refreshToken);

    expect(failure(await refresh(api, clientId, refreshToken))).toEqual([401, "invalid_client"]);
    expect(failure(await exchange(api, clientId, "code"))).toEqual([401, "invalid_client"]);
    const documentId = "https://assistant.example/client.json";
    expect(failure(await exchange(api, documentId, "code"))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-8] rejects a code after a minute", async () => {
    const { api, clientId, code } = await withCode();
    const [row] = await database().sql`
      UPDATE oauth_requests SET expires_at = now() - interval '1 second' WHERE id = ${code.split(".")[0] ?? ""}
      RETURNING is_allowed`;
    expect(row).toEqual({ is_allowed: true });

    expect(failure(await exchange(api, clientId, code))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-8] takes the secret of the user's page for no code", async () => {
    const { db } = database();
    const api = createApi(db);
    const clientId = await registerClient(api);
    const cookie = await openSession(db);
    const started = await api.request({
      method: "POST",
      path: "/api/session/oauth/requests",
      body: { query: queryOf(clientId) },
      cookies: [cookie],
    });

    expect(failure(await exchange(api, clientId, started.body.data.consent.secret))).toEqual([400, "invalid_grant"]);
  });

  it.each([
    ["client_id", "invalid_request"],
    ["code", "invalid_request"],
    ["code_verifier", "invalid_request"],
  ])("[OAUTH-8] requires the parameter %s", async (name, error) => {
    const { api, clientId, code } = await withCode();

    expect(failure(await exchange(api, clientId, code, { [name]: undefined }))).toEqual([400, error]);
  });

  it("[OAUTH-9] rejects a resource of another service", async () => {
    const { api, clientId, code } = await withCode();

    const resource = "https://other.example/mcp";
    expect(failure(await exchange(api, clientId, code, { resource }))).toEqual([400, "invalid_target"]);
    expect((await exchange(api, clientId, code, { resource: `${ORIGIN}/mcp` })).status).toBe(200);
  });

  it.each(["password", "client_credentials", "implicit"])("[OAUTH-8] rejects the grant type %s", async (grant_type) => {
    const { api, clientId } = await withCode();

    const response = await postForm(api, "/oauth/token", { grant_type, client_id: clientId });
    expect(failure(response)).toEqual([400, "unsupported_grant_type"]);
  });

  it("[OAUTH-8] rejects JSON, a parameter that is sent twice, and a body of 300 KB", async () => {
    const api = createApi(database().db);
    const send = (body: unknown, headers: Record<string, string>) =>
      api.request({ method: "POST", path: "/oauth/token", body, headers });
    const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };

    expect(failure(await send({ grant_type: "refresh_token" }, {}))).toEqual([400, "invalid_request"]);
    const twice = "grant_type=refresh_token&grant_type=authorization_code";
    expect(failure(await send(twice, form))).toEqual([400, "invalid_request"]);
    expect(failure(await send(`code=${"a".repeat(300_000)}`, form))).toEqual([413, "invalid_request"]);
  });

  it("[OAUTH-13] keeps the newest 100 grants of a user", async () => {
    const { db, sql } = database();
    const { user, api, cookie } = await connect(db);
    await sql`
      WITH added AS (
        INSERT INTO access_tokens (user_id, kind, name, secret_sha256, abilities, expires_at)
        SELECT ${user.id}, 'oauth', 'old', sha256(convert_to(${user.email} || n, 'UTF8')), '{read}', now()
        FROM generate_series(1, 110) n RETURNING id
      )
      INSERT INTO oauth_grants SELECT id, ${user.id}, 'client', 'https://a.example/', sha256('a'), sha256('b'),
        now() + interval '1 day', now() + interval '1 day' FROM added`;
    const clientId = await registerClient(api);
    await exchange(api, clientId, await codeFor(api, cookie, queryOf(clientId)));

    const [row] = await sql`SELECT count(*)::int AS grants FROM oauth_grants WHERE user_id = ${user.id}`;
    expect(row).toEqual({ grants: 100 });
  });
});

describe("POST /oauth/token with a refresh token", () => {
  it("[OAUTH-10] replaces both tokens", async () => {
    const { db } = database();
    const { api, clientId, accessToken, refreshToken } = await connect(db);
    const { status, body } = await refresh(api, clientId, refreshToken);

    expect([status, body.expires_in, body.scope]).toEqual([200, 3_600, "read write"]);
    expect(await statusOf(db, accessToken)).toBe(401);
    expect(await statusOf(db, body.access_token)).toBe(200);
    expect((await refresh(api, clientId, body.refresh_token)).status).toBe(200);
  });

  it("[OAUTH-10] works after the access token has expired, and not after 90 days", async () => {
    const { db, sql } = database();
    const { api, user, clientId, accessToken, refreshToken } = await connect(db);
    await sql`UPDATE access_tokens SET expires_at = now() WHERE user_id = ${user.id} AND kind = 'oauth'`;
    expect(await statusOf(db, accessToken)).toBe(401);
    const { body } = await refresh(api, clientId, refreshToken);
    expect(await statusOf(db, body.access_token)).toBe(200);

    await sql`UPDATE oauth_grants SET expires_at = now() WHERE user_id = ${user.id}`;
    expect(failure(await refresh(api, clientId, body.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-10] never prolongs a grant beyond a year", async () => {
    const { db, sql } = database();
    const { api, user, clientId, refreshToken } = await connect(db);
    await sql`UPDATE oauth_grants SET absolute_expires_at = now() + interval '10 minutes' WHERE user_id = ${user.id}`;
    await refresh(api, clientId, refreshToken);

    const [row] = await sql`
      SELECT g.expires_at = g.absolute_expires_at AND t.expires_at = g.absolute_expires_at AS "endsThen"
      FROM oauth_grants g JOIN access_tokens t ON t.id = g.token_id WHERE g.user_id = ${user.id}`;
    expect(row).toEqual({ endsThen: true });
  });

  it("[OAUTH-11] ends the whole family if a refresh token is sent again", async () => {
    const { db } = database();
    const { api, clientId, refreshToken } = await connect(db);
    const { body } = await refresh(api, clientId, refreshToken);

    expect(failure(await refresh(api, clientId, refreshToken))).toEqual([400, "invalid_grant"]);
    expect(await statusOf(db, body.access_token)).toBe(401);
    expect(failure(await refresh(api, clientId, body.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  it("[OAUTH-11] ends the family if a refresh token is sent twice at once", async () => {
    const { db } = database();
    const { api, clientId, refreshToken } = await connect(db);
    const responses = await Promise.all([1, 2].map(() => refresh(api, clientId, refreshToken)));
    const accepted = responses.find(({ status }) => status === 200);

    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await statusOf(db, accepted?.body.access_token)).toBe(401);
  });

  it("[OAUTH-11] ends nothing for a token that nobody could have had", async () => {
    const { db } = database();
    const { api, clientId, accessToken, refreshToken } = await connect(db);
    const [id] = refreshToken.split(".");
    const guessed = `${id}.${"A".repeat(43)}.${"B".repeat(43)}`;

    for (const token of [guessed, "nothing", accessToken]) {
      expect(failure(await refresh(api, clientId, token))).toEqual([400, "invalid_grant"]);
    }
    expect(await statusOf(db, accessToken)).toBe(200);
  });

  it("[OAUTH-11] rejects a refresh token of another client, which stays valid for its own", async () => {
    const { db } = database();
    const { api, clientId, refreshToken } = await connect(db);
    const other = await registerClient(api);

    expect(failure(await refresh(api, other, refreshToken))).toEqual([400, "invalid_grant"]);
    expect((await refresh(api, clientId, refreshToken)).status).toBe(200);
  });

  it("[OAUTH-9] rejects a resource of another service and an unknown scope", async () => {
    const { api, clientId, refreshToken } = await connect(database().db);

    const resource = "https://other.example/mcp";
    expect(failure(await refresh(api, clientId, refreshToken, { resource }))).toEqual([400, "invalid_target"]);
    expect(failure(await refresh(api, clientId, refreshToken, { scope: "admin" }))).toEqual([400, "invalid_scope"]);
  });

  it("[OAUTH-12] ends when the user changes the password and revokes other tokens", async () => {
    const { db } = database();
    const { api, user, cookie, clientId, accessToken, refreshToken } = await connect(db);
    const code = await codeFor(api, cookie, queryOf(clientId));
    const { body } = await api.request({
      method: "POST",
      path: "/auth/login",
      body: { email: user.email, password: PASSWORD },
    });
    const password = { password: "another horse", password_confirmation: "another horse" };
    const { status } = await api.request({
      method: "PUT",
      path: "/account/password",
      token: body.data.token,
      body: { current_password: PASSWORD, ...password, revoke_other_tokens: true },
    });

    expect([status, await statusOf(db, accessToken)]).toEqual([204, 401]);
    expect(failure(await refresh(api, clientId, refreshToken))).toEqual([400, "invalid_grant"]);
    expect(failure(await exchange(api, clientId, code))).toEqual([400, "invalid_grant"]);
  });
});
