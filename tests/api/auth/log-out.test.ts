import { describe, expect, it } from "vitest";

import { createCaller, issueToken } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

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
      for (const { status } of await Promise.all(underWay)) expect([200, 401]).toContain(status);
    }
  });
});
