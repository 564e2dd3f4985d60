import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { byRun } from "../support/by-run.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createPipeline } from "../support/pipeline.ts";
import { dumpApp } from "../support/stored.ts";
import { callApi, register } from "./fixtures/call-api.ts";
import { useHost } from "./fixtures/use-host.ts";
import { startHostedService } from "./hosted-service.ts";

const POINTS = byRun({ usual: 1, long: 5 });
/** Apps of the second test begin behind those that the first may take. */
const HOST_APPS_FROM = 20;
/** From the request for a sync: earlier than its first phase and later than its last on a slow machine. */
const KILL_MS_MAX = 1_500;
const SYNC_MS_MAX = 150_000;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
console.log(`kills: SEED=${seed}`);

const database = useDatabase();
let simulator: StoreSimulator;
const { host: service, restart } = useHost(startHostedService);
let token: string;

beforeAll(async () => {
  simulator = await startStoreSimulator();
  token = await register(service().url);
});
afterAll(() => simulator?.stop());

describe("a sync that is killed and goes on", () => {
  it("ends with the rows of an undisturbed run when its consumers are killed at random points", async () => {
    let killed = 0;
    // A point before the first phase kills nothing, and another follows it.
    for (let point = 0; point < POINTS || killed === 0; point += 1) {
      const ids = await startPair(point);
      await sleep(random() * KILL_MS_MAX);
      killed += await service().killFunctions("on-demand");
      await expectUndisturbedRows(ids);
    }
  }, 900_000);

  it("ends with the rows of an undisturbed run when the whole host is killed at random points", async () => {
    let interrupted = 0;
    for (let point = 0; point < POINTS; point += 1) {
      const ids = await startPair(HOST_APPS_FROM + point);
      await sleep(random() * KILL_MS_MAX);
      await service().kill();
      await restart();
      interrupted += await countActive(service().connection.db);
      await expectUndisturbedRows(ids);
    }
    console.log(`kills: ${interrupted} of ${2 * POINTS} runs were in the middle when the host was killed`);
  }, 900_000);
});

type Pair = Readonly<Record<Platform, string>>;

/** Starts the first sync of an app of each store, as the on-demand endpoint does. */
async function startPair(index: number): Promise<Pair> {
  const pair: Pair = { ios: chooseApp("ios", index), android: chooseApp("android", index) };
  const { db } = service().connection;
  for (const platform of platforms) {
    await db.execute(
      sql`INSERT INTO apps (platform, external_id) VALUES (${platform}, ${pair[platform]}) ON CONFLICT DO NOTHING`,
    );
    const { status } = await callApi(service().url, token)("POST", `/apps/${platform}/${pair[platform]}/sync`);
    expect(status).toBe(202);
  }
  return pair;
}

/** An app that some storefronts lack, so that availability is at stake too. */
function chooseApp(platform: Platform, index: number): string {
  const apps = simulator.catalogue.apps(platform).filter((app) => {
    const today = app.on(0);
    return today.isAvailable("us") && today.unavailableCountries().length > 0;
  });
  const app = apps[index];
  if (app === undefined) throw new Error(`The ${platform} catalogue has too few apps.`);
  return app.externalId;
}

async function expectUndisturbedRows(pair: Pair): Promise<void> {
  for (const platform of platforms) {
    const stored = await storedWhenCompleted(platform, pair[platform]);
    expect(stored, `${platform} ${pair[platform]}, SEED=${seed}`).toEqual(await undisturbed(platform, pair[platform]));
  }
}

async function storedWhenCompleted(platform: Platform, externalId: string): Promise<unknown> {
  const { db } = service().connection;
  const [app] = await db.execute<{ id: number }>(
    sql`SELECT id FROM apps WHERE platform = ${platform} AND external_id = ${externalId}`,
  );
  const endsAt = Date.now() + SYNC_MS_MAX;
  while (app !== undefined && Date.now() < endsAt) {
    const [row] = await db.execute<{ status: string }>(sql`SELECT status FROM sync_statuses WHERE app_id = ${app.id}`);
    if (row?.status === "completed") return dumpApp(db, app.id);
    await sleep(100);
  }
  throw new Error(`The sync of ${externalId} did not complete within ${SYNC_MS_MAX / 1000} seconds (SEED=${seed}).`);
}

/** The same sync in this process, with nothing in its way. */
async function undisturbed(platform: Platform, externalId: string): Promise<unknown> {
  const { db } = database();
  const app = await createApp(db, { platform, externalId });
  const pipeline = createPipeline(db, createScraperConnector(platform, simulator));
  await pipeline.sync(app.id, "on_demand");
  return dumpApp(db, app.id);
}

async function countActive(db: TestDb): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM sync_statuses WHERE status IN ('queued', 'processing')`,
  );
  return row?.n ?? 0;
}
