import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { deleteUnfollowedApps } from "../../../db/queries/runs/followed-apps.ts";
import { createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

/** An app that the caller and somebody else track, both with the same competitor. */
async function world() {
  const { db, api, caller } = await setUp();
  const other = await createCaller(db);
  const [app, rival] = [await createApp(db), await createApp(db)];
  for (const { user } of [caller, other]) {
    await track(db, { userId: user.id, appId: app.id });
    await addCompetitor(db, { userId: user.id, appId: app.id, competitorAppId: rival.id });
  }
  const path = `/apps/ios/${app.externalId}`;
  return { db, api, caller, other, app, rival, path };
}

/** Returns which of the apps are followed after the daily upkeep, some hours later. */
async function followedLater(...ids: readonly number[]): Promise<readonly unknown[]> {
  const { db } = database();
  await db.execute(sql`UPDATE followed_apps SET followed_at = followed_at - interval '2 hours'`);
  await deleteUnfollowedApps(db, { after: 0 });
  const rows = await db.execute(sql`SELECT app_id FROM followed_apps ORDER BY app_id`);
  return ids.map((id) => rows.some((row) => row.app_id === id));
}

describe("DELETE /apps/{platform}/{external_id}/track", () => {
  it("ends the caller's tracking with the competitors of the app, and nobody else's", async () => {
    const { db, api, caller, other, app, rival, path } = await world();
    const parent = await createApp(db);
    const kept = await addCompetitor(db, { userId: caller.user.id, appId: parent.id, competitorAppId: app.id });

    const response = await api.delete(`${path}/track`, caller);

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect((await api.get("/apps", caller)).body.data).toEqual([]);
    expect((await api.get(`${path}/competitors`, caller)).body.data).toEqual([]);
    expect((await api.get(`/apps/ios/${parent.externalId}/competitors`, caller)).body.data).toMatchObject([
      { id: kept },
    ]);
    expect((await api.get("/apps", other)).body.data).toMatchObject([{ id: app.id }]);
    expect((await api.get(`${path}/competitors`, other)).body.data).toMatchObject([{ competitor_app_id: rival.id }]);
  });

  it("leaves an app among the followed ones until nobody follows it", async () => {
    const { api, caller, other, app, rival, path } = await world();

    await api.delete(`${path}/track`, caller);
    expect(await followedLater(app.id, rival.id)).toEqual([true, true]);
    await api.delete(`${path}/track`, other);
    expect(await followedLater(app.id, rival.id)).toEqual([false, false]);
  });

  it("follows an app again that is tracked again", async () => {
    const { api, caller, other, app, path } = await world();
    for (const each of [caller, other]) await api.delete(`${path}/track`, each);
    await followedLater();

    await api.post(`${path}/track`, undefined, caller);

    expect(await followedLater(app.id)).toEqual([true]);
  });

  it("returns 204 for an app that the caller does not track", async () => {
    const { db, api, path } = await world();
    const stranger = await createCaller(db);

    const statuses = await Promise.all(Array.from({ length: 5 }, () => api.delete(`${path}/track`, stranger)));

    expect(statuses.map(({ status }) => status)).toEqual(Array(5).fill(204));
  });

  it("[APP-1 ERR-8] returns 404 for an unknown app and for one of the other platform, and ends no tracking", async () => {
    const { api, caller, app } = await world();

    for (const address of ["ios/404404404", `android/${app.externalId}`]) {
      expect((await api.delete(`/apps/${address}/track`, caller)).status).toBe(404);
    }
    expect((await api.get("/apps", caller)).body.data).toMatchObject([{ id: app.id }]);
  });
});
