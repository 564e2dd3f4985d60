import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { promoteRun } from "../../db/queries/runs/sync-runs.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline } from "../support/pipeline.ts";
import { DAY_MS } from "../support/sweep-world.ts";
import { createTrackedApp, emptyCatalogue } from "../support/tracked-apps.ts";

const database = useClockedDatabase();

describe("starting a sync", () => {
  it("starts one run for concurrent requests", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    const responses = await Promise.all(Array.from({ length: 20 }, () => pipeline.start(app.id, "on_demand")));
    expect(responses.filter((response) => response === "started")).toHaveLength(1);
    expect(responses.filter((response) => response === "running")).toHaveLength(19);
    expect(pipeline.sent).toHaveLength(1);
  });

  it("promotes a run that still waits in the scheduled queue", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id, "tracked");
    expect(await pipeline.start(app.id, "on_demand")).toBe("promoted");
    expect(pipeline.sent.map(({ queue }) => queue.purpose)).toEqual(["tracked", "on_demand"]);
    expect(new Set(pipeline.sent.map(({ message }) => message.runId)).size).toBe(1);
  });

  it("[SYN-14] promotes a scheduled run of Google Play that waits for its tokens", async () => {
    const { db } = await emptyCatalogue(database().db);
    const pipeline = createPipeline(db, createFakeStore("android"));
    const app = await createTrackedApp(db, { platform: "android" });
    await pipeline.start(app.id, "tracked");
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = 'listings',
      next_batch = '{"costs":{},"purpose":"listings"}', resume_after = clock_timestamp() + interval '1 hour'`);
    pipeline.sent.length = 0;

    expect(await pipeline.start(app.id, "on_demand")).toBe("promoted");
    expect(pipeline.sent.map(({ queue }) => queue.purpose)).toEqual(["on_demand"]);
    expect(await db.execute(sql`SELECT purpose, next_batch, resume_after FROM sync_statuses`)).toEqual([
      { purpose: "on_demand", next_batch: null, resume_after: null },
    ]);
  });

  it.each([
    { platform: "ios", step: "listings", held: "0 seconds", start: "running" },
    { platform: "android", step: "metrics", held: "0 seconds", start: "promoted" },
    { platform: "android", step: "metrics", held: "1 minute", start: "running" },
    { platform: "android", step: "reconciling", held: "0 seconds", start: "started" },
  ] as const)("[SYN-14] a scheduled run of $platform in $step with a lease of $held is $start", async (run) => {
    const { db } = await emptyCatalogue(database().db);
    const pipeline = createPipeline(db, createFakeStore(run.platform));
    const app = await createTrackedApp(db, { platform: run.platform });
    await pipeline.start(app.id, "tracked");
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = ${run.step},
      lease_token = gen_random_uuid(), lease_until = clock_timestamp() + ${run.held}::interval`);

    expect(await pipeline.start(app.id, "on_demand")).toBe(run.start);
  });

  it("leaves a scheduled run in its place if the request is deferred", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db, { platform: "android" });
    await createPipeline(db, createFakeStore("android")).start(app.id, "tracked");
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = 'metrics'`);

    expect(await promoteRun(db, { appId: app.id, isDeferred: true })).toBe(false);
    expect(await promoteRun(db, { appId: app.id, isDeferred: false })).toBe(true);
  });

  it.each(["queued", "processing"])("promotes a %s run whose rest is deferred to the whole of it", async (status) => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id, "on_demand");
    await db.execute(sql`UPDATE sync_statuses SET is_deferred = true, status = ${status}, current_step = 'metrics',
      next_batch = '{"costs":{},"purpose":"page"}'`);

    expect(await pipeline.start(app.id, "on_demand")).toBe("promoted");
    expect(
      await db.execute(sql`SELECT purpose, is_deferred, next_batch IS NULL AS is_planned_anew FROM sync_statuses`),
    ).toEqual([{ purpose: "on_demand", is_deferred: false, is_planned_anew: status === "processing" }]);
    expect(await pipeline.start(app.id, "on_demand")).toBe("running");
  });

  it("waits for the cool-down after a completed run, not after a failed one", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const waits: boolean[] = [];
    for (const status of ["completed", "failed"]) {
      const app = await createTrackedApp(db);
      await pipeline.start(app.id);
      await db.execute(sql`UPDATE sync_statuses SET status = ${status},
        cooldown_until = clock_timestamp() + interval '1 minute' WHERE app_id = ${app.id}`);
      pipeline.sent.length = 0;
      expect(await pipeline.start(app.id, "on_demand")).toBe("started");
      const [row] = await db.execute(sql`SELECT resume_after > clock_timestamp() AS waits FROM sync_statuses
        WHERE app_id = ${app.id}`);
      waits.push(row?.waits === true);
    }
    expect(waits).toEqual([true, false]);
  });

  it("begins a run without the start, the end and the next retry of the one before", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await db.execute(sql`UPDATE sync_statuses SET status = 'completed', started_at = '2026-01-01',
      completed_at = '2026-01-02', next_retry_at = '2026-01-03', cooldown_until = NULL WHERE app_id = ${app.id}`);

    expect(await pipeline.start(app.id)).toBe("started");

    const [row] = await db.execute(
      sql`SELECT status, started_at, completed_at, next_retry_at FROM sync_statuses WHERE app_id = ${app.id}`,
    );
    expect(row).toEqual({ status: "queued", started_at: null, completed_at: null, next_retry_at: null });
  });

  it("does not wait for a cool-down of the day before", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await pipeline.start(app.id);
    await db.execute(
      sql`UPDATE sync_statuses SET status = 'completed', cooldown_until = clock_timestamp() + interval '9 minutes'`,
    );
    const tomorrow = createPipeline(db, createFakeStore("ios"), { now: () => new Date(db.clock.ms() + DAY_MS) });
    expect(await tomorrow.start(app.id, "on_demand")).toBe("started");
    expect(tomorrow.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0]);
  });
});
