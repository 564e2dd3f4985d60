import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { rememberAddress } from "../../db/queries/accounts/known-addresses.ts";
import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { feeds } from "../../db/schema/feeds.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { SAVED_VIEWS_MAX } from "../../lib/domain/saved-view.ts";
import { exportUser, ROWS_PER_PAGE } from "../../lib/operations/export-user.ts";
import { createApi, issueToken } from "../support/api.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp, createUser } from "../support/factories.ts";
import { addTerm, trackTerm } from "../support/keyword-results.ts";
import { explainWork } from "../support/plans.ts";
import { rowsReadOf } from "../support/rows-read.ts";

const database = useDatabase();
const LAMBDA_RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

const id = expect.any(Number);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

/** Returns a user with this many tokens, deliveries, tracked apps, competitors, notes and tagged apps, of the longest texts. */
async function userWith(db: TestDb, rows: number) {
  const user = await createUser(db);
  const longest = sql`left(repeat('漢', 500), 500)`;
  await db.execute(sql`
    WITH found AS (
      INSERT INTO apps (platform, external_id, name)
      SELECT 'android', rpad(${user.id} || '.' || n, 255, 'x'), ${longest} FROM generate_series(0, ${rows}) n
      RETURNING id),
    tracked AS (
      INSERT INTO tracked_apps (user_id, app_id, created_at)
      SELECT ${user.id}, id, now() - id * interval '1 second' FROM found ORDER BY id OFFSET 1),
    rivals AS (
      INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
      SELECT ${user.id}, min(id) OVER (), id FROM found ORDER BY id OFFSET 1),
    noted AS (
      INSERT INTO notes (user_id, day, app_id, text)
      SELECT ${user.id}, '2026-03-01', id, left(repeat('漢', 1000), 1000) FROM found ORDER BY id OFFSET 1),
    tag AS (INSERT INTO tags (user_id, name, folded_name) VALUES (${user.id}, 'Tag', 'tag') RETURNING id),
    tagged AS (
      INSERT INTO app_tags (user_id, app_id, tag_id)
      SELECT ${user.id}, found.id, tag.id FROM found, tag ORDER BY 2 OFFSET 1),
    viewed AS (
      INSERT INTO saved_views (user_id, name, folded_name, scope)
      SELECT ${user.id}, n, n, jsonb_build_object('path', '/', 'query', jsonb_build_object('q', repeat('漢', 1300)))
      FROM generate_series(1, ${SAVED_VIEWS_MAX}) n),
    hooked AS (
      INSERT INTO webhook_endpoints (user_id, name, url, kind, secret)
      SELECT ${user.id}, n, 'https://receiver.example/', 'mine', sha256('secret') FROM generate_series(1, 2) n RETURNING id),
    sent AS (
      INSERT INTO webhook_deliveries (endpoint_id, type, response_excerpt)
      SELECT id, 'webhook.test', repeat('漢', 341) FROM generate_series(1, ${rows}) n, hooked ORDER BY n, id LIMIT ${rows})
    INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
    SELECT ${user.id}, left(repeat('漢', 255), 255), sha256((${user.id} || '.' || n)::bytea), '{read,write}'
    FROM generate_series(1, ${rows}) n`);
  return user;
}

