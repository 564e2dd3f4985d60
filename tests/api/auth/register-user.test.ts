import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { BCRYPT_COST, createPasswords } from "../../../lib/auth/password.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

/** Each registration comes from an address of its own, so that the limiter stays out of the way. */
function register(body: unknown) {
  const api = createApi(database().db);
  return api.request({ method: "POST", path: "/auth/register", body, sourceIp: crypto.randomUUID() });
}

function account(overrides: Record<string, unknown> = {}) {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  return { name: "Ada", email, password: "correct horse", password_confirmation: "correct horse", ...overrides };
}

describe("POST /auth/register", () => {
  it("[AUTH-3 AUTH-5 AUTH-6] creates the user and returns it with a token", async () => {
    const body = account();

    const response = await register(body);

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      data: {
        user: { id: expect.any(Number), name: "Ada", email: body.email },
        token: expect.stringMatching(/^\d+\|[A-Za-z0-9_-]{43}$/),
      },
    });
    const me = await createApi(database().db).request({
      method: "GET",
      path: "/auth/me",
      token: response.body.data.token,
    });
    expect(me.body.data.email).toBe(body.email);
  });

  it("[AUTH-4] hashes the password with bcrypt, 12 rounds", async () => {
    const body = account();
    const api = createApi(database().db, { passwords: createPasswords(BCRYPT_COST) });

    await api.request({ method: "POST", path: "/auth/register", body, sourceIp: crypto.randomUUID() });

    const [row] = await database().db.execute<{ password: string }>(
      sql`SELECT password FROM users WHERE email = ${body.email}`,
    );
    expect(row?.password).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/);
  });

  it("[AUTH-3] stores neither the password nor the token", async () => {
    const body = account({ password: "a very secret phrase", password_confirmation: "a very secret phrase" });
    const { token } = (await register(body)).body.data;

    const rows = await database().db.execute<{ dump: string }>(sql`
      SELECT to_jsonb(u)::text || to_jsonb(t)::text AS dump FROM users u JOIN access_tokens t ON t.user_id = u.id
      WHERE u.email = ${body.email}`);
    const stored = JSON.stringify(rows);
    expect(stored).toMatch(/\$2[aby]\$04\$/);
    expect(stored).not.toContain("a very secret phrase");
    expect(stored).not.toContain(token.split("|")[1]);
  });

  it("rejects an email that is taken, in any case", async () => {
    const body = account();
    await register(body);

    const response = await register({ ...body, email: body.email.toUpperCase() });

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ email: ["The email has already been taken."] });
  });

  it("registers an email once for many simultaneous requests", async () => {
    const body = account();

    const responses = await Promise.all(Array.from({ length: 20 }, () => register(body)));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status === 422);
    expect(rejected).toHaveLength(19);
    for (const { body: problem } of rejected) expect(Object.keys(problem.errors)).toEqual(["email"]);
  });

  it.each([
    ["name", { name: "   " }],
    ["name", { name: "a".repeat(256) }],
    ["name", { name: 5 }],
    ["email", { email: "ada" }],
    ["email", { email: "ada @example.com" }],
    ["email", { email: `${"a".repeat(250)}@example.com` }],
    ["password", { password: "short", password_confirmation: "short" }],
    ["password", { password_confirmation: "another horse" }],
    ["password_confirmation", { password_confirmation: undefined }],
    ["email", { email: 5 }],
    ["email", { email: null }],
    ["password", { password: 12_345_678, password_confirmation: "12345678" }],
    ["password", { password: ["correct horse"], password_confirmation: ["correct horse"] }],
    ["password_confirmation", { password_confirmation: 12_345_678 }],
    ["name", { name: "Ada\u0000" }],
    ["name", { name: "Ada\ud800" }],
    ["password", { password: "nul \u0000 byte", password_confirmation: "nul \u0000 byte" }],
  ])("[AUTH-5] rejects a wrong %s: %j", async (field, overrides) => {
    const response = await register(account(overrides));

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toContain(field);
  });

  it("trims an email and a name, and keeps the blanks within", async () => {
    const { email } = account();
    const password = " correct horse ";
    const response = await register({
      name: " Ada  Lovelace ",
      email: ` ${email}\n`,
      password,
      password_confirmation: password,
    });

    expect(response.status).toBe(201);
    expect(response.body.data.user).toMatchObject({ name: "Ada  Lovelace", email });
    const logIn = (attempt: string) =>
      createApi(database().db).request({
        method: "POST",
        path: "/auth/login",
        body: { email: `${email} `, password: attempt },
        sourceIp: crypto.randomUUID(),
      });
    expect((await logIn(password)).status).toBe(200);
    expect((await logIn(password.trim())).status).toBe(401);
  });

  it.each([
    ["spaces", " ".repeat(8)],
    ["other blanks", "\t\n\u00a0\u2003\u3000\u2028\u1680\u202f"],
    ["characters that show nothing", "\u200b".repeat(8)],
  ])("[ACC-3] rejects a password of %s alone", async (_what, password) => {
    const response = await register(account({ password, password_confirmation: password }));

    expect([response.status, response.body.errors]).toEqual([
      422,
      { password: ["The password field must not be blank."] },
    ]);
  });

  it("rejects a password over 72 bytes instead of truncating it", async () => {
    const bytes72 = "ä".repeat(36);
    expect((await register(account({ password: bytes72, password_confirmation: bytes72 }))).status).toBe(201);

    const bytes73 = `${bytes72}x`;
    const response = await register(account({ password: bytes73, password_confirmation: bytes73 }));
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ password: ["The password must not be longer than 72 bytes."] });
  });

  it("counts the characters and bytes of a password in its normal form", async () => {
    const registerWith = (password: string) => register(account({ password, password_confirmation: password }));
    const tooLong = { password: ["The password must not be longer than 72 bytes."] };

    expect((await registerWith("a\u0308".repeat(36))).status).toBe(201);
    expect((await registerWith("a\u0308".repeat(37))).body.errors).toEqual(tooLong);
    expect((await registerWith("\ufb2c".repeat(13))).body.errors).toEqual(tooLong);
    expect((await registerWith("a\u0308".repeat(4))).body.errors).toEqual({
      password: ["The password field must be at least 8 characters."],
    });
  });

  it("ignores any other field of the body", async () => {
    const response = await register({
      ...account(),
      id: 1,
      abilities: ["admin"],
      created_at: "2000-01-01",
      is_admin: true,
    });

    expect(response.status).toBe(201);
    expect(Object.keys(response.body.data.user)).toEqual(["id", "name", "email"]);
    const [row] = await database().db.execute<{ created_at: string; abilities: unknown }>(sql`
      SELECT u.created_at, to_json(t.abilities) AS abilities FROM users u JOIN access_tokens t ON t.user_id = u.id
      WHERE u.id = ${response.body.data.user.id}`);
    expect(row?.abilities).toEqual(["read", "write"]);
    expect(new Date(String(row?.created_at)).getFullYear()).toBeGreaterThan(2000);
  });
});

