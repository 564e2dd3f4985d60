import { describe, expect, it } from "vitest";

import { issueToken } from "../../support/api.ts";
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

  it("[ACC-6] names the abilities of the request's own token", async () => {
    const { db, user, send } = await setUp();
    const { token } = await issueToken(db, user.id, ["write"]);

    expect((await send("PATCH", PATH, { name: "Ada" }, token)).body.data.abilities).toEqual(["write"]);
  });

  it("[AUTH-2] makes the new email the one of the next login, and leaves tokens valid", async () => {
    const { user, send, logIn } = await setUp();
    const email = `ada-${crypto.randomUUID()}@example.com`;

    await send("PATCH", PATH, { email, current_password: PASSWORD });

    expect((await send("GET", PATH)).body.data.email).toBe(email);
    expect([(await logIn(PASSWORD, email)).status, (await logIn(PASSWORD, user.email)).status]).toEqual([200, 401]);
  });

  it.each([
    ["no password", undefined, "The current password field is required to change the email."],
    ["a wrong password", "wrong horse", "The password is incorrect."],
  ])("[ACC-2] rejects another email with %s, and changes nothing", async (_what, current_password, message) => {
    const { user, send, logIn } = await setUp();
    const email = `ada-${crypto.randomUUID()}@example.com`;

    const response = await send("PATCH", PATH, { name: "Ada", email, current_password });

    expect([response.status, response.body.errors]).toEqual([422, { current_password: [message] }]);
    expect((await send("GET", PATH)).body.data).toMatchObject({ name: user.name, email: user.email });
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  it("[ACC-2] takes the password for another email from an API token, too", async () => {
    const { user, send } = await setUp();
    const created = await send("POST", "/account/api-tokens", { name: "program" });
    const token: string = created.body.data.plain_text_token;
    const email = `ada-${crypto.randomUUID()}@example.com`;

    expect((await send("PATCH", PATH, { email }, token)).status).toBe(422);
    expect((await send("GET", PATH)).body.data.email).toBe(user.email);
    expect((await send("PATCH", PATH, { email, current_password: PASSWORD }, token)).status).toBe(200);
  });

  it("takes no password for the email that the account has already", async () => {
    const { user, send } = await setUp();

    expect((await send("PATCH", PATH, { name: "Ada", email: user.email })).status).toBe(200);
  });

  it("[REQ-7] rejects further attempts after 10 wrong passwords", async () => {
    const { send } = await setUp();
    const guess = (current_password: string) => send("PATCH", PATH, { email: "ada@example.org", current_password });

    const guesses = [];
    for (let time = 0; time < 11; time += 1) guesses.push((await guess("wrong horse")).status);

    expect(guesses).toEqual([...Array(10).fill(422), 429]);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it("rejects the email of somebody else in any case, for simultaneous requests too, and accepts one's own", async () => {
    const { db, user, send } = await setUp();
    const other = await createUser(db);
    const wanted = `ada-${crypto.randomUUID()}@example.com`;
    const rival = await setUp();

    const current_password = PASSWORD;
    const taken = await send("PATCH", PATH, { name: "Ada", email: other.email.toUpperCase(), current_password });
    const own = await send("PATCH", PATH, { email: user.email.toUpperCase(), current_password });
    const change = { email: wanted, current_password };
    const race = await Promise.all([send, rival.send].map((sendOne) => sendOne("PATCH", PATH, change)));

    expect([taken.status, taken.body.errors]).toEqual([422, { email: ["The email has already been taken."] }]);
    expect([own.status, own.body.data.name]).toEqual([200, user.name]);
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(256) }],
    ["name", { name: null }],
    ["email", { email: "not an email" }],
    ["current_password", { current_password: "" }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const { send } = await setUp();

    const response = await send("PATCH", PATH, body);

    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });
});
