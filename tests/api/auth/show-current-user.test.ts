import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

describe("GET /auth/me", () => {
  it("[AUTH-3 AUTH-11] returns the user of the token", async () => {
    const caller = await createCaller(database().db);

    const response = await createApi(database().db).get("/auth/me", caller);

    expect(response.status).toBe(200);
    const { id, name, email } = caller.user;
    expect(response.body).toEqual({ data: { id, name, email } });
  });

  it("requires a token", async () => {
    expect((await createApi(database().db).get("/auth/me")).status).toBe(401);
  });
});
