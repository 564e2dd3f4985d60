import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { insertSavedView } from "../../db/queries/accounts/saved-views.ts";
import { insertNote } from "../../db/queries/apps/notes.ts";
import { insertAppTag, insertTag } from "../../db/queries/apps/tags.ts";
import { feeds } from "../../db/schema/feeds.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { deleteUser } from "../../lib/operations/delete-user.ts";
import { createAccount, PASSWORD } from "../api/account/account.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp } from "../support/factories.ts";
import { trackTerm } from "../support/keyword-world.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();

/** Returns the tables that refer to users. Whoever adds one adds a row of it to `fill`, and it to the export. */
async function tablesOfUsers(db: TestDb): Promise<readonly string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND conparentid = 0 ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** An account with a row in every table that knows it, counters included. */
async function fill(db: TestDb) {
  const account = await createAccount(db);
  const { user, send, logIn } = account;
  const [app, rival] = [await createApp(db), await createApp(db)];
  await track(db, { userId: user.id, appId: app.id });
  await addCompetitor(db, { userId: user.id, appId: app.id, competitorAppId: rival.id });
  await db.execute(sql`INSERT INTO sessions (id, user_id, expires_at) VALUES (${randomBytes(32)}, ${user.id}, now())`);
  await db.execute(sql`
    INSERT INTO oauth_grants SELECT id, user_id, 'client', 'https://a.example/', ${randomBytes(32)}, ${randomBytes(32)},
      now(), now() FROM access_tokens WHERE user_id = ${user.id} LIMIT 1`);
  await db.execute(sql`
    INSERT INTO oauth_requests (session_id, user_id, client_id, client_name, redirect_uri, code_challenge, abilities,
      secret_sha256, expires_at)
    SELECT id, user_id, 'client', 'Client', 'https://a.example/', '', '{read}', id, now() FROM sessions
    WHERE user_id = ${user.id}`);
  await db.execute(sql`INSERT INTO chart_requests (user_id, chart_date, charts) VALUES (${user.id}, current_date, 1)`);
  await trackTerm(db, { platform: app.platform, term: "notes", countryCode: "us", userId: user.id, appId: app.id });
  await addEvent(db, { appId: app.id, userId: user.id, type: "keyword.rank_changed" });
  await db.execute(sql`
    INSERT INTO keyword_reports (user_id, app_id, day) VALUES (${user.id}, ${app.id}, current_date)`);
  await db.execute(sql`INSERT INTO keyword_requests (user_id, hour, terms) VALUES (${user.id}, now(), 1)`);
  await db.execute(sql`
    INSERT INTO live_allowances (user_id, platform, tokens, refilled_at) VALUES (${user.id}, 'ios', 1, now())`);
  await db.execute(sql`
    INSERT INTO day_allowances (user_id, allowance, day, used) VALUES (${user.id}, 'syncs', current_date, 1)`);
  await insertSavedView(db, { userId: user.id, name: "Mine", scope: { path: "/", query: {} } });
  await db.insert(feeds).values({ userId: user.id, name: "Mine", kind: "mine", secretSha256: randomBytes(32) });
  const url = "https://receiver.example/";
  const hook = { userId: user.id, name: "Mine", url, kind: "mine" as const, secret: randomBytes(32) };
  const [webhook] = await db.insert(webhookEndpoints).values(hook).returning();
  await send("POST", `/webhooks/${webhook?.id}/test`);
  await send("POST", "/webhooks", { name: "Mail", scope: { kind: "mine" }, format: "email" });
  await insertNote(db, { userId: user.id, day: "2026-01-01", appId: app.id, text: "Mine" });
  const tag = await insertTag(db, { userId: user.id, name: "Mine" });
  if (typeof tag === "string") throw new Error(`The tag was not added: ${tag}.`);
  await insertAppTag(db, { userId: user.id, tagId: tag.id, platform: "ios", externalId: app.externalId });
  await send("GET", "/auth/me");
  await logIn("wrong horse");
  await logIn(PASSWORD);
  await send("DELETE", "/account/profile", { password: "wrong horse" });
  return account;
}

/** Returns how many rows each table has, and the rows of counters whose buckets contain a user's id or email. */
async function rowsOf(db: TestDb, { id, email }: { readonly id: number; readonly email: string }) {
  const counts: Record<string, number> = {};
  for (const table of await tablesOfUsers(db)) {
    const rows = await db.execute(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE user_id = ${id}`);
    counts[table] = rows.length;
  }
  const buckets = await db.execute<{ bucket: string }>(sql`
    SELECT bucket FROM rate_limits WHERE bucket ~ ${`:${id}$`}
    UNION ALL SELECT bucket FROM password_attempts
    WHERE split_part(bucket, '@', 1) IN (${`user:${id}`}, 'email:' || encode(sha256(lower(${email}::text)::bytea), 'hex'))`);
  return { ...counts, counters: buckets.length };
}

describe.each([
  [
    "delete-user",
    async ({ db, user }: Account) => deleteUser({ db, log: silentLog }, { email: user.email.toUpperCase() }),
  ],
  ["DELETE /account/profile", async ({ send }: Account) => send("DELETE", "/account/profile", { password: PASSWORD })],
])("%s", (_how, remove) => {
  it("[ACC-1] deletes the rows of the user in every table that refers to users, and nobody else's", async () => {
    const { db } = database();
    const [account, other] = [await fill(db), await fill(db)];
    const [before, kept] = [await rowsOf(db, account.user), await rowsOf(db, other.user)];

    await remove(account);

    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    const after = await rowsOf(db, account.user);
    expect(Object.entries(after).filter(([, count]) => count > 0)).toEqual([]);
    expect(await rowsOf(db, other.user)).toEqual(kept);
    expect(await db.execute(sql`SELECT 1 FROM users WHERE id = ${account.user.id}`)).toHaveLength(0);
  });
});

type Account = Awaited<ReturnType<typeof fill>>;

describe("delete-user", () => {
  it("logs the id, by which the deletion is repeated after a restore", async () => {
    const { db } = database();
    const { user } = await createAccount(db);
    const logged: unknown[] = [];
    const log = { ...silentLog, info: (event: string, fields?: object) => void logged.push([event, fields]) };

    await deleteUser({ db, log }, { email: user.email });

    expect(logged).toEqual([["user.deleted", { userId: user.id }]]);
  });

  it("rejects an address that nobody has", async () => {
    await expect(deleteUser({ ...database(), log: silentLog }, { email: "nobody@example.com" })).rejects.toThrow(
      "No user has the e-mail address nobody@example.com.",
    );
  });
});
