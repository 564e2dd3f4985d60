import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { createAccount, PASSWORD } from "./account.ts";

const database = useDatabase();
const setUp = () => createAccount(database().db);

const PATH = "/account/profile";

describe("PATCH /account/profile", () => {
  it.each([
    ["the name alone", { name: " Ada " }, { name: "Ada" }],
    ["nothing", {}, {}],
  ])("changes %s and leaves the rest", async (_what, body, changed) => {
    const { user, send } = await setUp();

    const response = await send("PATCH", PATH, body);

    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ id: user.id, name: user.name, email: user.email, ...changed });
    expect((await send("GET", PATH)).body).toEqual(response.body);
  });

  it("[AUTH-2] makes the new email the one of the next login, and leaves tokens valid", async () => {
    const { user, send, logIn } = await setUp();
    const email = `ada-${crypto.randomUUID()}@example.com`;

    await send("PATCH", PATH, { email });

    expect((await send("GET", PATH)).body.data.email).toBe(email);
    expect([(await logIn(PASSWORD, email)).status, (await logIn(PASSWORD, user.email)).status]).toEqual([200, 401]);
  });

  it("rejects the email of somebody else in any case, for simultaneous requests too, and accepts one's own", async () => {
    const { db, user, send } = await setUp();
    const other = await createUser(db);
    const wanted = `ada-${crypto.randomUUID()}@example.com`;
    const rival = await setUp();

    const taken = await send("PATCH", PATH, { name: "Ada", email: other.email.toUpperCase() });
    const own = await send("PATCH", PATH, { email: user.email.toUpperCase() });
    const race = await Promise.all([send, rival.send].map((sendOne) => sendOne("PATCH", PATH, { email: wanted })));

    expect([taken.status, taken.body.errors]).toEqual([422, { email: ["The email has already been taken."] }]);
    expect([own.status, own.body.data.name]).toEqual([200, user.name]);
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(256) }],
    ["name", { name: null }],
    ["email", { email: "not an email" }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const { send } = await setUp();

    const response = await send("PATCH", PATH, body);

    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });
});
