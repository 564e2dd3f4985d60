import { describe, expect, it } from "vitest";

import { createPasswords } from "../../../lib/auth/password.ts";
import { createApi } from "../../support/api.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { askForToken, createUserWithPassword, openSession, origins, PASSWORD, signIn } from "./browser-sessions.ts";

const database = useDatabase();

const OVER_HTTPS = { "x-forwarded-proto": "https" };

async function credentials(db: TestDb) {
  const { email } = await createUserWithPassword(db);
  return { email, password: PASSWORD };
}

describe("POST /api/session", () => {
  it("[AUTH-17] returns 204 with an HttpOnly cookie for the path of sessions, which lasts as long as a session can", async () => {
    const user = await createUserWithPassword(database().db);
    const { status, text, cookies } = await signIn(database().db, { email: user.email, password: PASSWORD });

    expect(status).toBe(204);
    expect(text).toBeUndefined();
    expect(cookies).toEqual([
      expect.stringMatching(
        /^shelfwatch_session=[\w-]{43}; Path=\/api\/session; Max-Age=1209600; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it("keeps the cookie to this host over HTTPS, so that no other host of the domain can set it", async () => {
    const { db } = database();
    const { cookies } = await signIn(db, await credentials(db), { headers: OVER_HTTPS });

    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-shelfwatch_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    const cookie = cookies[0]?.split(";")[0];
    expect((await askForToken(db, cookie, { headers: OVER_HTTPS })).status).toBe(200);
    expect((await askForToken(db, cookie)).status).toBe(401);
  });

  it("does not accept a cookie without the prefix over HTTPS, which any host of the domain can set", async () => {
    const { db } = database();
    const cookie = await openSession(db);

    expect((await askForToken(db, cookie, { headers: OVER_HTTPS })).status).toBe(401);
  });

  it("[AUTH-16 AUTH-17] stores sessions in the database for 120 minutes by default", async () => {
    const user = await createUserWithPassword(database().db);
    const cookie = await openSession(database().db, user);

    const rows = await database().sql<{ isDigest: boolean; minutes: number }[]>`
      SELECT id = sha256(convert_to(${cookie.split("=")[1] ?? ""}, 'UTF8')) AS "isDigest",
        round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes
      FROM sessions WHERE user_id = ${user.id}`;
    expect([...rows]).toEqual([{ isDigest: true, minutes: 120 }]);
    await database().sql`DELETE FROM sessions WHERE user_id = ${user.id}`;
    expect((await askForToken(database().db, cookie)).status).toBe(401);
  });

  it("keeps the session and its cookie for the lifetimes that the stage sets", async () => {
    const { email, id } = await createUserWithPassword(database().db);
    const api = createApi(database().db, { session: { lifetimeMinutes: 5, lifetimeMaxDays: 2 } });
    const { cookies } = await api.post("/api/session", { email, password: PASSWORD });

    const rows = await database().sql<{ minutes: number; hours: number }[]>`
      SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes,
        round(extract(epoch FROM absolute_expires_at - created_at) / 3600)::int AS hours
      FROM sessions WHERE user_id = ${id}`;
    expect(cookies[0]).toContain("; Max-Age=172800;");
    expect([...rows]).toEqual([{ minutes: 5, hours: 48 }]);
  });

  it("rejects an unknown email and a wrong password with the same message and no cookie", async () => {
    const user = await createUserWithPassword(database().db);
    const wrong = await signIn(database().db, { email: user.email, password: "wrong horse" });
    const unknown = await signIn(database().db, { email: "nobody@example.com", password: "wrong horse" });

    expect(wrong.status).toBe(401);
    expect(wrong.cookies).toEqual([]);
    expect(unknown.status).toBe(401);
    expect(unknown.text).toBe(wrong.text);
  });

  it("compares an unknown email's password with a hash of the same cost", async () => {
    const compared: (string | undefined)[] = [];
    const passwords = {
      ...createPasswords(4),
      matches: async (_password: string, hash: string | undefined) => compared.push(hash) < 0,
    };
    const api = createApi(database().db, { passwords });
    await api.post("/api/session", { email: "nobody@example.com", password: "whatever" });

    expect(compared).toEqual([undefined]);
  });

  it.each([
    ["email", { password: PASSWORD }],
    ["password", { email: "ada@example.com" }],
    ["password", { email: "ada@example.com", password: "x".repeat(73) }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const response = await signIn(database().db, body);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  it("shares an address's 5 requests per minute with login, before any password is compared", async () => {
    let comparisons = 0;
    const passwords = { ...createPasswords(4), matches: async () => ++comparisons < 0 };
    const api = createApi(database().db, { passwords });
    const body = { email: "nobody@example.com", password: "whatever" };
    const attempt = (path: string) => api.request({ method: "POST", path, body, sourceIp: "192.0.2.90" });

    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => attempt(turn % 2 === 0 ? "/api/session" : "/api/v1/auth/login")),
    );

    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
    expect(comparisons).toBe(5);
  });

  it.each(origins)("checks the origin of a request from %s", async (_name, headers, site) => {
    const user = await createUserWithPassword(database().db);
    const { status, cookies } = await signIn(
      database().db,
      { email: user.email, password: PASSWORD },
      { headers: { "content-type": "application/json", ...headers } },
    );

    expect(status).toBe(site === "own" ? 204 : 403);
    expect(cookies).toHaveLength(site === "own" ? 1 : 0);
  });

  it("keeps at most 20 sessions per user, and all of another's", async () => {
    const { db, sql } = database();
    const other = await openSession(db);
    const user = await createUserWithPassword(db);
    const first = await openSession(db, user);
    expect((await askForToken(db, first)).status).toBe(200);
    for (let count = 1; count < 20; count += 1) await openSession(db, user);

    const last = await openSession(db, user);

    const [row] = await sql`SELECT count(*)::int AS count FROM sessions WHERE user_id = ${user.id}`;
    expect(row?.count).toBe(20);
    expect((await askForToken(db, first)).status).toBe(401);
    expect((await askForToken(db, last)).status).toBe(200);
    expect((await askForToken(db, other)).status).toBe(200);
  });

  it("deletes expired sessions", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    await openSession(db, user);
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}`;

    await openSession(db);

    const [row] = await sql`SELECT count(*)::int AS count FROM sessions WHERE user_id = ${user.id}`;
    expect(row?.count).toBe(0);
  });
});
