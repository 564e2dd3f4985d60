import { describe, expect, it } from "vitest";

import { createCaller, issueToken } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /account/profile", () => {
  it("[AUTH-1 AUTH-3] returns the caller's own account, without the password", async () => {
    const { db, api, caller } = await setUp();
    await createCaller(db);

    const { status, body } = await api.get("/account/profile", caller);

    const { id, name, email, createdAt } = caller.user;
    expect(status).toBe(200);
    const created_at = `${createdAt.toISOString().slice(0, 19)}Z`;
    expect(body).toEqual({ data: { id, name, email, created_at, abilities: ["read", "write"] } });
  });

  it.each([
    [["read"], ["read"]],
    [
      ["write", "read"],
      ["read", "write"],
    ],
  ] as const)("[ACC-6] names the abilities of the request's own token: %j", async (held, named) => {
    const { db, api, caller } = await setUp();
    const other = await issueToken(db, caller.user.id, held);

    expect((await api.get("/account/profile", { ...caller, ...other })).body.data.abilities).toEqual(named);
  });
});
