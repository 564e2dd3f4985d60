import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createAccount, PASSWORD } from "./account.ts";

const database = useDatabase();
const setUp = () => createAccount(database().db);

const PATH = "/account/profile";

describe("DELETE /account/profile", () => {
  it("deletes the account with its tokens, so that its email is free again", async () => {
    const { user, api, send, logIn } = await setUp();
    const stranger = await setUp();

    const response = await send("DELETE", PATH, { password: PASSWORD });

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect([(await send("GET", PATH)).status, (await logIn(PASSWORD)).status]).toEqual([401, 401]);
    expect((await stranger.send("GET", PATH)).status).toBe(200);
    const body = { name: "Ada", email: user.email, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await api.post("/auth/register", body)).status).toBe(201);
  });

  it("rejects a wrong password, and keeps the account", async () => {
    const { send } = await setUp();

    const response = await send("DELETE", PATH, { password: "wrong horse" });

    expect([response.status, response.body.errors]).toEqual([422, { password: ["The password is incorrect."] }]);
    expect((await send("GET", PATH)).status).toBe(200);
  });

  it.each([{}, { password: "" }, { password: null }])("rejects a body without a password: %j", async (body) => {
    const { send } = await setUp();

    const response = await send("DELETE", PATH, body);

    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ["password"]]);
  });
});
