import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { askForToken, createUserWithPassword, openSession, origins, signOut } from "./browser-sessions.ts";

const database = useDatabase();

const me = (token: string) => createApi(database().db).request({ method: "GET", path: "/auth/me", token });

describe("DELETE /api/session", () => {
  it("returns 204, clears the cookie, and ends the session with its tokens", async () => {
    const { db } = database();
    const cookie = await openSession(db);
    const tokens = [await askForToken(db, cookie), await askForToken(db, cookie)].map(({ body }) => body.data.token);

    const { status, cookies } = await signOut(db, cookie);

    expect(status).toBe(204);
    expect(cookies).toEqual(["shelfwatch_session=; Path=/api/session; Max-Age=0; HttpOnly; SameSite=Strict"]);
    expect(await Promise.all(tokens.map(async (token) => (await me(token)).status))).toEqual([401, 401]);
    expect((await askForToken(db, cookie)).status).toBe(401);
  });

  it("clears the cookie over HTTPS, too", async () => {
    const { db } = database();
    const headers = { "x-forwarded-proto": "https" };
    const [, value = ""] = (await openSession(db)).split("=");

    const { status, cookies } = await signOut(db, `__Host-shelfwatch_session=${value}`, { headers });

    expect(status).toBe(204);
    expect(cookies).toEqual(["__Host-shelfwatch_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure"]);
  });

  it("keeps the user's other sessions and tokens", async () => {
    const { db } = database();
    const user = await createUserWithPassword(db);
    const [ended, kept] = [await openSession(db, user), await openSession(db, user)];
    const { body } = await askForToken(db, kept);

    await signOut(db, ended);

    expect((await me(body.data.token)).status).toBe(200);
    expect((await askForToken(db, kept)).status).toBe(200);
  });

  it("returns 401 without a session and when repeated", async () => {
    const { db } = database();
    const cookie = await openSession(db);

    expect((await signOut(db, undefined)).status).toBe(401);
    expect((await signOut(db, cookie)).status).toBe(204);
    expect((await signOut(db, cookie)).status).toBe(401);
  });

  it.each(origins)("checks the origin of a request from %s", async (_name, headers, site) => {
    const { db } = database();
    const cookie = await openSession(db);

    expect((await signOut(db, cookie, { headers })).status).toBe(site === "own" ? 204 : 403);
    expect((await askForToken(db, cookie)).status).toBe(site === "own" ? 401 : 200);
  });
});
