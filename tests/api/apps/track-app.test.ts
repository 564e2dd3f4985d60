import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const now = new Date("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function rowsOf(appId: number) {
  const [row] = await database().db.execute(sql`
    SELECT (SELECT count(*)::int FROM tracked_apps WHERE app_id = ${appId}) AS tracked,
      (SELECT count(*)::int FROM followed_apps WHERE app_id = ${appId}) AS followed`);
  return row;
}

describe("POST /apps/{platform}/{external_id}/track", () => {
  it("makes the caller track the app, and returns 204 without a body", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);

    const response = await api.post(`/apps/ios/${app.externalId}/track`, undefined, caller);

    expect([response.status, response.text]).toEqual([204, undefined]);
    const { body } = await api.get("/apps", caller);
    expect(body.data).toMatchObject([{ id: app.id, is_tracked: true }]);
  });

  it("tracks the app once and starts one sync for many simultaneous requests", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const path = `/apps/ios/${app.externalId}/track`;

    const responses = await Promise.all(Array.from({ length: 10 }, () => api.post(path, undefined, caller)));

    for (const { status } of nonEmpty(responses)) expect(status).toBe(204);
    expect(await rowsOf(app.id)).toEqual({ tracked: 1, followed: 1 });
    expect(api.sent).toHaveLength(1);
  });

  it.each([
    ["never synced", null, 1],
    ["stale", hoursAgo(25), 1],
    ["fresh", hoursAgo(23), 0],
  ])("queues an on-demand sync of an app that was %s: %s", async (_case, lastSyncedAt, messages) => {
    const { db, api, caller } = await setUp({ now: () => now });
    const app = await createApp(db, { lastSyncedAt });

    await api.post(`/apps/ios/${app.externalId}/track`, undefined, caller);

    expect(api.sent.map(({ queue, message }) => ({ queue, appId: message.appId }))).toEqual(
      Array(messages).fill({ queue: { purpose: "on_demand", platform: "ios" }, appId: app.id }),
    );
  });

  it("[APP-1 ERR-8] returns 404 for an unknown app, and for one of the other platform, and creates none", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);

    for (const address of ["ios/404404404", `android/${app.externalId}`]) {
      expect((await api.post(`/apps/${address}/track`, undefined, caller)).status).toBe(404);
    }
    expect([api.sent, await rowsOf(app.id)]).toEqual([[], { tracked: 0, followed: 0 }]);
  });
});
