import { describe, expect, it } from "vitest";

import { endpoints } from "../../../functions/endpoints.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { askForToken, createUserWithPassword, openSession, origins, signOut } from "./browser-sessions.ts";

const database = useDatabase();

const me = (token: string) => createApi(database().db).request({ method: "GET", path: "/auth/me", token });

describe("POST /api/session/token", () => {
  it("returns a token that reads and writes for the session's user, and its expiry", async () => {
    const { db } = database();
    const user = await createUserWithPassword(db);
    const { status, body, headers } = await askForToken(db, await openSession(db, user));

    expect(status).toBe(200);
    const data = { token: expect.any(String), expires_at: expect.any(String), abilities: ["read", "write"] };
    expect(body).toEqual({ data });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-ratelimit-limit": String(prod.api.rateLimitPerMinute),
    });
    expect((await me(body.data.token)).body.data.id).toBe(user.id);
    const created = await createApi(db).request({ method: "POST", path: "/apps", token: body.data.token, body: {} });
    expect(created.status).toBe(422);
  });

  it("gives the token the expiry of the session", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const { body } = await askForToken(db, await openSession(db, user));

    const [row] = await sql<{ same: boolean; minutes: number }[]>`
      SELECT t.expires_at = s.expires_at AS same, round(extract(epoch FROM t.expires_at - now()) / 60)::int AS minutes
      FROM access_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.user_id = ${user.id}`;
    expect(row).toEqual({ same: true, minutes: 120 });
    const minutesLeft = (Date.parse(body.data.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutesLeft)).toBe(120);
  });

  it("prolongs the session by 120 minutes, and never beyond its last day", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const cookie = await openSession(db, user);
    const minutesLeft = async () => {
      const { body } = await askForToken(db, cookie);
      return Math.round((Date.parse(body.data.expires_at) - Date.now()) / 60_000);
    };
    await sql`UPDATE sessions SET expires_at = now() + interval '1 minute' WHERE user_id = ${user.id}`;
    expect(await minutesLeft()).toBe(120);

    await sql`UPDATE sessions SET absolute_expires_at = now() + interval '30 minutes' WHERE user_id = ${user.id}`;
    expect(await minutesLeft()).toBe(30);
  });

  it("[AUTH-17] rejects the token once the session has expired", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const cookie = await openSession(db, user);
    const { body } = await askForToken(db, cookie);
    await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${user.id}`;
    await sql`UPDATE access_tokens SET expires_at = now() WHERE user_id = ${user.id}`;

    expect((await me(body.data.token)).status).toBe(401);
    expect((await askForToken(db, cookie)).status).toBe(401);
  });

  it.each([
    ["no cookie", undefined],
    ["an empty cookie", "shelfwatch_session="],
    ["an unknown session", `shelfwatch_session=${"A".repeat(43)}`],
    ["something else", "shelfwatch_session=1; DROP TABLE sessions"],
    ["a cookie of another name", `session=${"A".repeat(43)}`],
  ])("returns 401 to %s", async (_name, cookie) => {
    const { status, body } = await askForToken(database().db, cookie);

    expect(status).toBe(401);
    expect(body).toMatchObject({ type: "urn:shelfwatch:problem:unauthenticated", status: 401 });
  });

  describe("with several cookies of the name", () => {
    const junk = `shelfwatch_session=${"A".repeat(43)}`;
    const requestWith = (cookies: readonly string[]) =>
      createApi(database().db).request({ method: "POST", path: "/api/session/token", cookies });

    it("finds the one that is a live session, wherever it stands", async () => {
      const { db, sql } = database();
      const user = await createUserWithPassword(db);
      const ended = await openSession(db, user);
      await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${user.id}`;
      const live = await openSession(db, user);

      for (const cookies of [
        [junk, live],
        [live, junk],
        [ended, junk, live],
        [live, live],
      ]) {
        const { status, body } = await requestWith(cookies);
        expect(status).toBe(200);
        expect((await me(body.data.token)).body.data.id).toBe(user.id);
      }
    });

    it("returns 401 when two are live sessions, of one user or of two", async () => {
      const { db } = database();
      const user = await createUserWithPassword(db);
      const [one, other, stranger] = [await openSession(db, user), await openSession(db, user), await openSession(db)];

      expect((await requestWith([one, other])).status).toBe(401);
      expect((await requestWith([stranger, one])).status).toBe(401);
      expect((await requestWith([one])).status).toBe(200);
    });

    it("looks up no more than eight", async () => {
      const live = await openSession(database().db);
      const others = Array.from({ length: 8 }, (_, index) => `shelfwatch_session=${`${index}`.repeat(43)}`);

      expect((await requestWith([...others.slice(1), live])).status).toBe(200);
      expect((await requestWith([...others, live])).status).toBe(401);
    });
  });

  it("does not accept an access token as the cookie", async () => {
    const { db } = database();
    const { body } = await askForToken(db, await openSession(db));

    expect((await askForToken(db, undefined, { token: body.data.token })).status).toBe(401);
  });

  it.each(origins)("checks the origin of a request from %s", async (_name, headers, site) => {
    const { db } = database();
    const { status } = await askForToken(db, await openSession(db), { headers });

    expect(status).toBe(site === "own" ? 200 : 403);
  });

  it("keeps at most 10 tokens per session", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const cookie = await openSession(db, user);
    const tokens: string[] = [];
    for (let count = 0; count < 12; count += 1) tokens.push((await askForToken(db, cookie)).body.data.token);

    const [row] = await sql`SELECT count(*)::int AS count FROM access_tokens WHERE user_id = ${user.id}`;
    expect(row?.count).toBe(10);
    expect((await me(tokens.at(-1) ?? "")).status).toBe(200);
    expect((await me(tokens[0] ?? "")).status).toBe(401);
  });

  it("counts all sessions and tokens of a user in one bucket", async () => {
    const { db } = database();
    const user = await createUserWithPassword(db);
    const cookies = [await openSession(db, user), await openSession(db, user)];
    const api = createApi(db, { requestsPerMinute: 3 });
    const requestToken = (cookie = "") =>
      api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });

    const responses = [await requestToken(cookies[0]), await requestToken(cookies[1])];
    const token: string = responses[0]?.body.data.token;
    responses.push(await api.request({ method: "GET", path: "/countries", token }), await requestToken(cookies[0]));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it("shares no bucket between the sessions of two users", async () => {
    const { db } = database();
    const cookies = [await openSession(db), await openSession(db)];
    const api = createApi(db, { requestsPerMinute: 1 });
    const requestToken = (cookie = "") =>
      api.request({ method: "POST", path: "/api/session/token", cookies: [cookie] });

    expect([(await requestToken(cookies[0])).status, (await requestToken(cookies[1])).status]).toEqual([200, 200]);
  });

  it("[AUTH-13] is the only use of the cookie: the API does not accept it", async () => {
    const { db } = database();
    const cookies = [await openSession(db)];
    const api = createApi(db);

    for (const { contract } of nonEmpty(endpoints.filter(({ contract: { access } }) => access !== "public"))) {
      const path = contract.path.replaceAll(/\{\w+\}/g, "1");
      // The limit of an address is below the number of operations.
      const sourceIp = crypto.randomUUID();
      const { status } = await api.request({ method: contract.method, path, cookies, sourceIp });
      expect([contract.operation, status]).toEqual([contract.operation, 401]);
    }
    expect((await signOut(db, cookies[0])).status).toBe(204);
  });
});
