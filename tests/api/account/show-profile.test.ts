import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /account/profile", () => {
  it("[AUTH-1 AUTH-3] returns the caller's own account, without the password", async () => {
    const { db, api, caller } = await setUp();
    await createCaller(db);

    const { status, body } = await api.get("/account/profile", caller);

    const { id, name, email, createdAt } = caller.user;
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id, name, email, created_at: `${createdAt.toISOString().slice(0, 19)}Z` } });
  });
});
