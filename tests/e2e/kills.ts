import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { local } from "../../infra/aws/local-stages.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { createPipeline } from "../support/pipeline.ts";
import { dumpApp } from "../support/stored.ts";
import { callApi } from "./fixtures/call-api.ts";
import { functionsOf } from "./fixtures/processes.ts";
import type { HostedService } from "./hosted-service.ts";

/** From the request for a sync: earlier than its first phase and later than its last on a slow machine. */
const KILL_MS_MAX = 1_500;
const SYNC_MS_MAX = 300_000;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
console.log(`kills: SEED=${seed}`);

type Hosted = {
  readonly service: () => HostedService;
  /** Starts the service on the same data. */
  readonly restart: () => Promise<void>;
  readonly dataDir: () => string;
  readonly token: () => string;
  /** At least this many times. */
  readonly points: number;
};
type Synced = { readonly platform: Platform; readonly externalId: string };

/** Tests syncs of a service whose consumers are killed, and then itself. */
export function describeKills(hosted: Hosted): void {
  describe("a sync that is killed and goes on", () => describeSyncs(hosted));
}

function describeSyncs({ service, restart, dataDir, token, points }: Hosted): void {
  const database = useClockedDatabase();
  let simulator: StoreSimulator;
  beforeAll(async () => {
    simulator = await startStoreSimulator();
    // A chart may discover an app that is synced here.
    await service().connection.db.execute(sql`DELETE FROM chart_fetches WHERE outcome IS NULL`);
  });
  afterAll(() => simulator?.stop());

  it("ends with the rows of an undisturbed run when its consumers are killed at random points", async () => {
    let killed = 0;
    // A point before the first phase kills nothing, and another follows it.
    for (let point = 0; point < points || killed === 0; point += 1) {
      const apps = await startSyncs();
      await sleep(random() * KILL_MS_MAX);
      killed += await service().killFunctions("on-demand");
      await expectUndisturbedRows(apps);
    }
  }, 900_000);

  it("ends with the rows of an undisturbed run when the whole host is killed at random points, and its functions with it", async () => {
    let interrupted = 0;
    let runs = 0;
    for (let point = 0; point < points || interrupted === 0; point += 1) {
      const apps = await startSyncs();
      await sleep(random() * KILL_MS_MAX);
      await killHost();
      await restart();
      interrupted += await countActive(service().connection.db);
      runs += apps.length;
      await expectUndisturbedRows(apps);
    }
    console.log(`kills: ${interrupted} of ${runs} runs were in the middle when the host was killed`);
  }, 900_000);

  /** Kills the host and waits for the end of its functions, where they can be seen. */
  async function killHost(): Promise<void> {
    if (process.platform !== "linux") return service().kill();
    expect(await functionsOf(dataDir())).not.toEqual([]);
    await service().kill();
    await expect.poll(() => functionsOf(dataDir())).toEqual([]);
  }

  /** Starts the first sync of an app of each store, as the on-demand endpoint does. */
  async function startSyncs(): Promise<readonly Synced[]> {
    const apps: Synced[] = [];
    for (const platform of nonEmpty(platforms)) {
      const externalId = await chooseApp(platform);
      const { db } = service().connection;
      await db.execute(sql`INSERT INTO apps (platform, external_id) VALUES (${platform}, ${externalId})`);
      const { status } = await callApi(service().url, token())("POST", `/apps/${platform}/${externalId}/sync`);
      expect(status).toBe(202);
      apps.push({ platform, externalId });
    }
    return apps;
  }

  /** Returns an app that some storefronts lack, so that availability is at stake too, and that the service does not know. */
  async function chooseApp(platform: Platform): Promise<string> {
    const known = await service().connection.db.execute<{ id: string }>(
      sql`SELECT external_id AS id FROM apps WHERE platform = ${platform}`,
    );
    const knownIds = new Set(known.map(({ id }) => id));
    const app = simulator.catalogue.apps(platform).find((one) => {
      const today = one.on(0);
      return !knownIds.has(one.externalId) && today.isAvailable("us") && today.unavailableCountries().length > 0;
    });
    if (app === undefined) throw new Error(`The ${platform} catalogue has too few apps.`);
    return app.externalId;
  }

  async function expectUndisturbedRows(apps: readonly Synced[]): Promise<void> {
    for (const app of nonEmpty(apps)) {
      const stored = await storedWhenCompleted(app);
      expect(stored, `${app.platform} ${app.externalId}, SEED=${seed}`).toEqual(await undisturbed(app));
    }
  }

  async function storedWhenCompleted({ platform, externalId }: Synced): Promise<unknown> {
    const { db } = service().connection;
    const [app] = await db.execute<{ id: number }>(
      sql`SELECT id FROM apps WHERE platform = ${platform} AND external_id = ${externalId}`,
    );
    const endsAt = Date.now() + SYNC_MS_MAX;
    while (app !== undefined && Date.now() < endsAt) {
      const [row] = await db.execute<{ status: string; is_reported: boolean }>(
        sql`SELECT status, NOT EXISTS (SELECT 1 FROM due_reports d WHERE d.app_id = s.app_id) AS is_reported
          FROM sync_statuses s WHERE app_id = ${app.id}`,
      );
      if (row?.status === "completed" && row.is_reported) return dumpApp(db, app.id);
      await sleep(100);
    }
    throw new Error(`The sync of ${externalId} did not complete within ${SYNC_MS_MAX / 1000} seconds (SEED=${seed}).`);
  }

  /** Returns the rows of the same sync in this process, with nothing in its way. */
  async function undisturbed({ platform, externalId }: Synced): Promise<unknown> {
    const { db } = database();
    const app = await createApp(db, { platform, externalId });
    const pipeline = createPipeline(db, createScraperConnector(platform, simulator), {
      settings: { ...local, sweep: { ...local.sweep, schedule: "off" } },
    });
    await pipeline.sync(app.id, "on_demand");
    return dumpApp(db, app.id);
  }
}

async function countActive(db: TestDb): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM sync_statuses WHERE status IN ('queued', 'processing')`,
  );
  return row?.n ?? 0;
}
