import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { syncStatuses } from "../../../db/schema/syncs.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp } from "../../support/factories.ts";
import { syncItems } from "../../support/pipeline.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const setStatus = (appId: number, assignments: string) =>
  database().db.execute(sql`UPDATE sync_statuses SET ${sql.raw(assignments)} WHERE app_id = ${appId}`);

describe("POST /apps/{platform}/{external_id}/sync", () => {
  it("[SYN-14] starts a run on the on-demand queue of the platform", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });

    const response = await api.post(`/apps/android/${app.externalId}/sync`, undefined, caller);

    expect(response.status).toBe(202);
    expect(response.body.data).toMatchObject({ app_id: app.id, status: "queued", current_step: "identity" });
    expect(api.sent).toEqual([
      {
        queue: { purpose: "on_demand", platform: "android" },
        delaySeconds: 0,
        message: expect.objectContaining({
          appId: app.id,
          runId: response.body.data.run_id,
          phase: "identity",
        }),
      },
    ]);
  });

  it.each(platforms)("counts all items of a queued run, of which none is done: %s", async (platform) => {
    const total = syncItems[platform];
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform });
    const path = `/apps/${platform}/${app.externalId}`;

    const first = await api.post(`${path}/sync`, undefined, caller);
    expect(first.body.data.progress).toEqual({ done: 0, total, by_run: 0, by_sweep: 0, pending: total });

    await setStatus(app.id, "status = 'failed', progress_done = 40, progress_total = 99");
    await api.post(`${path}/sync`, undefined, caller);
    const second = await api.get(`${path}/sync-status`, caller);
    expect(second.body.data).toMatchObject({ status: "queued", progress: { done: 0, total } });
  });

  it("starts one run for many simultaneous requests", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller)),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(responses.map(({ body }) => body.data.run_id)).size).toBe(1);
    expect(api.sent).toHaveLength(1);
  });

  it("[SYN-14] promotes a run that waits in the scheduled queue once", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const runId = crypto.randomUUID();
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at)
      VALUES (${app.id}, ${runId}, 'tracked', 'queued', 'identity', now())`);

    const first = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);
    const second = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body.data.run_id).toBe(runId);
    expect(api.sent).toEqual([
      {
        queue: { purpose: "on_demand", platform: "ios" },
        delaySeconds: 0,
        message: expect.objectContaining({ runId }),
      },
    ]);
  });

  it("returns 202 with the run that is under way", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);
    await setStatus(app.id, "status = 'processing', current_step = 'listings'");

    const response = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect(response.status).toBe(202);
    expect(response.body.data).toMatchObject({ status: "processing", current_step: "listings" });
    expect(api.sent).toHaveLength(1);
  });

  it("[SYN-17] queues one run for the end of the cool-down and returns when that is, and about when it has read everything", async () => {
    const { db } = database();
    await emptyTables(db, syncStatuses);
    const app = await createApp(db);
    const caller = await createCaller(db);
    const now = new Date("2026-05-02T01:00:00Z");
    const api = createApi(db, { now: () => now });
    const first = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);
    await setStatus(
      app.id,
      "status = 'completed', current_step = NULL, completed_at = '2026-05-02T00:59:00Z', cooldown_until = '2026-05-02T01:09:00Z'",
    );
    api.sent.length = 0;

    const during = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect(during.status).toBe(202);
    expect(during.body.data).toMatchObject({
      status: "queued",
      current_step: "identity",
      starts_at: "2026-05-02T01:09:00Z",
      completed_at: null,
    });
    expect(during.body.data.expected_at).toMatch(/^2026-05-02T01:\d\d:\d\dZ$/);
    expect(Date.parse(during.body.data.expected_at)).toBeGreaterThan(Date.parse(during.body.data.starts_at));
    expect(during.body.data.run_id).not.toBe(first.body.data.run_id);
    expect(api.sent).toMatchObject([{ message: { runId: during.body.data.run_id } }]);
    expect(Math.round(api.sent[0]?.delaySeconds ?? 0)).toBe(540);

    const again = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);
    expect(again.status).toBe(202);
    expect(again.body).toEqual(during.body);
    expect((await api.get(`/apps/ios/${app.externalId}/sync-status`, caller)).body).toEqual(during.body);
    expect(api.sent).toHaveLength(1);
  });

  it.each([
    ["after the cool-down of the last one", "status = 'completed', cooldown_until = '2026-05-02T01:09:00Z'"],
    [
      "when the calendar was set back, so that the cool-down ends too far ahead",
      "status = 'completed', cooldown_until = '2026-06-12T01:10:00Z'",
    ],
    ["after a failed one", "status = 'failed', error_message = 'store unreachable'"],
  ])("starts a run at once %s", async (_when, last) => {
    const { db, api, caller } = await setUp({ now: () => new Date("2026-05-02T01:09:00Z") });
    const app = await createApp(db);
    await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);
    await setStatus(app.id, `${last}, current_step = NULL`);
    api.sent.length = 0;

    const response = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect(response.status).toBe(202);
    expect(response.body.data).toMatchObject({ status: "queued", starts_at: null, error_message: null });
    expect(api.sent).toMatchObject([{ delaySeconds: 0, message: { runId: response.body.data.run_id } }]);
  });

  it("returns 202 when the queue cannot be reached: the run waits in the database", async () => {
    const { db, api, caller } = await setUp({ queues: { send: () => Promise.reject(new Error("no queue")) } });
    const app = await createApp(db);

    const response = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect(response.status).toBe(202);
    expect(response.body.data.status).toBe("queued");
  });

  it("returns 404 for an app that is not in the database", async () => {
    const { api, caller } = await setUp();

    expect((await api.post("/apps/ios/404404/sync", undefined, caller)).status).toBe(404);
    expect(api.sent).toEqual([]);
  });
});
