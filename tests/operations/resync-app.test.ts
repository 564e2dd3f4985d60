import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { resyncApp } from "../../lib/operations/resync-app.ts";
import type { SyncMessage } from "../../lib/queues/messages.ts";
import type { SyncQueueKey } from "../../lib/queues/sync-queues.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { findStored } from "../support/stored.ts";

const database = useDatabase();

async function createWorld() {
  const { db } = database();
  const sent: { readonly queue: SyncQueueKey; readonly message: SyncMessage }[] = [];
  const queues = {
    send: async (queue: SyncQueueKey, messages: readonly SyncMessage[]) =>
      void sent.push(...messages.map((message) => ({ queue, message }))),
  };
  const app = await createApp(db, { platform: "android" });
  const deps = { db, queues, newId: randomUUID, now: () => new Date() };
  const start = (purpose: "tracked" | "on_demand") =>
    startSync(deps, { appId: app.id, platform: "android", purpose, correlationId: "test" });
  const resync = () => resyncApp(deps, { platform: "android", external_id: app.externalId });
  return { db, app, sent, start, resync };
}

describe("resync-app", () => {
  it("starts a sync on the on-demand queue, though the cool-down of the last one lasts", async () => {
    const { db, app, sent, start, resync } = await createWorld();
    await start("on_demand");
    await db.execute(sql`UPDATE sync_statuses SET status = 'completed', completed_at = now(),
      cooldown_until = now() + interval '10 minutes' WHERE app_id = ${app.id}`);
    expect(await start("on_demand")).toBe("cooling_down");
    sent.length = 0;

    expect(await resync()).toEqual({ platform: "android", external_id: app.externalId, sync: "started" });
    expect(sent).toMatchObject([
      { queue: { purpose: "on_demand", platform: "android" }, message: { appId: app.id, phase: "identity" } },
    ]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", cooldown_until: null });
  });

  it("lets a sync go on that is under way", async () => {
    const { db, app, sent, start, resync } = await createWorld();
    await start("on_demand");
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing' WHERE app_id = ${app.id}`);
    sent.length = 0;

    expect(await resync()).toMatchObject({ sync: "running" });
    expect(sent).toEqual([]);
  });

  it("puts a sync on the on-demand queue that still waits in the scheduled one", async () => {
    const { sent, start, resync } = await createWorld();
    await start("tracked");

    expect(await resync()).toMatchObject({ sync: "promoted" });
    expect(sent.map(({ queue }) => queue.purpose)).toEqual(["tracked", "on_demand"]);
  });

  it("refuses an app that the service does not know", async () => {
    const { db } = database();
    const deps = { db, queues: { send: () => Promise.reject(new Error()) }, newId: randomUUID, now: () => new Date() };

    await expect(resyncApp(deps, { platform: "ios", external_id: "404" })).rejects.toThrow(
      "The service knows no ios app 404.",
    );
  });
});
