import { sql } from "drizzle-orm";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { connectStores } from "../../infra/local/pipeline/connect-stores.ts";
import { createVirtualPipeline } from "../../infra/local/pipeline/virtual-pipeline.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createApi } from "../support/api.ts";
import type { ClockedDb } from "../support/database.ts";
import { silentLog } from "../support/silent-log.ts";
import { prodSettings } from "../support/stage-settings.ts";

/** The time is long enough for a sync that was late on the day before, and so is due late. */
const MINUTES_MIN = 300;

export type Service = ReturnType<typeof createService>;

/** The whole service as deployed, with the settings of `prod`: API, schedules and consumers share a virtual clock. */
export function createService(db: ClockedDb, simulator: StoreSimulator, seed: number) {
  const { clock } = db;
  const settings = prodSettings({ charts: { dailyCountries: [] } });
  const shared = { db, clock, log: silentLog };
  const pipeline = createVirtualPipeline({
    ...shared,
    settings,
    connect: connectStores({ ...shared, simulator, stores: settings.stores, random: () => 0 }),
    random: seededRandom(seed),
    correlationId: "oracle",
  });
  const { queues } = pipeline.ports;
  const api = createApi(db, {
    now: clock.now,
    queues: queues.syncs,
    chartQueues: queues.charts,
    chartSettings: settings.charts,
    // One user makes the requests that thousands would make.
    requestsPerMinute: 1_000_000,
  });

  return {
    api,
    /** Begins a run at a time, in milliseconds since 1970, with the messages that were sent before. */
    async start(ms: number): Promise<void> {
      await clock.moveTo(ms);
      await createMissingPartitions(db, clock.now());
    },
    /** Lets schedules and consumers work until nothing is left, and calls `watch` after each five minutes of work. */
    runUntilIdle: (watch: () => Promise<void>) => pipeline.runUntilIdle({ minutesMin: MINUTES_MIN, watch }),
  };
}

/** Makes the process and new sessions of the database use a time zone. */
export async function setTimeZone(db: ClockedDb, zone: string): Promise<void> {
  process.env.TZ = zone;
  await db.execute(sql`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET timezone = ${sql.raw(`''${zone}''`)}', current_database());
  END $$`);
}
