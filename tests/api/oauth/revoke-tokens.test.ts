import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { connect, postForm, refresh, registerClient, statusOf } from "./connect-client.ts";

const database = useDatabase();

describe("POST /oauth/revoke", () => {
  it.each(["accessToken", "refreshToken"] as const)("[OAUTH-12] ends the grant of the %s", async (kind) => {
    const { db } = database();
    const connected = await connect(db);
    const { api, clientId, accessToken, refreshToken } = connected;
    const response = await postForm(api, "/oauth/revoke", { token: connected[kind], client_id: clientId });

    expect([response.status, await statusOf(db, accessToken)]).toEqual([200, 401]);
    expect((await refresh(api, clientId, refreshToken)).status).toBe(400);
  });

  it("[OAUTH-12] ends the grant of a refresh token that was replaced", async () => {
    const { db } = database();
    const { api, clientId, refreshToken } = await connect(db);
    const { body } = await refresh(api, clientId, refreshToken);
    await postForm(api, "/oauth/revoke", { token: refreshToken, client_id: clientId });

    expect(await statusOf(db, body.access_token)).toBe(401);
  });

  it("[OAUTH-12] changes nothing for another client's token or for what is none, and is no error", async () => {
    const { db } = database();
    const { api, accessToken } = await connect(db);
    const other = await registerClient(api);

    for (const token of [accessToken, "nothing"]) {
      expect((await postForm(api, "/oauth/revoke", { token, client_id: other })).status).toBe(200);
    }
    expect(await statusOf(db, accessToken)).toBe(200);
  });

  it("[OAUTH-12] requires the token and the client", async () => {
    const { api } = await connect(database().db);
    const { status, body } = await postForm(api, "/oauth/revoke", { token: "nothing" });

    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });
});
