import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { syncStatuses } from "../../../db/schema/syncs.ts";
import type { SyncQueues } from "../../../lib/queues/work-queues.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { countStatements } from "../../support/counted-statements.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp, createPublisher } from "../../support/factories.ts";
import { createPipeline } from "../../support/pipeline.ts";

const database = useDatabase();

type NewApp = Parameters<typeof createApp>[1];

/** An iOS publisher in the database with these many apps, and a caller. */
async function publisherWithApps(count: number, overrides: NewApp = {}) {
  const { db } = database();
  const publisher = await createPublisher(db, { externalId: String(Math.floor(Math.random() * 1e15)) });
  const apps: App[] = [];
  for (let index = 0; index < count; index += 1) {
    apps.push(await createApp(db, { publisherId: publisher.id, ...overrides }));
  }
  const path = `/publishers/ios/${publisher.externalId}/import`;
  return { db, api: createApi(db), caller: await createCaller(db), publisher, apps, path, ids: apps.map(idOf) };
}

const idOf = ({ externalId }: App) => externalId;
const externalIdsOf = (response: { body: { data: { external_id: string }[] } }) =>
  response.body.data.map((app) => app.external_id);

type RunRow = { readonly app_id: number; readonly run_id: string; readonly purpose: string; readonly status: string };

/** The run of each app that has one. */
const runsOf = (apps: readonly App[]) =>
  database().db.execute<RunRow>(sql`
    SELECT app_id, run_id, purpose, status FROM sync_statuses
    WHERE app_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(apps.map(({ id }) => id))}::jsonb)::int)
    ORDER BY app_id`);

