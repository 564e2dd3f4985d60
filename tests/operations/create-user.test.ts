import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../lib/auth/password.ts";
import { createUser, createUserEvent } from "../../lib/operations/create-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();
const deps = () => ({ db: database().db, passwords: createPasswords(4), randomBytes });
const newEmail = () => `${crypto.randomUUID()}@example.com`;

function logIn(email: string, password: string) {
  const api = createApi(database().db, { registration: "closed" });
  return api.request({
    method: "POST",
    path: "/auth/login",
    body: { email, password },
    sourceIp: crypto.randomUUID(),
  });
}

describe("create-user", () => {
  it("[ACC-5] creates a user with a password that it returns, who can log in where registration is closed", async () => {
    const email = newEmail();

    const created = await createUser(deps(), { name: "Ada", email });

    expect(created).toEqual({ id: expect.any(Number), email, password: expect.stringMatching(/^[\w-]{24}$/) });
    const { status, body } = await logIn(email, created.password ?? "");
    expect([status, body.data.user]).toEqual([200, { id: created.id, name: "Ada", email }]);
  });

  it("takes a password, returns none, and stores neither a token nor a session", async () => {
    const email = newEmail();

    const created = await createUser(deps(), { name: "Ada", email, password: "correct horse battery" });

    expect(created).toEqual({ id: expect.any(Number), email });
    const [row] = await database().db.execute(sql`
      SELECT (SELECT count(*)::int FROM access_tokens t WHERE t.user_id = u.id) AS tokens,
        (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions
      FROM users u WHERE u.email = ${email}`);
    expect(row).toEqual({ tokens: 0, sessions: 0 });
    expect((await logIn(email, "correct horse battery")).status).toBe(200);
  });

  it("rejects an address that is taken, in any case, and leaves its user as they are", async () => {
    const email = newEmail();
    await createUser(deps(), { name: "Ada", email, password: "correct horse battery" });

    const again = createUser(deps(), { name: "Eve", email: email.toUpperCase(), password: "another horse" });

    await expect(again).rejects.toThrow(`A user has the e-mail address ${email.toUpperCase()} already.`);
    expect((await logIn(email, "correct horse battery")).body.data.user.name).toBe("Ada");
  });

  it.each([
    [{ email: "ada@example.com" }, "The name field is required."],
    [{ name: "Ada", email: "ada" }, "The email field must be a valid email address."],
    [{ name: "Ada", email: "ada@example.com", password: "short" }, "The password field must be at least 8 characters."],
  ])("rejects %j with a message", async (event, rejected) => {
    const handler = operation(createUserEvent(), deps, createUser);

    expect(await handler(event)).toEqual({ rejected });
  });
});
