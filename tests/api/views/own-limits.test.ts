import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { NOTES_MAX } from "../../../lib/domain/note.ts";
import { SAVED_VIEWS_MAX } from "../../../lib/domain/saved-view.ts";
import { TAGS_MAX } from "../../../lib/domain/tag.ts";
import { createCaller } from "../../support/api.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const kinds = {
  views: {
    most: SAVED_VIEWS_MAX,
    rejection: { name: ["There must not be more than 100 saved views."] },
    body: (name: string) => ({ name, scope: { path: "/apps" } }),
    fill: (userId: number, count: number) => sql`
      INSERT INTO saved_views (user_id, name, folded_name, scope)
      SELECT ${userId}, 'Old ' || n, 'old ' || n, '{"path": "/apps", "query": {}}' FROM generate_series(1, ${count}) n`,
    count: (userId: number) => sql`SELECT count(*)::int AS count FROM saved_views WHERE user_id = ${userId}`,
  },
  notes: {
    most: NOTES_MAX,
    rejection: { text: ["There must not be more than 1,000 notes."] },
    body: (text: string) => ({ day: "2026-03-01", text }),
    fill: (userId: number, count: number) => sql`
      INSERT INTO notes (user_id, day, text)
      SELECT ${userId}, '2026-01-01', 'Old ' || n FROM generate_series(1, ${count}) n`,
    count: (userId: number) => sql`SELECT count(*)::int AS count FROM notes WHERE user_id = ${userId}`,
  },
  tags: {
    most: TAGS_MAX,
    rejection: { name: ["There must not be more than 50 tags."] },
    body: (name: string) => ({ name }),
    fill: (userId: number, count: number) => sql`
      INSERT INTO tags (user_id, name, folded_name)
      SELECT ${userId}, 'Old ' || n, 'old ' || n FROM generate_series(1, ${count}) n`,
    count: (userId: number) => sql`SELECT count(*)::int AS count FROM tags WHERE user_id = ${userId}`,
  },
} as const;

/** Until `count` statements wait for the user's row. */
async function someWait(db: TestDb, count: number): Promise<void> {
  const waiting = sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_%'`;
  await expect.poll(async () => (await db.execute(waiting)).length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
}

describe.each(Object.entries(kinds))("the %s of a user", (name, { most, rejection, body, fill, count }) => {
  const path = `/${name}`;
  async function world(room: number) {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
    await db.execute(fill(caller.user.id, most - room));
    const add = (text: string) => api.post(path, body(text), caller);
    const counted = async () => (await db.execute<{ count: number }>(count(caller.user.id)))[0]?.count;
    return { db, api, caller, add, counted };
  }

  it("[OWN-5] have a limit that the rejection of one more names", async () => {
    const { add, counted } = await world(1);

    expect((await add("Last")).status).toBe(201);
    const { status, body: problem } = await add("One more");

    expect(status).toBe(422);
    expect(problem.errors).toEqual(rejection);
    expect(await counted()).toBe(most);
  });

  it("[OWN-5] never exceed the limit by simultaneous requests, of which those over it are 422", async () => {
    const { add, counted } = await world(2);

    const responses = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`New ${n}`)));

    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, ...Array<number>(10).fill(422)]);
    expect(await counted()).toBe(most);
  });

  it("[OWN-5] are counted after an addition that is under way has ended", async () => {
    const { db, caller, add, counted } = await world(1);

    const { responses } = await database().sql.begin(async (underWay) => {
      await underWay`SELECT 1 FROM users WHERE id = ${caller.user.id} FOR NO KEY UPDATE`;
      const responses = Promise.all([add("First"), add("Second")]);
      await Promise.race([responses, someWait(db, 2)]);
      return { responses };
    });

    expect((await responses).map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await counted()).toBe(most);
  });

  it("[OWN-5] do not count towards another user's limit", async () => {
    const { db, api } = await world(0);

    expect((await api.post(path, body("Mine"), await createCaller(db))).status).toBe(201);
  });
});

describe.each(["views", "tags"] as const)("a name of the last of the %s", (name) => {
  const { most, body, fill } = kinds[name];

  it("[OWN-4] is taken once by simultaneous requests, and a conflict for the others", async () => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
    await db.execute(fill(caller.user.id, most - 1));

    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.post(`/${name}`, body(n % 2 === 0 ? "Same" : "SAME"), caller)),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});
