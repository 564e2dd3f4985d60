import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createCaller, issueToken } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";
import { addSession } from "./account.ts";

const setUp = useApi();

const PATH = "/account/api-tokens";

describe("GET /account/api-tokens", () => {
  it("returns the caller's own tokens, newest first, those of login among them, and no expired one", async () => {
    const { db, api, caller } = await setUp();
    await issueToken(db, (await createCaller(db)).user.id);
    const expired = await issueToken(db, caller.user.id);
    await db.execute(sql`UPDATE access_tokens SET expires_at = clock_timestamp() WHERE id = ${expired.tokenId}`);
    const { token } = (await api.post(PATH, { name: "laptop", abilities: ["read", "read"] }, caller)).body.data;

    const { body } = await api.get(PATH, caller);

    expect(body.data).toEqual([
      token,
      {
        id: caller.tokenId,
        name: "test",
        kind: "login",
        abilities: ["read", "write"],
        is_current: true,
        last_used_at: expect.stringMatching(/Z$/),
        expires_at: null,
        created_at: expect.stringMatching(/Z$/),
        client: null,
      },
    ]);
    expect([token.abilities, body.meta.total]).toEqual([["read"], 2]);
  });

  it("returns one row for a browser session, however many pages it has loaded", async () => {
    const { db, api, caller } = await setUp();
    const [first, last] = [await issueToken(db, caller.user.id), await issueToken(db, caller.user.id)];
    const other = await issueToken(db, caller.user.id);
    await addSession(db, caller.user.id, [first, last]);
    await addSession(db, caller.user.id, [other]);

    const { body } = await api.get(PATH, caller);
    const ofFirst = await api.get(PATH, { ...caller, token: first.token });

    expect(body.data.map(({ id, kind }: { id: number; kind: string }) => [id, kind])).toEqual([
      [other.tokenId, "session"],
      [last.tokenId, "session"],
      [caller.tokenId, "login"],
    ]);
    expect(body.meta.total).toBe(3);
    expect(ofFirst.body.data.find(({ is_current }: { is_current: boolean }) => is_current).id).toBe(first.tokenId);
  });

  it("returns pages with each token once", async () => {
    const { db, api, caller } = await setUp();
    for (let count = 0; count < 2; count += 1) await issueToken(db, caller.user.id);

    const pages = [];
    for (const page of [1, 2, 3]) pages.push((await api.get(`${PATH}?per_page=2&page=${page}`, caller)).body);

    expect(pages.map(({ data }) => data.length)).toEqual([2, 1, 0]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }: { id: number }) => id))).size).toBe(3);
  });
});