/** What an import would have left behind. */
async function traces(apps: readonly App[]) {
  const { db } = database();
  const ids = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(apps.map(({ id }) => id))}::jsonb)::int)`;
  const tracked = await db.execute(sql`SELECT 1 FROM tracked_apps WHERE app_id IN ${ids}`);
  const tagged = await db.execute(sql`SELECT 1 FROM apps WHERE id IN ${ids} AND discovered_from = 'on_import'`);
  return { tracked: tracked.length, tagged: tagged.length, runs: (await runsOf(apps)).length };
}

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
  it("[PUB-13 PUB-16 PUB-17] tracks every app, marks it as on_import and queues a run on the on-demand queue", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(3);

    const response = await api.post(path, { external_ids: ids }, caller);

    expect(response.status).toBe(202);
    expect(await traces(apps)).toEqual({ tracked: 3, tagged: 3, runs: 3 });
    const runs = await runsOf(apps);
    expect(runs.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(api.sent).toEqual(
      runs.map(({ app_id, run_id }) => ({
        queue: { purpose: "on_demand", platform: "ios" },
        delaySeconds: 0,
        message: expect.objectContaining({ appId: app_id, runId: run_id, phase: "identity", hop: 0 }),
      })),
    );
  });

  it("sets the progress of each queued run to none of all its items", async () => {
    const { db, api, caller, apps, ids, path } = await publisherWithApps(2);
    await giveRun(apps[0], { status: "failed" });
    await db.execute(
      sql`UPDATE sync_statuses SET progress_done = 40, progress_total = 99 WHERE app_id = ${apps[0]?.id}`,
    );

    await api.post(path, { external_ids: ids }, caller);

    for (const id of ids) {
      const { body } = await api.get(`/apps/ios/${id}/sync-status`, caller);
      expect(body.data).toMatchObject({ status: "queued", progress: { done: 0, total: 151 } });
    }
  });

  it("returns the apps as lists do, in the requested order", async () => {
    const { api, caller, ids, path } = await publisherWithApps(4);
    const requested = [ids[2], ids[0], ids[3], ids[1]];

    const response = await api.post(path, { external_ids: requested }, caller);

    expect(externalIdsOf(response)).toEqual(requested);
    const listed = (await api.get("/apps", caller)).body.data;
    expect(response.body.data).toEqual(expect.arrayContaining(listed));
    expect(response.body.data).toMatchObject(requested.map(() => ({ is_tracked: true })));
  });

  it("[PUB-16] changes the discovery source of an app and keeps its time of discovery", async () => {
    const discoveredAt = new Date("2026-01-02T03:04:05Z");
    const { db, api, caller, apps, ids, path } = await publisherWithApps(1, {
      discoveredFrom: "on_search",
      discoveredAt,
      originCountryCode: "de",
    });

    await api.post(path, { external_ids: ids }, caller);

    const [row] = await db.execute<{ discovered: string }>(sql`
      SELECT discovered_from || ' ' || (discovered_at = ${discoveredAt.toISOString()}::timestamptz) || ' ' || origin_country_code AS discovered
      FROM apps WHERE id = ${apps[0]?.id}`);
    expect(row?.discovered).toBe("on_import true de");
  });

  it("accepts apps of the platform from any publisher or none", async () => {
    const { db, api, caller, path } = await publisherWithApps(0);
    const foreign = await createApp(db, { publisherId: (await createPublisher(db)).id });
    const external_ids = [idOf(foreign), idOf(await createApp(db))];

    expect(externalIdsOf(await api.post(path, { external_ids }, caller))).toEqual(external_ids);
  });

  it("imports a repeated id once", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(2);

    const response = await api.post(path, { external_ids: [ids[1], ids[0], ids[1]] }, caller);

    expect(response.status).toBe(202);
    expect(externalIdsOf(response)).toEqual([ids[1], ids[0]]);
    expect(await traces(apps)).toEqual({ tracked: 2, tagged: 2, runs: 2 });
    expect(api.sent).toHaveLength(2);
  });

  it("runs as many statements for fifty apps as for one", async () => {
    const { caller, ids, path } = await publisherWithApps(51);
    const counted = countStatements(database().connection);
    const api = createApi(counted.db);
    const statementsFor = async (external_ids: readonly string[]) => {
      counted.statements.length = 0;
      expect(externalIdsOf(await api.post(path, { external_ids }, caller))).toEqual(external_ids);
      return counted.statements.length;
    };

    expect(await statementsFor(ids.slice(1))).toBe(await statementsFor(ids.slice(0, 1)));
    await counted.end();
  });

  it("[PUB-14 PUB-15 ERR-14] rejects the whole import for one id that is not in the database, and names each by its index", async () => {
    const { db, api, caller, apps, ids, path } = await publisherWithApps(2);
    const android = await createApp(db, { platform: "android" });
    const external_ids = [ids[0], "404404", ids[1], idOf(android), "404404"];

    const response = await api.post(path, { external_ids }, caller);

    expect(response.status).toBe(422);
    const sentence = ["App not found. Search the store first to discover it."];
    expect(response.body.errors).toEqual({
      "external_ids.1": sentence,
      "external_ids.3": sentence,
      "external_ids.4": sentence,
    });
    expect(await traces([...apps, android])).toEqual({ tracked: 0, tagged: 0, runs: 0 });
    expect(api.sent).toEqual([]);
  });

  it.each([
    ["external_ids", {}],
    ["external_ids", { external_ids: [] }],
    ["external_ids", { external_ids: null }],
    ["external_ids", { external_ids: "1001" }],
    ["external_ids", { external_ids: { 0: "1001" } }],
    ["external_ids", { external_ids: Array.from({ length: 51 }, () => "1001") }],
    ["external_ids.1", { external_ids: ["1001", 1002] }],
    ["external_ids.0", { external_ids: [null] }],
    ["external_ids.0", { external_ids: [["1001"]] }],
    ["external_ids.2", { external_ids: ["1001", "1002", ""] }],
    ["external_ids.0", { external_ids: ["../etc"] }],
    ["external_ids.0", { external_ids: ["a\u0000b"] }],
    ["external_ids.0", { external_ids: ["a".repeat(256)] }],
  ])("[PUB-13 PUB-14 PUB-15] rejects a wrong %s: %j", async (field, body) => {
    const { api, caller, path } = await publisherWithApps(0);

    const response = await api.post(path, body, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  it("returns 404 for a publisher that is not in the database, and imports nothing", async () => {
    const { api, caller, apps, ids } = await publisherWithApps(1);

    for (const publisher of ["ios/404404", "android/Nobody", "windows/1"]) {
      const response = await api.post(`/publishers/${publisher}/import`, { external_ids: ids }, caller);
      expect(response.status).toBe(404);
    }
    expect(await traces(apps)).toEqual({ tracked: 0, tagged: 0, runs: 0 });
  });

  it("promotes a run that waits in the scheduled queue, and starts one after a failure or a cool-down", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(3);
    await giveRun(apps[0], { status: "queued" });
    await giveRun(apps[1], { status: "failed" });
    await giveRun(apps[2], { status: "completed", cooldownUntil: minutesFromNow(-1) });
    const before = await runsOf(apps);

    await api.post(path, { external_ids: ids }, caller);

    const after = await runsOf(apps);
    expect(after.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(after.map(({ run_id }, index) => run_id === before[index]?.run_id)).toEqual([true, false, false]);
    expect(api.sent.map(({ message }) => message.runId).toSorted()).toEqual(
      after.map(({ run_id }) => run_id).toSorted(),
    );
  });

  it("queues an app that was just synced for the end of its own cool-down", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(3);
    await giveRun(apps[0], { status: "completed", cooldownUntil: minutesFromNow(9) });
    await giveRun(apps[2], { status: "completed", cooldownUntil: minutesFromNow(3) });
    const before = await runsOf(apps);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    const after = await runsOf(apps);
    expect(after.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(after.filter(({ run_id }) => before.some((run) => run.run_id === run_id))).toEqual([]);
    const minutes = new Map(
      api.sent.map(({ message, delaySeconds }) => [message.runId, Math.round(delaySeconds / 60)]),
    );
    expect(after.map(({ run_id }) => minutes.get(run_id))).toEqual([9, 0, 3]);
  });

  it("imports apps whose runs are active or queued on demand, and keeps those runs", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(2);
    await giveRun(apps[0], { status: "processing" });
    await giveRun(apps[1], { status: "queued", purpose: "on_demand" });
    const before = await runsOf(apps);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    expect(await runsOf(apps)).toEqual(before);
    expect(api.sent).toEqual([]);
    expect(await traces(apps)).toEqual({ tracked: 2, tagged: 2, runs: 2 });
  });

  it("starts one run and sends one message per app for simultaneous imports in any order", async () => {
    const { db, api, apps, ids, path } = await publisherWithApps(12);
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
      new Set((await runsOf(apps)).map(({ run_id }) => run_id)),
    );
    expect((await traces(apps)).tracked).toBe(12 * 8);
  });

  it("succeeds while syncs write the apps and a list of the store discovers them", async () => {
    const { db, api, caller, publisher, apps, ids, path } = await publisherWithApps(30);
    const unknown = { publisher: null, category: { externalId: null, name: null }, iconUrl: null };
    const found = apps.map(({ externalId }) => ({
      ...unknown,
      externalId,
      name: "Listed",
      isFree: true,
      rating: null,
      ratingCount: null,
    }));
    api.stores.ios.scriptPublisherApps(publisher.externalId, "us", { found }, { found: found.toReversed() });
    for (const app of apps) api.stores.ios.sell({ externalId: app.externalId, countries: ["us"] });
    const pipeline = createPipeline(db, api.stores.ios);
    for (const app of apps) await pipeline.start(app.id);

    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => api.post(path, { external_ids: ids }, caller)),
      ...Array.from({ length: 4 }, () => api.get(path.replace("/import", "/store-apps"), caller)),
      ...pipeline.sent.map(async ({ message }) => ({ status: (await pipeline.deliver(message)).kind })),
    ]);

    const statuses = Map.groupBy(responses, ({ status }) => status);
    expect([...statuses].map(([status, of]) => [status, of.length])).toEqual([
      [202, 4],
      [200, 4],
      ["completed", 30],
    ]);
  });

  it("succeeds when the queue cannot be reached: the runs wait in the database", async () => {
    const { db, caller, apps, ids, path } = await publisherWithApps(2);
    const queues: SyncQueues = { send: () => Promise.reject(new Error("no queue")) };
    const api = createApi(db, { queues });

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);

    expect((await runsOf(apps)).map(({ status }) => status)).toEqual(["queued", "queued"]);
    expect(api.logged).toContainEqual(expect.objectContaining({ level: "warn", event: "sync.message.unsent" }));
  });
});
