import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../../lib/auth/password.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";

const database = useDatabase();
const passwords = createPasswords(4);

async function createUserWithPassword(password: string) {
  return createUser(database().db, { password: await passwords.hash(password) });
}

function logIn(body: unknown) {
  return createApi(database().db).request({ method: "POST", path: "/auth/login", body, sourceIp: crypto.randomUUID() });
}

describe("POST /auth/login", () => {
  it("answers the user with a new token, and leaves other tokens valid", async () => {
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

  it("issues a token that does not expire", async () => {
    const user = await createUserWithPassword("correct horse");

    await logIn({ email: user.email, password: "correct horse" });

    const rows = await database().db.execute(sql`SELECT expires_at FROM access_tokens WHERE user_id = ${user.id}`);
    expect(rows).toEqual([{ expires_at: null }]);
  });

  it("refuses an unknown email and a wrong password in the same words", async () => {
    const user = await createUserWithPassword("correct horse");

    const wrong = await logIn({ email: user.email, password: "wrong horse" });
    const unknown = await logIn({ email: "nobody@example.com", password: "wrong horse" });

    expect(wrong.status).toBe(401);
    expect(wrong.headers["www-authenticate"]).toBe("Bearer");
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.status).toBe(401);
  });

  it("compares an unknown email's password with a hash of the same cost", async () => {
    const compared: (string | undefined)[] = [];
    const api = createApi(database().db, {
      passwords: { ...passwords, matches: async (_password, hash) => compared.push(hash) < 0 },
    });
    await api.post("/auth/login", { email: "nobody@example.com", password: "whatever" });
    expect(compared).toEqual([undefined]);

    const costly = createPasswords(10);
    const startedAt = performance.now();
    expect(await costly.matches("whatever", undefined)).toBe(false);
    const decoyMs = performance.now() - startedAt;
    expect(decoyMs).toBeGreaterThan(5);
  });

  it.each([
    ["email", { password: "correct horse" }],
    ["email", { email: "not an email", password: "correct horse" }],
    ["password", { email: "ada@example.com" }],
    ["password", { email: "ada@example.com", password: "" }],
    ["password", { email: "ada@example.com", password: "x".repeat(73) }],
    ["password", { email: "ada@example.com", password: ["correct horse"] }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const answer = await logIn(body);

    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});
