import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { insertRun } from "../../db/queries/runs/sync-runs.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { countries } from "../../db/seeds/countries.ts";
import type { Db } from "../../db/statement.ts";
import { prod } from "../../infra/aws/stages.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { resyncApp } from "../../lib/operations/resync-app.ts";
import type { SyncQueues } from "../../lib/queues/work-queues.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import { wireRequestDispatch } from "../../lib/wiring/endpoints.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createApp } from "../support/factories.ts";
import { recordedQueues } from "../support/recorded-queues.ts";
import { silentLog } from "../support/silent-log.ts";
import { findStored } from "../support/stored.ts";

const database = useDatabase();

function depsOf(db: Db, queues: SyncQueues) {
  const ports = { db, now: () => new Date(), countries, log: silentLog, measure: () => {}, queues: { syncs: queues } };
  return { db, newId: randomUUID, now: ports.now, countries, dispatch: wireRequestDispatch(ports, prod) };
}

async function createWorld() {
  const { db } = database();
  const { sent, queues } = recordedQueues();
  const app = await createApp(db, { platform: "android" });
  await emptyTables(db, syncStatuses);
  const deps = depsOf(db, queues);
  const start = async (purpose: "tracked" | "on_demand") => {
    const input = { appId: app.id, platform: "android", userId: null, isCounted: false } as const;
    if (purpose === "on_demand") return startSync({ ...deps, correlationId: "test" }, input);
    const run = { appId: app.id, runId: randomUUID(), purpose, itemsPlanned: 1, queuedOn: utcDay(new Date()) };
    return insertRun(db, { ...run, coolsDownAt: null, userId: null, isDeferred: false, correlationId: "test" });
  };
  const resync = () => resyncApp(deps, { platform: "android", external_id: app.externalId });
  return { db, app, sent, start, resync };
}

/** The same, where the app's last sync has completed just now. */
async function createCoolingWorld() {
  const world = await createWorld();
  await world.start("on_demand");
  await world.db.execute(sql`UPDATE sync_statuses SET status = 'completed', completed_at = now(),
    cooldown_until = now() + interval '9 minutes' WHERE app_id = ${world.app.id}`);
  world.sent.length = 0;
  return world;
}

describe("resync-app", () => {
  it("starts a sync on the on-demand queue at once, even during the cool-down", async () => {
    const { db, app, sent, resync } = await createCoolingWorld();

    expect(await resync()).toEqual({ platform: "android", external_id: app.externalId, sync: "started" });
    expect(sent).toMatchObject([
      {
        queue: { purpose: "on_demand", platform: "android" },
        message: { appId: app.id, phase: "identity" },
        delaySeconds: 0,
      },
    ]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", resume_after: null, cooldown_until: null });
  });

  it("starts a sync at once that waits for the cool-down", async () => {
    const { db, app, sent, start, resync } = await createCoolingWorld();
    await start("on_demand");
    const [waiting] = sent.splice(0);
    expect(waiting?.delaySeconds).toBeGreaterThan(0);

    expect(await resync()).toMatchObject({ sync: "started" });
    expect(sent).toMatchObject([
      { queue: { purpose: "on_demand" }, message: { runId: waiting?.message.runId }, delaySeconds: 0 },
    ]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", resume_after: null, cooldown_until: null });
    const rows = await db.execute(
      sql`SELECT 1 FROM sync_statuses WHERE app_id = ${app.id} AND queued_at <= clock_timestamp()`,
    );
    expect(rows).toHaveLength(1);
  });

  it("lets an active sync go on", async () => {
    const { db, app, sent, start, resync } = await createWorld();
    await start("on_demand");
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing' WHERE app_id = ${app.id}`);
    sent.length = 0;

    expect(await resync()).toMatchObject({ sync: "running" });
    expect(sent).toEqual([]);
  });

  it("moves a sync from the scheduled queue to the on-demand queue", async () => {
    const { sent, start, resync } = await createWorld();
    await start("tracked");

    expect(await resync()).toMatchObject({ sync: "promoted" });
    expect(sent.map(({ queue }) => queue.purpose)).toEqual(["on_demand"]);
  });

  it("rejects an unknown app", async () => {
    const { db } = database();
    const deps = depsOf(db, { send: () => Promise.reject(new Error()) });

    await expect(resyncApp(deps, { platform: "ios", external_id: "404" })).rejects.toThrow(
      "The service knows no ios app 404.",
    );
  });
});
