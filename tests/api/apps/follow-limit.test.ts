import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type Caller, createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";
import { publisherWithApps } from "../publishers/publisher-with-apps.ts";

const database = useDatabase();
const setUp = useApi(database);
const MESSAGE = "One user cannot follow more than 3 apps, tracked ones and competitors.";

/** A user who may follow three apps, and follows two: an app that they track, and its competitor. */
async function world() {
  const { db, api, caller } = await setUp({ followedAppsPerUser: 3 });
  const [own, rival, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => createApp(db)));
  if (!own || !rival || !third || !fourth) throw new TypeError("Four apps were created.");
  expect((await api.post(`/apps/ios/${own.externalId}/track`, undefined, caller)).status).toBe(204);
  const competitors = `/apps/ios/${own.externalId}/competitors`;
  expect((await api.post(competitors, { competitor_app_id: rival.id }, caller)).status).toBe(201);
  return { db, api, caller, own, rival, third, fourth, competitors };
}

async function followedBy({ user }: Caller): Promise<number | undefined> {
  const [row] = await database().db.execute<{ followed: number }>(sql`
    SELECT count(*)::int AS followed FROM (SELECT app_id FROM tracked_apps WHERE user_id = ${user.id}
      UNION SELECT competitor_app_id FROM app_competitors WHERE user_id = ${user.id}) f`);
  return row?.followed;
}

describe("the apps that one user follows", () => {
  it("[LIM-11] are at most as many as the stage sets, tracked ones and competitors together", async () => {
    const { api, caller, third, fourth, competitors } = await world();
    await api.post(`/apps/ios/${third.externalId}/track`, undefined, caller);

    const tracked = await api.post(`/apps/ios/${fourth.externalId}/track`, undefined, caller);
    const registered = await api.post("/apps", { platform: "ios", external_id: fourth.externalId }, caller);
    const byId = await api.post(competitors, { competitor_app_id: fourth.id }, caller);
    const byStoreId = await api.post(competitors, { competitor_external_id: fourth.externalId }, caller);

    expect([tracked, registered, byId, byStoreId].map(({ status, body }) => [status, body.errors])).toEqual([
      [422, { external_id: [MESSAGE] }],
      [422, { external_id: [MESSAGE] }],
      [422, { competitor_app_id: [MESSAGE] }],
      [422, { competitor_external_id: [MESSAGE] }],
    ]);
    expect(await followedBy(caller)).toBe(3);
    expect(api.sent.map(({ message }) => message.appId)).not.toContain(fourth.id);
  });

  it("[LIM-11] count once: what a user follows already can be tracked and compared again", async () => {
    const { api, caller, own, rival, third } = await world();
    await api.post(`/apps/ios/${third.externalId}/track`, undefined, caller);
    const path = `/apps/ios/${third.externalId}/competitors`;

    expect((await api.post(`/apps/ios/${rival.externalId}/track`, undefined, caller)).status).toBe(204);
    expect((await api.post(path, { competitor_app_id: own.id }, caller)).status).toBe(201);
    expect((await api.post(path, { competitor_app_id: own.id }, caller)).status).toBe(409);
    expect(await followedBy(caller)).toBe(3);
  });

  it("[LIM-11] make room for others when the user stops following one", async () => {
    const { api, caller, third, fourth } = await world();
    await api.post(`/apps/ios/${third.externalId}/track`, undefined, caller);
    await api.delete(`/apps/ios/${third.externalId}/track`, caller);

    expect((await api.post(`/apps/ios/${fourth.externalId}/track`, undefined, caller)).status).toBe(204);
  });

  it("[LIM-11] are not too many for ten simultaneous requests", async () => {
    const { db, api, caller, competitors } = await world();
    const apps = await Promise.all(Array.from({ length: 10 }, () => createApp(db)));

    const responses = await Promise.all(
      apps.map(({ id, externalId }, index) =>
        index % 2 === 0
          ? api.post(`/apps/ios/${externalId}/track`, undefined, caller)
          : api.post(competitors, { competitor_app_id: id }, caller),
      ),
    );

    expect(responses.filter(({ status }) => status === 422)).toHaveLength(9);
    expect(await followedBy(caller)).toBe(3);
  });

  it("[LIM-11] are those of the user alone", async () => {
    const { api, third } = await world();
    const other = await setUp({ followedAppsPerUser: 3 });

    expect((await api.post(`/apps/ios/${third.externalId}/track`, undefined, other.caller)).status).toBe(204);
    expect(await followedBy(other.caller)).toBe(1);
  });
});

describe("an import", () => {
  it.each([
    [3, 202],
    [2, 422],
  ])("[LIM-12] of three apps by a user who may follow %i tracks all or none: %i", async (most, status) => {
    const { db, caller, ids, path } = await publisherWithApps(database().db, 3);
    const api = createApi(db, { followedAppsPerUser: most });

    const response = await api.post(path, { external_ids: ids }, caller);

    expect(response.status).toBe(status);
    expect(await followedBy(caller)).toBe(status === 202 ? 3 : 0);
    expect(api.sent).toHaveLength(status === 202 ? 3 : 0);
    if (status === 422) {
      const message = "One user cannot follow more than 2 apps, tracked ones and competitors.";
      expect(response.body.errors).toEqual({ external_ids: [message] });
    }
  });

  it("[LIM-12] of apps that the user follows already is possible, however many they follow", async () => {
    const { db, caller, ids, path } = await publisherWithApps(database().db, 3);
    const api = createApi(db, { followedAppsPerUser: 2 });
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id)
      SELECT ${caller.user.id}, id FROM apps WHERE external_id = ANY (${`{${ids.join(",")}}`}::text[])`);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);
  });
});
