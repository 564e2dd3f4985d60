import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

const now = new Date("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const UNKNOWN_ID = 2_147_483_647;

/** An API, a caller, and two apps that were synced just now. */
async function world() {
  const { db } = database();
  const api = createApi(db, { now: () => now });
  const caller = await createCaller(db);
  const app = await createApp(db, { lastSyncedAt: now });
  const rival = await createApp(db, { lastSyncedAt: now });
  return { db, api, caller, app, rival, path: `/apps/ios/${app.externalId}/competitors` };
}

async function linksOf(appId: number): Promise<readonly { userId: number; relationship: string }[]> {
  const rows = await database().db.execute<{ userId: number; relationship: string }>(
    sql`SELECT user_id AS "userId", relationship FROM app_competitors WHERE app_id = ${appId} ORDER BY id`,
  );
  return [...rows];
}

describe("POST /apps/{platform}/{external_id}/competitors", () => {
  it("[CMP-3 CMP-6] adds a direct competitor to a tracked or untracked app, and returns the link", async () => {
    const { db, api, caller, app, rival, path } = await world();
    await track(db, { userId: caller.user.id, appId: rival.id });

    const response = await api.post(path, { competitor_app_id: rival.id }, caller);

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      data: {
        id: expect.any(Number),
        app_id: app.id,
        competitor_app_id: rival.id,
        relationship: "direct",
        app: expect.objectContaining({ id: rival.id, external_id: rival.externalId, is_tracked: true }),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    });
    expect((await api.get(path, caller)).body).toEqual({ data: [response.body.data] });
  });

  it.each(["direct", "indirect", "aspiration"])("[CMP-3] accepts the relationship %s", async (relationship) => {
    const { api, caller, rival, path } = await world();

    const response = await api.post(path, { competitor_app_id: rival.id, relationship }, caller);

    expect(response.body.data.relationship).toBe(relationship);
  });

  it("accepts the store's id of the competitor, by default on the app's own platform", async () => {
    const { db, api, caller, path } = await world();
    const externalId = `both.${crypto.randomUUID()}`.replaceAll("-", "_");
    const [ios, android] = [
      await createApp(db, { externalId }),
      await createApp(db, { externalId, platform: "android" }),
    ];

    const own = await api.post(path, { competitor_external_id: externalId }, caller);
    const other = await api.post(path, { competitor_external_id: externalId, competitor_platform: "android" }, caller);

    expect([own.status, own.body.data.competitor_app_id]).toEqual([201, ios.id]);
    expect([other.status, other.body.data.competitor_app_id]).toEqual([201, android.id]);
  });

  it.each([
    ["competitor_app_id", { competitor_app_id: UNKNOWN_ID }],
    ["competitor_external_id", { competitor_external_id: "404404404" }],
  ])("rejects an app that is not in the database: %s", async (field, body) => {
    const { api, caller, app, path } = await world();

    const response = await api.post(path, body, caller);

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ [field]: ["App not found. Search the store first to discover it."] });
    expect(await linksOf(app.id)).toEqual([]);
    expect(api.sent).toEqual([]);
  });

  it("[ERR-12] rejects an app as its own competitor, by either id", async () => {
    const { api, caller, app, path } = await world();

    const byId = await api.post(path, { competitor_app_id: app.id }, caller);
    const byStoreId = await api.post(path, { competitor_external_id: app.externalId }, caller);

    expect(byId.status).toBe(422);
    expect(byId.body.errors).toEqual({ competitor_app_id: ["An app cannot be its own competitor."] });
    expect(byStoreId.status).toBe(422);
    expect(byStoreId.body.errors).toEqual({ competitor_external_id: ["An app cannot be its own competitor."] });
  });

  it("[CMP-4 ERR-11] returns 409 for a link that exists already, whatever its relationship", async () => {
    const { api, caller, app, rival, path } = await world();
    await api.post(path, { competitor_app_id: rival.id }, caller);

    const response = await api.post(
      path,
      { competitor_external_id: rival.externalId, relationship: "indirect" },
      caller,
    );

    expect(response.status).toBe(409);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(await linksOf(app.id)).toEqual([{ userId: caller.user.id, relationship: "direct" }]);
  });

  it("[CMP-4] saves a competitor once for simultaneous requests", async () => {
    const { api, caller, app, rival, path } = await world();
    const add = () => api.post(path, { competitor_app_id: rival.id }, caller);

    const responses = await Promise.all(Array.from({ length: 10 }, add));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(await linksOf(app.id)).toHaveLength(1);
  });

  it("[CMP-2] keeps the links of two users independent", async () => {
    const { db, api, caller, app, rival, path } = await world();
    const other = await createCaller(db);

    const mine = await api.post(path, { competitor_app_id: rival.id }, caller);
    const theirs = await api.post(path, { competitor_app_id: rival.id, relationship: "aspiration" }, other);

    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect((await api.get(path, caller)).body.data).toEqual([mine.body.data]);
    expect((await api.get(path, other)).body.data).toEqual([theirs.body.data]);
    expect(await linksOf(app.id)).toEqual([
      { userId: caller.user.id, relationship: "direct" },
      { userId: other.user.id, relationship: "aspiration" },
    ]);
  });

  it("ignores any other field of the body", async () => {
    const { db, api, caller, app, rival, path } = await world();
    const victim = await createCaller(db);
    const body = { competitor_app_id: rival.id, id: 1, user_id: victim.user.id, app_id: rival.id, created_at: "2000" };

    const response = await api.post(path, body, caller);

    expect(response.body.data.app_id).toBe(app.id);
    expect(await linksOf(app.id)).toEqual([{ userId: caller.user.id, relationship: "direct" }]);
    expect((await api.get(path, victim)).body.data).toEqual([]);
  });

  it("returns 404 for an app that is not in the database before it looks for the competitor", async () => {
    const { api, caller, rival } = await world();

    for (const body of [{ competitor_app_id: rival.id }, { competitor_app_id: UNKNOWN_ID }]) {
      expect((await api.post("/apps/ios/404404404/competitors", body, caller)).status).toBe(404);
    }
    expect((await api.post("/apps/windows/1/competitors", { competitor_app_id: rival.id }, caller)).status).toBe(404);
  });
});

describe("the sync of a new competitor", () => {
  it.each([
    ["never synced", null, 1],
    ["stale", hoursAgo(25), 1],
    ["fresh", hoursAgo(23), 0],
    ["synced before the calendar was set back", hoursAgo(-41 * 24), 1],
  ])("is queued on demand when its app was %s: %s", async (_case, lastSyncedAt, messages) => {
    const { db, api, caller, path } = await world();
    const rival = await createApp(db, { platform: "android", lastSyncedAt });

    const response = await api.post(path, { competitor_app_id: rival.id }, caller);

    expect(response.status).toBe(201);
    expect(api.sent).toHaveLength(messages);
    for (const { queue, message } of api.sent) {
      expect(queue).toEqual({ purpose: "on_demand", platform: "android" });
      expect(message).toMatchObject({ appId: rival.id, phase: "identity" });
    }
  });

  it("does not fail the request when the queue cannot be reached", async () => {
    const { db, caller, app, path } = await world();
    const api = createApi(db, { queues: { send: () => Promise.reject(new Error("no queue")) } });
    const rival = await createApp(db);

    expect((await api.post(path, { competitor_app_id: rival.id }, caller)).status).toBe(201);
    expect(await linksOf(app.id)).toHaveLength(1);
  });
});
