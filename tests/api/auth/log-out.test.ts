import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { maintainDatabase } from "../../../lib/operations/maintain-database.ts";
import { createCaller, issueToken } from "../../support/api.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { silentLog } from "../../support/silent-log.ts";
import { useApi } from "../../support/use-api.ts";
import { createAccount, PASSWORD } from "../account/account.ts";

const setUp = useApi();

const NEW_PASSWORD = {
  current_password: PASSWORD,
  password: "battery staple",
  password_confirmation: "battery staple",
};

describe("POST /auth/logout", () => {
  it("[AUTH-9 AUTH-10 AUTH-15] revokes only the presented token", async () => {
    const { db, api, caller } = await setUp();
    const other = await issueToken(db, caller.user.id);

    const response = await api.post("/auth/logout", undefined, caller);

    expect(response.status).toBe(204);
    expect(response.text).toBeUndefined();
    expect((await api.get("/countries", caller)).status).toBe(401);
    expect((await api.request({ method: "GET", path: "/countries", token: other.token })).status).toBe(200);
  });

  it("[AUTH-15] is the end of a token of login, which no other token's, no password, no session and no year is", async () => {
    const { db } = await setUp();
    const { api, user, send, logIn } = await createAccount(db);
    const { body } = await logIn(PASSWORD);
    const token: string = body.data.token;
    const created = await send("POST", "/account/api-tokens", { name: "program" });
    const opened = await api.post("/api/session", { email: user.email, password: PASSWORD });
    const cookies = [opened.cookies[0]?.split(";")[0] ?? ""];

    const statuses = [
      await send("PATCH", "/account/profile", { email: `new-${user.email}`, current_password: PASSWORD }),
      await send("PUT", "/account/password", NEW_PASSWORD),
      await send("DELETE", `/account/api-tokens/${created.body.data.token.id}`),
      await api.request({ method: "DELETE", path: "/api/session", cookies }),
      await send("POST", "/auth/logout"),
    ].map(({ status }) => status);
    for (let time = 0; time < 11; time += 1) await logIn("wrong horse", `new-${user.email}`);
    await db.execute(sql`
      UPDATE access_tokens SET created_at = created_at - interval '10 years', last_used_at = now() - interval '10 years'
      WHERE user_id = ${user.id}`);
    const retention = { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 };
    await maintainDatabase({ db, now: () => new Date("2036-01-01T00:00:00Z"), retention, log: silentLog });

    expect(statuses).toEqual([200, 204, 204, 204, 204]);
    expect((await send("GET", "/account/profile", undefined, token)).status).toBe(200);
    expect((await send("POST", "/auth/logout", undefined, token)).status).toBe(204);
    expect((await send("GET", "/account/profile", undefined, token)).status).toBe(401);
  });

  it.each(["read", "write"] as const)("[AUTH-10] revokes a token that can only %s", async (ability) => {
    const { db, api } = await setUp();
    const limited = await createCaller(db, [ability]);

    const response = await api.post("/auth/logout", undefined, limited);

    expect(response.status).toBe(204);
    expect((await api.get("/countries", limited)).status).toBe(401);
  });

  it("[AUTH-9] ignores any body", async () => {
    const { api, caller } = await setUp();

    const response = await api.request({
      method: "POST",
      path: "/auth/logout",
      token: caller.token,
      body: "{ not json",
    });

    expect(response.status).toBe(204);
  });

  it("rejects requests that follow it, also with many in flight", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { api, caller } = await setUp();
      const underWay = Array.from({ length: 8 }, () => api.get("/countries", caller));
      const response = await api.post("/auth/logout", undefined, caller);
      const after = await api.get("/countries", caller);

      expect(response.status).toBe(204);
      expect(after.status).toBe(401);
      for (const { status } of nonEmpty(await Promise.all(underWay))) expect([200, 401]).toContain(status);
    }
  });
});
