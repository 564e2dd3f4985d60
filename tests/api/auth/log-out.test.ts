import { describe, expect, it } from "vitest";

import { createApi, createCaller, issueToken } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

describe("POST /auth/logout", () => {
  it("[AUTH-9 AUTH-10 AUTH-15] revokes only the presented token", async () => {
    const { db } = database();
    const api = createApi(db);
    const caller = await createCaller(db);
    const other = await issueToken(db, caller.user.id);

    const response = await api.post("/auth/logout", undefined, caller);

    expect(response.status).toBe(204);
    expect(response.text).toBeUndefined();
    expect((await api.get("/countries", caller)).status).toBe(401);
    expect((await api.request({ method: "GET", path: "/countries", token: other.token })).status).toBe(200);
  });

  it("[AUTH-9] ignores any body", async () => {
    const caller = await createCaller(database().db);

    const response = await createApi(database().db).request({
      method: "POST",
      path: "/auth/logout",
      token: caller.token,
      body: "{ not json",
    });

    expect(response.status).toBe(204);
  });

  it("[AUTH-10 AUTH-15] rejects a revoked token", async () => {
    const api = createApi(database().db);
    const caller = await createCaller(database().db);
    await api.post("/auth/logout", undefined, caller);

    expect((await api.post("/auth/logout", undefined, caller)).status).toBe(401);
  });

  it("rejects requests that follow it, also with many in flight", async () => {
    const api = createApi(database().db);
    for (let round = 0; round < 10; round += 1) {
      const caller = await createCaller(database().db);
      const underWay = Array.from({ length: 8 }, () => api.get("/countries", caller));
      const response = await api.post("/auth/logout", undefined, caller);
      const after = await api.get("/countries", caller);

      expect(response.status).toBe(204);
      expect(after.status).toBe(401);
      for (const { status } of await Promise.all(underWay)) expect([200, 401]).toContain(status);
    }
  });

  it("requires a token", async () => {
    expect((await createApi(database().db).post("/auth/logout")).status).toBe(401);
  });
});
