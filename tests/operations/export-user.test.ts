import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { rememberAddress } from "../../db/queries/accounts/known-addresses.ts";
import { exportUser, ROWS_PER_PAGE } from "../../lib/operations/export-user.ts";
import { issueToken } from "../support/api.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";

const database = useDatabase();
const LAMBDA_RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

describe("export-user", () => {
  it("returns all of the user's rows, without secrets or another user's rows", async () => {
    const { db } = database();
    const user = await createUser(db, { email: "Ada@Example.com", password: "hash of a password" });
    const other = await createUser(db);
    const [app, rival] = [await createApp(db, { name: "Mine" }), await createApp(db)];
    const { tokenId } = await issueToken(db, user.id, ["read"]);
    await track(db, { userId: user.id, appId: app.id });
    await track(db, { userId: other.id, appId: rival.id });
    await addCompetitor(db, { userId: user.id, appId: app.id, competitorAppId: rival.id });
    await addCompetitor(db, { userId: other.id, appId: rival.id, competitorAppId: app.id });
    for (const { id } of [user, other]) {
      await db.execute(sql`INSERT INTO sessions (id, user_id, expires_at) VALUES (${randomBytes(32)}, ${id}, now())`);
      await issueToken(db, other.id);
    }

    for (const { id } of [user, other]) await rememberAddress(db, { userId: id, network: "192.0.2.1" });

    expect(await exportUser({ db }, { email: "ada@example.com", page: 1 })).toEqual({
      user: { id: user.id, name: user.name, email: "Ada@Example.com", created_at: instant },
      tokens: [
        {
          id: tokenId,
          kind: "login",
          name: "test",
          abilities: ["read"],
          created_at: instant,
          last_used_at: null,
          expires_at: null,
          created_by: null,
        },
      ],
      sessions: [{ created_at: instant, expires_at: instant, absolute_expires_at: instant }],
      known_addresses: [{ last_login_at: instant }],
      tracked_apps: [{ platform: "ios", external_id: app.externalId, name: "Mine", created_at: instant }],
      competitors: [
        {
          platform: "ios",
          external_id: app.externalId,
          competitor_external_id: rival.externalId,
          relationship: "direct",
          created_at: instant,
        },
      ],
      page: 1,
      next_page: null,
    });
  });

  it("returns pages within Lambda's response limit, with each row once", async () => {
    const { db } = database();
    const user = await createUser(db);
    const rows = ROWS_PER_PAGE + 1;
    const longest = sql`left(repeat('漢', 500), 500)`;
    await db.execute(sql`
      WITH found AS (
        INSERT INTO apps (platform, external_id, name)
        SELECT 'android', rpad('export.' || n, 255, 'x'), ${longest} FROM generate_series(1, ${rows}) n RETURNING id),
      tracked AS (INSERT INTO tracked_apps (user_id, app_id) SELECT ${user.id}, id FROM found),
      rivals AS (
        INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
        SELECT ${user.id}, min(id) OVER (), id FROM found ORDER BY id OFFSET 1)
      INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
      SELECT ${user.id}, left(repeat('漢', 255), 255), sha256(n::text::bytea), '{read,write}'
      FROM generate_series(1, ${rows}) n`);

    const first = await exportUser({ db }, { email: user.email, page: 1 });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
    expect([first.tracked_apps.length, first.next_page]).toEqual([ROWS_PER_PAGE, 2]);

    const second = await exportUser({ db }, { email: user.email, page: 2 });
    expect([second.tokens.length, second.tracked_apps.length, second.next_page]).toEqual([1, 1, null]);
    const ids = [...first.tokens, ...second.tokens].map((token) => JSON.stringify(token));
    expect(new Set(ids).size).toBe(rows);
  });

  it("rejects an unknown address", async () => {
    await expect(exportUser(database(), { email: "nobody@example.com", page: 1 })).rejects.toThrow(
      "No user has the e-mail address nobody@example.com.",
    );
  });
});
