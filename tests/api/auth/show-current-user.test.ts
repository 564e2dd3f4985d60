import { describe, expect, it } from "vitest";

import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /auth/me", () => {
  it("[AUTH-3 AUTH-11] returns the user of the token", async () => {
    const { api, caller } = await setUp();

    const response = await api.get("/auth/me", caller);

    expect(response.status).toBe(200);
    const { id, name, email } = caller.user;
    expect(response.body).toEqual({ data: { id, name, email } });
  });
});
