import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { countStatements } from "../../support/counted-statements.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { externalIdsOf, idOf, publisherWithApps, runsOf, traces } from "./publisher-with-apps.ts";

const database = useDatabase();

describe("POST /publishers/{platform}/{external_id}/import", () => {
  it("[PUB-13 PUB-16 PUB-17] tracks every app, marks it as on_import and queues a run on the on-demand queue", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(database().db, 3);

    const response = await api.post(path, { external_ids: ids }, caller);

    expect(response.status).toBe(202);
    expect(await traces(database().db, apps)).toEqual({ tracked: 3, tagged: 3, runs: 3 });
    const runs = await runsOf(database().db, apps);
    expect(runs.map(({ purpose, status }) => [purpose, status])).toEqual(apps.map(() => ["on_demand", "queued"]));
    expect(api.sent).toEqual(
      runs.map(({ app_id, run_id }) => ({
        queue: { purpose: "on_demand", platform: "ios" },
        delaySeconds: 0,
        message: expect.objectContaining({ appId: app_id, runId: run_id, phase: "identity" }),
      })),
    );
  });

  it("returns the apps as lists do, in the requested order", async () => {
    const { api, caller, ids, path } = await publisherWithApps(database().db, 4);
    const requested = [ids[2], ids[0], ids[3], ids[1]];

    const response = await api.post(path, { external_ids: requested }, caller);

    expect(externalIdsOf(response)).toEqual(requested);
    const listed: readonly object[] = (await api.get("/apps", caller)).body.data;
    expect(listed).toEqual(
      expect.arrayContaining(response.body.data.map((app: object) => expect.objectContaining(app))),
    );
    expect(response.body.data).toMatchObject(requested.map(() => ({ is_tracked: true })));
  });

  it("[PUB-16] changes the discovery source of an app and keeps its time of discovery", async () => {
    const discoveredAt = new Date("2026-01-02T03:04:05Z");
    const { db, api, caller, apps, ids, path } = await publisherWithApps(database().db, 1, {
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
    const { db, api, caller, path } = await publisherWithApps(database().db, 0);
    const foreign = await createApp(db, { publisherId: (await createPublisher(db)).id });
    const external_ids = [idOf(foreign), idOf(await createApp(db))];

    expect(externalIdsOf(await api.post(path, { external_ids }, caller))).toEqual(external_ids);
  });

  it("imports a repeated id once", async () => {
    const { api, caller, apps, ids, path } = await publisherWithApps(database().db, 2);

    const response = await api.post(path, { external_ids: [ids[1], ids[0], ids[1]] }, caller);

    expect(response.status).toBe(202);
    expect(externalIdsOf(response)).toEqual([ids[1], ids[0]]);
    expect(await traces(database().db, apps)).toEqual({ tracked: 2, tagged: 2, runs: 2 });
    expect(api.sent).toHaveLength(2);
  });

  it("runs as many statements for fifty apps as for one", async () => {
    const { caller, ids, path } = await publisherWithApps(database().db, 51);
    const counted = countStatements(database().connection);
    const api = createApi(counted.db);
    const statementsFor = async (external_ids: readonly string[]) => {
      counted.statements.length = 0;
      expect(externalIdsOf(await api.post(path, { external_ids }, caller))).toEqual(external_ids);
      return counted.statements.length;
    };

    const forOne = await statementsFor(ids.slice(0, 1));
    expect(await statementsFor(ids.slice(1))).toBe(forOne);
    await counted.end();
  });

  it("[PUB-14 PUB-15 ERR-14] rejects the whole import for one id that is not in the database, and names each by its index", async () => {
    const { db, api, caller, apps, ids, path } = await publisherWithApps(database().db, 2);
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
    expect(await traces(database().db, [...apps, android])).toEqual({ tracked: 0, tagged: 0, runs: 0 });
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
    const { api, caller, path } = await publisherWithApps(database().db, 0);

    const response = await api.post(path, body, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  it("returns 404 for a publisher that is not in the database, and imports nothing", async () => {
    const { api, caller, apps, ids } = await publisherWithApps(database().db, 1);

    for (const publisher of ["ios/404404", "android/Nobody", "windows/1"]) {
      const response = await api.post(`/publishers/${publisher}/import`, { external_ids: ids }, caller);
      expect(response.status).toBe(404);
    }
    expect(await traces(database().db, apps)).toEqual({ tracked: 0, tagged: 0, runs: 0 });
  });
});
