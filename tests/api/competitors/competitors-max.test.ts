import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

const MAX = 100;

/** A caller with this many competitors of an app, and `more` apps that are none. */
async function world(defined: number, more: number) {
  const { db } = database();
  const caller = await createCaller(db);
  const app = await createApp(db);
  const rivals = await createApps(db, defined);
  await define(db, { userId: caller.user.id, appId: app.id, rivals });
  return { db, api: createApi(db), caller, app, rivals, others: await createApps(db, more) };
}

async function createApps(db: TestDb, count: number): Promise<readonly number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    INSERT INTO apps (platform, external_id, last_synced_at)
    SELECT 'ios', gen_random_uuid()::text, now() FROM generate_series(1, ${count}) RETURNING id`);
  return rows.map(({ id }) => id);
}

async function define(db: TestDb, links: { userId: number; appId: number; rivals: readonly number[] }): Promise<void> {
  await db.execute(sql`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${links.userId}, ${links.appId}, unnest(${`{${links.rivals.join(",")}}`}::int[])`);
}

async function countLinks(db: TestDb, appId: number): Promise<number | undefined> {
  const [row] = await db.execute<{ links: number }>(
    sql`SELECT count(*)::int AS links FROM app_competitors WHERE app_id = ${appId}`,
  );
  return row?.links;
}

/** Until a statement waits for the lock. */
async function someoneWaits(db: TestDb): Promise<void> {
  const waiting = sql`
    SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
  await expect.poll(() => db.execute(waiting), { timeout: 5_000 }).toHaveLength(1);
}

describe("the competitors of one app", () => {
  it("are at most 100 for a user: one more is rejected", async () => {
    const { db, api, caller, app, others } = await world(MAX, 1);
    const path = `/apps/ios/${app.externalId}/competitors`;

    const response = await api.post(path, { competitor_app_id: others[0] }, caller);

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ competitor_app_id: ["An app cannot have more than 100 competitors."] });
    expect(await countLinks(db, app.id)).toBe(MAX);
    expect((await api.get(path, caller)).body.data).toHaveLength(MAX);
  });

  it("are at most 100 for twenty simultaneous requests", async () => {
    const { db, api, caller, app, others } = await world(MAX - 5, 20);
    const add = (id: number) => api.post(`/apps/ios/${app.externalId}/competitors`, { competitor_app_id: id }, caller);

    const responses = await Promise.all(others.map(add));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(15);
    expect(await countLinks(db, app.id)).toBe(MAX);
  });

  it.each([
    ["another", 422],
    ["the same", 409],
  ])("are counted after a concurrent addition has ended: with %s competitor %i", async (which, status) => {
    const { db, api, caller, app, others } = await world(MAX - 1, 2);
    const [first = 0, second] = others;
    const body = { competitor_app_id: which === "the same" ? first : second };

    const { response } = await database().sql.begin(async (underWay) => {
      await underWay`SELECT lock_competitors(${caller.user.id}, ${app.id})`;
      await underWay`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
                     VALUES (${caller.user.id}, ${app.id}, ${first})`;
      const response = api.post(`/apps/ios/${app.externalId}/competitors`, body, caller);
      await Promise.race([response, someoneWaits(db)]);
      return { response };
    });

    expect((await response).status).toBe(status);
    expect(await countLinks(db, app.id)).toBe(MAX);
  });

  it("take the last place once for simultaneous requests with the same competitor", async () => {
    const { db, api, caller, app, others } = await world(MAX - 1, 1);
    const body = { competitor_app_id: others[0] };
    const add = () => api.post(`/apps/ios/${app.externalId}/competitors`, body, caller);

    const responses = await Promise.all(Array.from({ length: 10 }, add));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(await countLinks(db, app.id)).toBe(MAX);
  });

  it("are rejected as existing, not as too many, when one of the 100 is added again", async () => {
    const { api, caller, app, rivals } = await world(MAX, 0);
    const body = { competitor_app_id: rivals[0] };

    expect((await api.post(`/apps/ios/${app.externalId}/competitors`, body, caller)).status).toBe(409);
  });

  it("can be added again after one is removed", async () => {
    const { api, caller, app, others } = await world(MAX, 1);
    const path = `/apps/ios/${app.externalId}/competitors`;
    const { body } = await api.get(path, caller);

    await api.delete(`${path}/${body.data[0].id}`, caller);

    expect((await api.post(path, { competitor_app_id: others[0] }, caller)).status).toBe(201);
  });

  it("[CMP-2] of one user do not count towards another's limit", async () => {
    const { db, api, app, rivals } = await world(MAX, 0);
    const other = await createCaller(db);

    const response = await api.post(`/apps/ios/${app.externalId}/competitors`, { competitor_app_id: rivals[0] }, other);

    expect(response.status).toBe(201);
  });
});