describe("POST /auth/register where registration is closed", () => {
  const closed = () => createApi(database().db, { registration: "closed" });
  const registerWith = (body: unknown) =>
    closed().request({ method: "POST", path: "/auth/register", body, sourceIp: crypto.randomUUID() });

  it("[ACC-4] returns 403 with a problem that says so, and creates no user", async () => {
    const body = account();

    const response = await registerWith(body);

    expect([response.status, response.headers["content-type"]]).toEqual([403, "application/problem+json"]);
    expect(response.body).toEqual({
      type: "urn:shelfwatch:problem:registration-closed",
      title: "Forbidden",
      status: 403,
      detail: "Registration is closed. The operator of this service creates the accounts.",
    });
    expect(await database().db.execute(sql`SELECT 1 FROM users WHERE email = ${body.email}`)).toEqual([]);
  });

  it("[ACC-4] does not say which addresses have an account", async () => {
    const body = account();
    expect((await register(body)).status).toBe(201);

    expect((await registerWith(body)).body).toEqual((await registerWith(account())).body);
  });

  it("[ACC-4] lets users log in who have an account", async () => {
    const { email, password, ...rest } = account();
    await register({ email, password, ...rest });

    const login = { method: "POST", path: "/auth/login", body: { email, password } } as const;
    expect((await closed().request({ ...login, sourceIp: crypto.randomUUID() })).status).toBe(200);
  });
});
