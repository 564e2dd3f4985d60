import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUserWithPassword, origins } from "./browser-sessions.ts";

const database = useDatabase();
const PATH = "/api/session/registration";
const newcomer = () => ({
  name: "Ada",
  email: `${crypto.randomUUID()}@example.com`,
  password: "correct horse battery",
});

const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  createApi(database().db).request({ method: "POST", path: PATH, body, sourceIp: crypto.randomUUID(), headers });

describe("POST /api/session/registration", () => {
  it("returns 204 with the cookie of a session that is given tokens of the new user", async () => {
    const body = newcomer();
    const { status, cookies } = await register(body);
    const api = createApi(database().db);
    const cookie = cookies[0]?.split(";")[0] ?? "";
    const issued = await api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });
    const me = await api.request({ method: "GET", path: "/auth/me", token: issued.body.data.token });

    expect(status).toBe(204);
    expect(cookies[0]).toMatch(/; Path=\/api\/session; Max-Age=1209600; HttpOnly; SameSite=Strict$/);
    expect(me.body.data).toMatchObject({ name: "Ada", email: body.email });
  });

  it("leaves no token that nobody holds", async () => {
    const { email } = newcomer();
    await register({ ...newcomer(), email });

    const [row] = await database().sql`
      SELECT count(t.id)::int AS tokens, count(s.id)::int AS sessions FROM users u
      LEFT JOIN access_tokens t ON t.user_id = u.id LEFT JOIN sessions s ON s.user_id = u.id
      WHERE u.email = ${email}`;
    expect(row).toEqual({ tokens: 0, sessions: 1 });
  });

  it("rejects an email that is taken, in any case, without a cookie", async () => {
    const { email } = await createUserWithPassword(database().db);
    const { status, body, cookies } = await register({ ...newcomer(), email: email.toUpperCase() });

    expect([status, Object.keys(body.errors), cookies]).toEqual([422, ["email"], []]);
  });

  it("creates one user for concurrent requests with one email", async () => {
    const body = newcomer();
    const responses = await Promise.all([register(body), register(body), register(body)]);

    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 422, 422]);
  });

  it.each(["name", "email", "password"])("requires a %s", async (field) => {
    const { status, body } = await register({ ...newcomer(), [field]: "" });

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("[ACC-3] rejects a password of blanks alone", async () => {
    const { status, body } = await register({ ...newcomer(), password: "        " });

    expect([status, body.errors]).toEqual([422, { password: ["The password field must not be blank."] }]);
  });

  it.each(origins)("checks the origin of a request from %s", async (_name, headers, site) => {
    const { status, cookies } = await register(newcomer(), { "content-type": "application/json", ...headers });

    expect([status, cookies.length]).toEqual(site === "own" ? [204, 1] : [403, 0]);
  });

  it("[ACC-4] returns 403 with a problem that says so where registration is closed, without a cookie or a user", async () => {
    const body = newcomer();
    const api = createApi(database().db, { registration: "closed" });

    const response = await api.request({ method: "POST", path: PATH, body, sourceIp: crypto.randomUUID() });

    expect([response.status, response.cookies, response.body.type]).toEqual([
      403,
      [],
      "urn:shelfwatch:problem:registration-closed",
    ]);
    expect(await database().sql`SELECT 1 FROM users WHERE email = ${body.email}`).toHaveLength(0);
  });
});
