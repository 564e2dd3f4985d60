import bcrypt from "bcryptjs";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../../lib/auth/password.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";

const database = useDatabase();
const passwords = createPasswords(4);

const NFC = "Café au lait".normalize("NFC");
const NFD = NFC.normalize("NFD");
/** 39 bytes, of which the normal form makes 78. */
const GROWS = "\ufb2c".repeat(13);

async function createUserWithPassword(password: string) {
  return createUser(database().db, { password: await passwords.hash(password) });
}

function logIn(body: unknown) {
  return createApi(database().db).request({ method: "POST", path: "/auth/login", body, sourceIp: crypto.randomUUID() });
}

describe("POST /auth/login", () => {
  it("[AUTH-2 AUTH-7 AUTH-8] returns the user with a new token, and leaves other tokens valid", async () => {
    const user = await createUserWithPassword("correct horse");
    const first = await logIn({ email: user.email, password: "correct horse" });
    const second = await logIn({ email: user.email.toUpperCase(), password: "correct horse" });

    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      data: { user: { id: user.id, name: user.name, email: user.email }, token: expect.any(String) },
    });
    expect(second.body.data.token).not.toBe(first.body.data.token);
    const { token } = first.body.data;
    const me = await createApi(database().db).request({ method: "GET", path: "/auth/me", token });
    expect(me.status).toBe(200);
  });

  it("[AUTH-14] issues a token that does not expire", async () => {
    const user = await createUserWithPassword("correct horse");

    await logIn({ email: user.email, password: "correct horse" });

    const rows = await database().db.execute(sql`SELECT expires_at FROM access_tokens WHERE user_id = ${user.id}`);
    expect(rows).toEqual([{ expires_at: null }]);
  });

  it("[ERR-3] rejects an unknown email and a wrong password with the same message", async () => {
    const user = await createUserWithPassword("correct horse");

    const wrong = await logIn({ email: user.email, password: "wrong horse" });
    const unknown = await logIn({ email: "nobody@example.com", password: "wrong horse" });

    expect(wrong.status).toBe(401);
    expect(wrong.headers["www-authenticate"]).toBe("Bearer");
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.status).toBe(401);
  });

  it.each([
    ["in its normal form", NFC, 1],
    ["in another form", NFD, 2],
    ["in a form that alone is too long", "a\u0301".repeat(36), 1],
  ])("compares a password %s equally often for an unknown and a known email", async (_form, password, times) => {
    const user = await createUserWithPassword("correct horse");
    const rounds: number[] = [];
    const counted = {
      ...bcrypt,
      compare: (presented: string, hash: string) => {
        rounds.push(bcrypt.getRounds(hash));
        return bcrypt.compare(presented, hash);
      },
    };
    const api = createApi(database().db, { passwords: createPasswords(4, async () => counted) });
    const roundsFor = async (email: string) => {
      rounds.length = 0;
      const body = { email, password };
      const sourceIp = crypto.randomUUID();
      const response = await api.request({ method: "POST", path: "/auth/login", body, sourceIp });
      expect(response.status).toBe(401);
      return [...rounds];
    };

    expect(await roundsFor("nobody@example.com")).toEqual(Array(times).fill(4));
    expect(await roundsFor(user.email)).toEqual(Array(times).fill(4));
  });

  it.each([
    ["composed", NFC],
    ["decomposed", NFD],
  ])("accepts a password in every normal form after it was registered %s", async (_form, password) => {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const body = { name: "Ada", email, password, password_confirmation: password === NFC ? NFD : NFC };
    const api = createApi(database().db);
    const registered = await api.request({
      method: "POST",
      path: "/auth/register",
      body,
      sourceIp: crypto.randomUUID(),
    });

    expect(registered.status).toBe(201);
    expect((await logIn({ email, password: NFC })).status).toBe(200);
    expect((await logIn({ email, password: NFD })).status).toBe(200);
    expect((await logIn({ email, password: "Cafe au lait" })).status).toBe(401);
  });

  it.each([
    ["decomposed", NFD],
    ["one whose normal form is longer than bcrypt reads", GROWS],
  ])("accepts a password as sent when its hash predates normalization: %s", async (_form, password) => {
    const user = await createUserWithPassword(password);

    expect((await logIn({ email: user.email, password })).status).toBe(200);
    expect((await logIn({ email: user.email, password: `${password.slice(0, -1)}x` })).status).toBe(401);
  });

  it.each([
    ["email", { password: "correct horse" }],
    ["email", { email: "not an email", password: "correct horse" }],
    ["password", { email: "ada@example.com" }],
    ["password", { email: "ada@example.com", password: "" }],
    ["password", { email: "ada@example.com", password: "x".repeat(73) }],
    ["password", { email: "ada@example.com", password: ["correct horse"] }],
  ])("[AUTH-7] rejects a wrong %s: %j", async (field, body) => {
    const response = await logIn(body);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
