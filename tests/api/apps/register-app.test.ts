import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { syncStatuses } from "../../../db/schema/syncs.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp } from "../../support/factories.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const now = new Date("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function trackers(appId: number): Promise<number> {
  const rows = await database().db.execute(sql`SELECT 1 FROM tracked_apps WHERE app_id = ${appId}`);
  return rows.length;
}

describe("POST /apps", () => {
  it("makes the caller track an app that is in the database", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, {
      platform: "android",
      externalId: `com.${crypto.randomUUID()}`.replaceAll("-", "_"),
    });

    const response = await api.post("/apps", { platform: "android", external_id: app.externalId }, caller);

    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({ id: app.id, external_id: app.externalId, is_tracked: true });
    expect((await api.get("/apps", caller)).body.data).toMatchObject([response.body.data]);
  });

  it("is idempotent, for simultaneous requests too", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const body = { platform: "ios", external_id: app.externalId };

    const responses = await Promise.all(Array.from({ length: 10 }, () => api.post("/apps", body, caller)));

    for (const { status } of nonEmpty(responses)) expect(status).toBe(201);
    expect(await trackers(app.id)).toBe(1);
    expect(api.sent).toHaveLength(1);
  });

  it("[APP-7] rejects an app that is not in the database", async () => {
    const { api, caller } = await setUp();

    const response = await api.post("/apps", { platform: "ios", external_id: "999999999" }, caller);

    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ external_id: ["App not found. Search the store first to discover it."] });
    expect(api.sent).toEqual([]);
  });

  it("[APP-1 APP-7] looks for the app on its own platform only", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "ios" });

    const response = await api.post("/apps", { platform: "android", external_id: app.externalId }, caller);

    expect(response.status).toBe(422);
  });

  it.each([
    ["never synced", null, 1],
    ["stale", hoursAgo(25), 1],
    ["fresh", hoursAgo(23), 0],
    ["fresh, by a clock a little ahead", hoursAgo(-0.1), 0],
    ["synced before the calendar was set back", hoursAgo(-41 * 24), 1],
  ])("queues an on-demand sync of an app that was %s: %s", async (_case, lastSyncedAt, messages) => {
    const { db, api, caller } = await setUp({ now: () => now });
    const app = await createApp(db, { lastSyncedAt });

    await api.post("/apps", { platform: "ios", external_id: app.externalId }, caller);

    expect(api.sent).toHaveLength(messages);
    for (const { queue, message } of api.sent) {
      expect(queue).toEqual({ purpose: "on_demand", platform: "ios" });
      expect(message).toMatchObject({ appId: app.id, phase: "identity" });
    }
  });

  it("queues the sync for the end of the cool-down when a run has just completed", async () => {
    const { db, api, caller } = await setUp({ now: () => now });
    await emptyTables(db, syncStatuses);
    const app = await createApp(db, { lastSyncedAt: hoursAgo(25) });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, cooldown_until)
      VALUES (${app.id}, gen_random_uuid(), 'tracked', 'completed', now(), ${hoursAgo(-0.1).toISOString()}::timestamptz)`);

    await api.post("/apps", { platform: "ios", external_id: app.externalId }, caller);

    expect(api.sent.map(({ delaySeconds }) => Math.round(delaySeconds))).toEqual([360]);
    const { body } = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);
    expect(body.data).toMatchObject({ status: "queued", starts_at: "2026-03-10T12:06:00Z" });
  });

  it("succeeds when the queue cannot be reached: the resend schedule sends the message later", async () => {
    const { db, api, caller } = await setUp({ queues: { send: () => Promise.reject(new Error("no queue")) } });
    const app = await createApp(db);

    const response = await api.post("/apps", { platform: "ios", external_id: app.externalId }, caller);

    expect(response.status).toBe(201);
    const [row] = await db.execute<{ status: string }>(sql`SELECT status FROM sync_statuses WHERE app_id = ${app.id}`);
    expect(row?.status).toBe("queued");
    expect(api.logged).toContainEqual(expect.objectContaining({ level: "warn", event: "sync.message.unsent" }));
    expect(api.measured).toEqual([{ name: "MessagesUnsent", value: 1, platform: "ios" }]);
  });

  it("ignores any other field of the body", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { name: "Mine", isAvailable: true });
    const body = `{"platform":"ios","external_id":"${app.externalId}","user_id":1,"is_available":false,"name":"Yours",
      "origin_country_code":"de","discovered_from":"on_import","constructor":{"x":1}}`;

    const response = await api.post("/apps", body, caller);

    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({ name: "Mine", is_available: true });
    const [row] = await db.execute(sql`SELECT origin_country_code, discovered_from FROM apps WHERE id = ${app.id}`);
    expect(row).toEqual({ origin_country_code: "us", discovered_from: null });
  });

  it.each([
    ["external_id", { platform: "ios" }],
    ["external_id", { platform: "ios", external_id: "" }],
    ["external_id", { platform: "ios", external_id: 12 }],
    ["external_id", { platform: "ios", external_id: "a/b" }],
    ["external_id", { platform: "ios", external_id: "a".repeat(256) }],
    ["platform", { external_id: "1" }],
    ["platform", { platform: "windows", external_id: "1" }],
    ["platform", { platform: ["ios"], external_id: "1" }],
  ])("rejects a wrong %s: %j", async (field, body) => {
    const { api, caller } = await setUp();
    const response = await api.post("/apps", body, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});
