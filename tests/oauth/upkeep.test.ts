import { beforeEach, describe, expect, it } from "vitest";

import { saveDocument } from "../../db/queries/oauth/clients.ts";
import { users } from "../../db/schema/accounts.ts";
import { oauthClients } from "../../db/schema/oauth.ts";
import { exportUser } from "../../lib/operations/export-user.ts";
import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { codeFor, connect, queryOf, refresh, registerClient } from "../api/oauth/connect-client.ts";
import { openSession, PASSWORD } from "../api/sessions/browser-sessions.ts";
import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createUser } from "../support/factories.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();
const retention = { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 };

const maintain = () => maintainDatabase({ db: database().db, now: () => new Date(), retention, log: silentLog });

beforeEach(() => emptyTables(database().db, users, oauthClients));

async function counts() {
  const [row] = await database().sql`
    SELECT (SELECT count(*)::int FROM access_tokens WHERE kind = 'oauth') AS tokens,
      (SELECT count(*)::int FROM oauth_grants) AS grants, (SELECT count(*)::int FROM oauth_requests) AS requests,
      (SELECT count(*)::int FROM oauth_clients) AS clients`;
  return row;
}

describe("upkeep of connected clients", () => {
  it("[OAUTH-10 OAUTH-13] keeps a grant whose access token has expired", async () => {
    const { db, sql } = database();
    const { api, clientId, refreshToken } = await connect(db);
    await sql`UPDATE access_tokens SET expires_at = now() - interval '80 days' WHERE kind = 'oauth'`;
    await maintain();

    expect(await counts()).toMatchObject({ tokens: 1, grants: 1 });
    expect((await refresh(api, clientId, refreshToken)).status).toBe(200);
  });

  it("[OAUTH-13] deletes a grant and its token once it has ended", async () => {
    const { db, sql } = database();
    await connect(db);
    await sql`UPDATE access_tokens SET expires_at = now() - interval '90 days' WHERE kind = 'oauth'`;
    await sql`UPDATE oauth_grants SET expires_at = now()`;
    await maintain();

    expect(await counts()).toMatchObject({ tokens: 0, grants: 0 });
  });

  it("[OAUTH-13] deletes requests a day after they have ended", async () => {
    const { db, sql } = database();
    const api = createApi(db);
    await codeFor(api, await openSession(db), queryOf(await registerClient(api)));
    await sql`UPDATE oauth_requests SET expires_at = now() - interval '23 hours'`;
    await maintain();
    expect(await counts()).toMatchObject({ requests: 1 });

    await sql`UPDATE oauth_requests SET expires_at = now() - interval '24 hours'`;
    await maintain();
    expect(await counts()).toMatchObject({ requests: 0 });
  });

  it("[OAUTH-13] deletes clients that nobody has connected for 30 days", async () => {
    const { db, sql } = database();
    const { clientId } = await connect(db);
    await registerClient(createApi(db));
    await sql`UPDATE oauth_clients SET last_used_at = now() - interval '29 days'`;
    await maintain();
    expect(await counts()).toMatchObject({ clients: 2 });

    await sql`UPDATE oauth_clients SET last_used_at = now() - interval '30 days'`;
    await maintain();
    expect(await sql`SELECT id FROM oauth_clients`).toEqual([{ id: clientId }]);
  });
});

describe("upkeep of documents", () => {
  it("[OAUTH-6] deletes those that must be read again", async () => {
    const { db, sql } = database();
    for (const id of ["https://a.example/client.json", "https://b.example/client.json"]) {
      await saveDocument(db, { id, name: "Assistant", redirectUris: "[]", seconds: 60 });
    }
    await sql`UPDATE oauth_clients SET read_until = now() WHERE id = 'https://a.example/client.json'`;
    await maintain();

    expect(await sql`SELECT id FROM oauth_clients`).toEqual([{ id: "https://b.example/client.json" }]);
  });
});

describe("a user's grants", () => {
  it("[OAUTH-15] are exported without secrets", async () => {
    const { db } = database();
    const { user, clientId, accessToken, refreshToken } = await connect(db);
    const exported = await exportUser({ db }, { email: user.email, after: null });
    const text = JSON.stringify(exported);

    expect(text).toContain(clientId);
    expect(exported).toMatchObject({
      connected_clients: [{ client_id: clientId, redirect_uri: "https://assistant.example/callback" }],
    });
    for (const secret of [accessToken.split("|")[1], ...refreshToken.split(".").slice(1)]) {
      expect(text).not.toContain(secret);
    }
  });

  it("[OAUTH-15] are deleted with the account", async () => {
    const { db } = database();
    const { api, user } = await connect(db);
    const login = { email: user.email, password: PASSWORD };
    const { body } = await api.request({ method: "POST", path: "/auth/login", body: login });
    const { token } = body.data;
    await api.request({ method: "DELETE", path: "/account/profile", token, body: { password: PASSWORD } });

    expect(await counts()).toMatchObject({ tokens: 0, grants: 0, requests: 0 });
  });

  it("[OAUTH-15] leave the id of their user to nobody", async () => {
    const { db, sql } = database();
    const { user } = await connect(db);
    await sql`DELETE FROM users WHERE id = ${user.id}`;
    const next = await createUser(db);
    const taken = sql`INSERT INTO users (id, name, email, password) VALUES (${user.id}, 'Eve', 'eve@example.com', '')`;

    expect(next.id).toBeGreaterThan(user.id);
    // A column that is always generated accepts no value of a statement (generated_always).
    await expect(taken).rejects.toMatchObject({ code: "428C9" });
  });
});