describe("export-user", () => {
  it("returns all of the user's rows, without secrets or another user's rows", async () => {
    const { db } = database();
    const eventsSeenUntil = new Date("2026-03-01T00:00:00Z");
    const user = await createUser(db, { email: "Ada@Example.com", password: "hash of a password", eventsSeenUntil });
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

    const api = createApi(db);
    for (const [id, text] of [
      [user.id, "mine"],
      [other.id, "theirs"],
    ] as const) {
      const { token } = await issueToken(db, id, ["write"]);
      const post = (path: string, body: object) => api.request({ method: "POST", path, body, token });
      await post("/views", { name: text, scope: { path: "/apps" } });
      await post("/notes", { day: "2026-03-01", app_id: app.id, text });
      const { data } = (await post("/tags", { name: text })).body;
      for (const { externalId } of [app, rival])
        await api.request({ method: "PUT", path: `/apps/ios/${externalId}/tags/${data.id}`, token });
      await db.execute(sql`DELETE FROM access_tokens WHERE user_id = ${id} AND abilities = '{write}'`);
    }

    for (const { id } of [user, other]) {
      await db.insert(feeds).values({ userId: id, name: "Mine", kind: "mine", secretSha256: randomBytes(32) });
      const url = "https://receiver.example/hook";
      const hook = { userId: id, name: "Hook", url, kind: "mine" as const, secret: randomBytes(32) };
      const [webhook] = await db.insert(webhookEndpoints).values(hook).returning();
      await insertTest(db, { id: webhook?.id ?? 0, userId: id });
      await addEvent(db, { appId: app.id, userId: id, type: "keyword.rank_changed", data: { keywords_total: 1 } });
    }
    const keywordId = await addTerm(db, { term: "notes" });
    await trackTerm(db, { userId: user.id, appId: app.id, keywordId });
    await trackTerm(db, { userId: other.id, appId: rival.id, keywordId });

    for (const { id } of [user, other]) await rememberAddress(db, { userId: id, network: "192.0.2.1" });

    expect(await exportUser({ db }, { email: "ada@example.com", after: null })).toEqual({
      user: {
        id: user.id,
        name: user.name,
        email: "Ada@Example.com",
        email_confirmed_at: null,
        created_at: instant,
        events_seen_until: "2026-03-01T00:00:00+00:00",
      },
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
      connected_clients: [],
      connection_requests: [],
      sessions: [{ created_at: instant, expires_at: instant, absolute_expires_at: instant }],
      known_addresses: [{ last_login_at: instant }],
      feeds: [{ name: "Mine", kind: "mine", app_id: null, view_id: null, created_at: instant, deleted_at: null }],
      webhooks: [
        {
          ...{ id, name: "Hook", description: "", url: "https://receiver.example/hook", kind: "mine" },
          ...{ app_id: null, view_id: null, types: [], min_weight: 0, disabled_reason: null, failing_since: null },
          ...{ last_delivered_at: null, created_at: instant, updated_at: instant, format: "standard", filter: {} },
          ...{ timing: "at_once", digest_hour: null, origin: null },
        },
      ],
      webhook_deliveries: [
        {
          ...{ id, webhook_id: id, event_id: null, type: "webhook.test", status: "pending", attempts: 0 },
          ...{ last_attempt_at: null, last_status: null, last_error: null, response_excerpt: null },
          ...{ created_at: instant, finished_at: null },
        },
      ],
      tracked_apps: [
        { app_id: app.id, platform: "ios", external_id: app.externalId, name: "Mine", created_at: instant },
      ],
      competitors: [
        {
          app_id: app.id,
          competitor_app_id: rival.id,
          platform: "ios",
          external_id: app.externalId,
          competitor_external_id: rival.externalId,
          relationship: "direct",
          created_at: instant,
        },
      ],
      saved_views: [
        { id, name: "mine", scope: { path: "/apps", query: {} }, created_at: instant, updated_at: instant },
      ],
      notes: [{ id, day: "2026-03-01", app_id: app.id, text: "mine", created_at: instant, updated_at: instant }],
      tags: [{ id, name: "mine", created_at: instant, updated_at: instant }],
      app_tags: [app, rival].map(({ id: app_id }) => ({ app_id, tag_id: id, created_at: instant })),
      keyword_events: [
        { id, app_id: app.id, type: "keyword.rank_changed", occurred_at: instant, data: { keywords_total: 1 } },
      ],
      tracked_keywords: [
        {
          app_id: app.id,
          keyword_id: keywordId,
          platform: "ios",
          external_id: app.externalId,
          term: "notes",
          country_code: "us",
          created_at: instant,
        },
      ],
      next: null,
    });
  });

  it("returns each row once, in pages within Lambda's limit, though rows of earlier pages are deleted", async () => {
    const { db } = database();
    const user = await userWith(db, ROWS_PER_PAGE + 1);

    const first = await exportUser({ db }, { email: user.email, after: null });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
    const { tokens: firstTokens, webhook_deliveries: sent, tracked_apps, competitors: links, notes, app_tags } = first;
    expect([firstTokens, sent, tracked_apps, links, notes, app_tags].map(({ length }) => length)).toEqual(
      Array(6).fill(ROWS_PER_PAGE),
    );
    expect([first.saved_views.length, first.tags.length]).toEqual([SAVED_VIEWS_MAX, 1]);
    await db.execute(sql`DELETE FROM access_tokens WHERE id = ${first.tokens[0]?.id}`);
    const [untracked] = first.tracked_apps;
    await db.execute(sql`DELETE FROM tracked_apps WHERE user_id = ${user.id} AND app_id = ${untracked?.app_id}`);

    const second = await exportUser({ db }, { email: user.email, after: first.next });
    expect(second).toMatchObject({ sessions: [], known_addresses: [], saved_views: [], tags: [], next: null });
    const ids = [first, second].map(({ tokens, webhook_deliveries, tracked_apps, competitors, notes, app_tags }) => [
      tokens.map(({ id }) => id),
      webhook_deliveries.map(({ id }) => id),
      tracked_apps.map(({ app_id }) => app_id),
      competitors.map(({ competitor_app_id }) => competitor_app_id),
      notes.map(({ id }) => id),
      app_tags.map(({ app_id }) => app_id),
    ]);
    const kinds = [0, 1, 2, 3, 4, 5].map((kind) => ids.flatMap((page) => page[kind] ?? []));
    expect(kinds.map((kind) => new Set(kind).size)).toEqual(Array(6).fill(ROWS_PER_PAGE + 1));
    expect(kinds.map(({ length }) => length)).toEqual(Array(6).fill(ROWS_PER_PAGE + 1));
  });

  it("reads no more rows for a late page than it returns", async () => {
    const { db } = database();
    const user = await userWith(db, ROWS_PER_PAGE + 1);
    await db.execute(
      sql`ANALYZE access_tokens, webhook_deliveries, tracked_apps, app_competitors, app_tags, notes, apps`,
    );
    const { next } = await exportUser({ db }, { email: user.email, after: null });

    const [plan] = await explainWork(db, (read) => exportUser({ db: read }, { email: user.email, after: next }), {
      analyze: true,
    });

    const tables = ["access_tokens", "webhook_deliveries", "tracked_apps", "app_competitors", "app_tags"];
    const rowsRead = tables.map((table) => rowsReadOf(plan?.nodes ?? [], table).rows);
    // Half a delivery for each of two webhooks is rounded to none.
    expect(rowsRead).toEqual([1, 0, 1, 1, 1]);
  });

  it("rejects an unknown address", async () => {
    await expect(exportUser(database(), { email: "nobody@example.com", after: null })).rejects.toThrow(
      "No user has the e-mail address nobody@example.com.",
    );
  });

  it("has the host alone of a chat's address", async () => {
    const { db } = database();
    const { id: userId, email } = await createUser(db);
    await db.insert(webhookEndpoints).values({
      ...{ userId, name: "Team", kind: "mine", format: "slack", secret: Buffer.alloc(32) },
      url: "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop",
    });

    const exported = await exportUser({ db }, { email, after: null });
    expect(exported.webhooks).toMatchObject([{ url: "https://hooks.slack.com", format: "slack" }]);
  });
});
