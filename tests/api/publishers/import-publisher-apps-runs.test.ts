import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { syncStatuses } from "../../../db/schema/syncs.ts";
import { local } from "../../../infra/aws/local-stages.ts";
import type { SyncQueues } from "../../../lib/queues/work-queues.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import type { App } from "../../support/factories.ts";
import { fakeHit } from "../../support/fake-store-records.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { createPipeline, syncItems } from "../../support/pipeline.ts";
import { publisherWithApps, runsOf, traces } from "./publisher-with-apps.ts";

const database = useClockedDatabase();
/** The requests of these tests have the machine's clock. */
beforeEach(async () => {
  await emptyTables(database().db, syncStatuses);
  await database().db.clock.moveTo(Date.now());
});

/** The run that an app had before the import. */
async function giveRun(
  app: App | undefined,
  run: Pick<typeof syncStatuses.$inferInsert, "status" | "cooldownUntil"> & { purpose?: "on_demand" },
) {
  if (app === undefined) throw new Error("There is no such app.");
  await database()
    .db.insert(syncStatuses)
    .values({
      appId: app.id,
      runId: crypto.randomUUID(),
      purpose: "tracked",
      queuedAt: new Date(),
      ...run,
    });
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe("POST /publishers/{platform}/{external_id}/import", () => {
  it("sets the progress of each queued run to none of all its items", async () => {
    const { db, api, caller, apps, ids, path } = await publisherWithApps(database().db, 2);
    await giveRun(apps[0], { status: "failed" });
    await db.execute(
      sql`UPDATE sync_statuses SET progress_done = 40, progress_total = 99 WHERE app_id = ${apps[0]?.id}`,
    );

    await api.post(path, { external_ids: ids }, caller);

    for (const id of nonEmpty(ids)) {
      const { body } = await api.get(`/apps/ios/${id}/sync-status`, caller);
      expect(body.data).toMatchObject({ status: "queued", progress: { done: 0, total: syncItems.ios } });
    }
  });

  it("promotes a run that waits in the scheduled queue, and starts one after a failure or a cool-down", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(database().db, 3);
    await giveRun(apps[0], { status: "queued" });
    await giveRun(apps[1], { status: "failed" });
    await giveRun(apps[2], { status: "completed", cooldownUntil: minutesFromNow(-1) });
    const before = await runsOf(database().db, apps);

    await api.post(path, { external_ids: ids }, caller);

    const after = await runsOf(database().db, apps);
    expect(after.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(after.map(({ run_id }, index) => run_id === before[index]?.run_id)).toEqual([true, false, false]);
    expect(api.sent.map(({ message }) => message.runId).toSorted()).toEqual(
      after.map(({ run_id }) => run_id).toSorted(),
    );
  });

  it("queues an app that was just synced for the end of its own cool-down", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(database().db, 3);
    await giveRun(apps[0], { status: "completed", cooldownUntil: minutesFromNow(9) });
    await giveRun(apps[2], { status: "completed", cooldownUntil: minutesFromNow(3) });
    const before = await runsOf(database().db, apps);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    const after = await runsOf(database().db, apps);
    expect(after.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(after.filter(({ run_id }) => before.some((run) => run.run_id === run_id))).toEqual([]);
    const waits = await database().db.execute<{ minutes: number }>(sql`
      SELECT round(coalesce(extract(epoch FROM resume_after - clock_timestamp()), 0) / 60)::int AS minutes
      FROM sync_statuses WHERE app_id IN (${sql.join(
        apps.map(({ id }) => sql`${id}`),
        sql`, `,
      )}) ORDER BY app_id`);
    expect(waits.map(({ minutes }) => minutes)).toEqual([9, 0, 3]);
    expect(api.sent.map(({ message }) => message.runId)).toEqual([after[1]?.run_id]);
  });

  it("imports apps whose runs are active or queued on demand, and keeps those runs", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(database().db, 2);
    await giveRun(apps[0], { status: "processing" });
    await giveRun(apps[1], { status: "queued", purpose: "on_demand" });
    const before = await runsOf(database().db, apps);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    expect(await runsOf(database().db, apps)).toEqual(before);
    expect(api.sent).toEqual([]);
    expect(await traces(database().db, apps)).toEqual({ tracked: 2, tagged: 2, runs: 2 });
  });

  it("starts one run and sends one message per app for simultaneous imports in any order", async () => {
    const { db, api, apps, ids, path } = await publisherWithApps(database().db, 12);
    await giveRun(apps[0], { status: "queued" });
    await giveRun(apps[1], { status: "failed" });
    const callers = await Promise.all(Array.from({ length: 8 }, () => createCaller(db)));

    const responses = await Promise.all(
      callers.map((caller, index) =>
        api.post(path, { external_ids: index % 2 === 0 ? ids : ids.toReversed() }, caller),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(callers.map(() => 202));
    expect(api.sent.map(({ message }) => message.appId).toSorted((a, b) => a - b)).toEqual(apps.map(({ id }) => id));
    expect(new Set(api.sent.map(({ message }) => message.runId))).toEqual(
      new Set((await runsOf(database().db, apps)).map(({ run_id }) => run_id)),
    );
    expect((await traces(database().db, apps)).tracked).toBe(12 * 8);
  });

  it("succeeds while syncs write the apps and a list of the store discovers them", async () => {
    const { db } = database();
    const { api, caller, publisher, apps, ids, path } = await publisherWithApps(db, 30);
    const found = apps.map(({ externalId }) => ({
      ...fakeHit(externalId, { name: "Listed" }),
      rating: null,
      rating_count: null,
    }));
    api.stores.ios.scriptPublisherApps(publisher.externalId, "us", { found }, { found: found.toReversed() });
    for (const app of apps) api.stores.ios.sell({ externalId: app.externalId, countries: ["us"] });
    // The store takes all syncs at once, as that of the local stage.
    const pipeline = createPipeline(db, api.stores.ios, { settings: { stores: local.stores } });
    for (const app of apps) await pipeline.start(app.id);

    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => api.post(path, { external_ids: ids }, caller)),
      ...Array.from({ length: 4 }, () => api.get(path.replace("/import", "/store-apps"), caller)),
      ...pipeline.sent.map(async ({ message }) => ({ status: await pipeline.deliver(message) })),
    ]);

    const statuses = Map.groupBy(responses, ({ status }) => status);
    expect([...statuses].map(([status, of]) => [status, of.length])).toEqual([
      [202, 4],
      [200, 4],
      ["completed", 30],
    ]);
  });

  it("succeeds when the queue cannot be reached: the runs wait in the database", async () => {
    const { db, caller, apps, ids, path } = await publisherWithApps(database().db, 2);
    const queues: SyncQueues = { send: () => Promise.reject(new Error("no queue")) };
    const api = createApi(db, { queues });

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    expect((await runsOf(database().db, apps)).map(({ status }) => status)).toEqual(["queued", "queued"]);
    expect(api.logged).toContainEqual(expect.objectContaining({ level: "warn", event: "sync.message.unsent" }));
  });
});
