import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";

import { sessions } from "../../../db/schema/accounts.ts";
import { issueToken } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { addSession, createAccount, PASSWORD } from "./account.ts";

const database = useDatabase();
const setUp = () => createAccount(database().db);

const PATH = "/account/password";
const NEW = "battery staple";
const change = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };

/** The account with another token, and a browser session. */
async function withOthers() {
  const account = await setUp();
  const { db, user } = account;
  const other = await issueToken(db, user.id);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(sessions).values({ id: randomBytes(32), userId: user.id, expiresAt });
  const statusOfOther = async () => (await account.send("GET", "/account/profile", undefined, other.token)).status;
  const openSessions = async () => (await db.select().from(sessions)).filter(({ userId }) => userId === user.id).length;
  return { ...account, statusOfOther, openSessions };
}

describe("PUT /account/password", () => {
  it("[AUTH-15] changes the password, and leaves every token and session valid", async () => {
    const { send, logIn, statusOfOther, openSessions } = await withOthers();

    const response = await send("PUT", PATH, change);

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect([(await logIn(NEW)).status, (await logIn(PASSWORD)).status]).toEqual([200, 401]);
    expect([await statusOfOther(), await openSessions()]).toEqual([200, 1]);
  });

  it("ends every other token and session when the body says so", async () => {
    const { send, statusOfOther, openSessions } = await withOthers();
    const stranger = await withOthers();

    await send("PUT", PATH, { ...change, revoke_other_tokens: true });

    expect([await statusOfOther(), await openSessions()]).toEqual([401, 0]);
    expect((await send("GET", "/account/profile")).status).toBe(200);
    expect((await stranger.send("GET", "/account/profile")).status).toBe(200);
    expect([await stranger.statusOfOther(), await stranger.openSessions()]).toEqual([200, 1]);
  });

  it("keeps the browser session of the request, and ends the user's others", async () => {
    const { db, user, caller, send, openSessions } = await withOthers();
    await addSession(db, user.id, [caller]);

    await send("PUT", PATH, { ...change, revoke_other_tokens: true });

    expect((await send("GET", "/account/profile")).status).toBe(200);
    expect(await openSessions()).toBe(1);
  });

  it("keeps the token of the request when the one that created it is among the others", async () => {
    const { send } = await setUp();
    const create = async (token?: string) =>
      (await send("POST", "/account/api-tokens", { name: "made" }, token)).body.data.plain_text_token;
    const creator = await create();
    const token = await create(creator);

    await send("PUT", PATH, { ...change, revoke_other_tokens: true }, token);

    const statusOf = async (sent: string) => (await send("GET", "/account/profile", undefined, sent)).status;
    expect([await statusOf(token), await statusOf(creator)]).toEqual([200, 401]);
  });

  it("rejects a wrong current password, and changes nothing", async () => {
    const { send, logIn, statusOfOther } = await withOthers();

    const response = await send("PUT", PATH, { ...change, current_password: NEW, revoke_other_tokens: true });

    expect([response.status, response.body.errors]).toEqual([
      422,
      { current_password: ["The password is incorrect."] },
    ]);
    expect([(await logIn(PASSWORD)).status, await statusOfOther()]).toEqual([200, 200]);
  });

  it("lets one of several simultaneous changes succeed", async () => {
    const { send, logIn } = await setUp();
    const each = ["one long password", "two long password", "three long password"];

    const responses = await Promise.all(
      each.map((password) => send("PUT", PATH, { ...change, password, password_confirmation: password })),
    );

    const changed = each.filter((_, index) => responses[index]?.status === 204);
    expect(changed).toHaveLength(1);
    const logins = await Promise.all(each.map((password) => logIn(password)));
    expect(each.filter((_, index) => logins[index]?.status === 200)).toEqual(changed);
  });

  it("rejects further attempts after 10 wrong passwords, though other users' and logins are not affected", async () => {
    const { send, logIn } = await setUp();
    const stranger = await setUp();
    const guess = () => send("PUT", PATH, { ...change, current_password: "wrong horse" });

    const guesses = await Promise.all(Array.from({ length: 15 }, guess));
    const right = await send("PUT", PATH, change);

    expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(422), ...Array(5).fill(429)]);
    expect(right.status).toBe(429);
    expect([(await logIn(PASSWORD)).status, (await stranger.send("PUT", PATH, change)).status]).toEqual([200, 204]);
  });

  it.each([
    ["current_password", { current_password: "" }],
    ["password", { password: "short", password_confirmation: "short" }],
    ["password", { password_confirmation: "another one" }],
    ["password", { password: " ".repeat(8), password_confirmation: " ".repeat(8) }],
    ["password", { password: "x".repeat(73), password_confirmation: "x".repeat(73) }],
    ["revoke_other_tokens", { revoke_other_tokens: "yes" }],
  ])("rejects a wrong %s: %j", async (field, wrong) => {
    const { send } = await setUp();

    const response = await send("PUT", PATH, { ...change, ...wrong });

    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });
});
