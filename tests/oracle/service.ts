import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { chartTurns } from "../../db/schema/charts.ts";
import { expressTurns, sweepTurns } from "../../db/schema/sweeps.ts";
import { countries } from "../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../db/seeds/store-categories.ts";
import { prod } from "../../infra/aws/stages.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { wirePipeline } from "../../lib/wiring/pipeline.ts";
import { connectTo } from "../bench/economy/service.ts";
import { createApi } from "../support/api.ts";
import type { ClockedDb } from "../support/database.ts";
import { createDelivery, isOfCharts, takeAnyDue } from "../support/delivery.ts";
import { silentLog } from "../support/silent-log.ts";
import { prodSettings } from "../support/stage-settings.ts";

const INVOCATION_MS = 90_000;
const invocation = { remainingMs: () => INVOCATION_MS };
const MINUTE_MS = 60_000;
/** The time is longer than any delay of a queue and than a class of requests pauses after a 403. */
const IDLE_MINUTES = 45;
/** The time is long enough for a sync that was late on the day before, and so is due late. */
const MINUTES_MIN = 300;
const MINUTES_MAX = 13 * 60;

/** The minutes between the ticks of each schedule of `prod`. */
const TICK_MINUTES = 5;
const DUE_SYNCS_MINUTES = 15;

export type Service = ReturnType<typeof createService>;

/** The whole service as deployed, with the settings of `prod`: API, schedules and consumers share a virtual clock. */
export function createService(db: ClockedDb, simulator: StoreSimulator, seed: number) {
  const { clock } = db;
  const random = seededRandom(seed);
  const delivery = createDelivery(clock);
  const settings = prodSettings({ charts: { dailyCountries: [] } });
  // Quick retries wait in real time, so their delay is the shortest possible.
  const connect = connectTo({ db, clock, simulator, stage: prod, random: () => 0 });
  const ports = {
    db,
    log: silentLog,
    measure: () => undefined,
    now: clock.now,
    random,
    newId: randomUUID,
    sleep: (ms: number) => clock.moveTo(clock.ms() + ms),
    countries,
    categories,
    connect,
    queues: delivery.queues,
  };
  const pipeline = wirePipeline(ports, settings);
  const api = createApi(db, {
    now: clock.now,
    queues: delivery.queues.syncs,
    chartQueues: delivery.queues.charts,
    chartSettings: settings.charts,
    // One user makes the requests that thousands would make.
    requestsPerMinute: 1_000_000,
  });
  const tick = { correlationId: "oracle" };

  async function runTicks(minute: number): Promise<void> {
    await pipeline.sweepStorefronts(tick);
    if (minute % DUE_SYNCS_MINUTES === 0) await pipeline.startDueSyncs(tick);
    await pipeline.sweepSyncs(tick);
    await pipeline.sweepCharts(tick);
  }

  /** Delivers the messages that are due by a time, earliest first. Returns how many these were. */
  async function deliverUntil(ms: number): Promise<number> {
    for (let delivered = 0; ; delivered += 1) {
      const next = takeAnyDue(delivery, ms);
      if (next === undefined) return delivered;
      const { at, message } = next;
      await clock.moveTo(Math.max(clock.ms(), at));
      if (isOfCharts(message)) await pipeline.consumeChart(message, invocation);
      else await pipeline.consumeSync(message, invocation);
    }
  }

  return {
    api,
    /** Begins a run at a time, in milliseconds since 1970, with the messages that were sent before. */
    async start(ms: number): Promise<void> {
      await clock.moveTo(ms);
      await createMissingPartitions(db, clock.now());
    },
    /**
     * Lets schedules and consumers work until nothing is left for an hour. It calls `watch` after every five minutes of
     * work, and returns the minutes that all this took.
     */
    async runUntilIdle(watch: () => Promise<void>): Promise<number> {
      const startMs = clock.ms();
      let idleMinutes = 0;
      let minute = 0;
      while (minute < MINUTES_MAX && (idleMinutes < IDLE_MINUTES || minute < MINUTES_MIN)) {
        await runTicks(minute);
        minute += TICK_MINUTES;
        const delivered = await deliverUntil(startMs + minute * MINUTE_MS);
        await clock.moveTo(startMs + minute * MINUTE_MS);
        idleMinutes = delivered === 0 ? idleMinutes + TICK_MINUTES : 0;
        if (delivered > 0) await watch();
      }
      return minute;
    },
  };
}

/** Resets the turns of a database that was created at another time. */
export async function forgetTurns(db: ClockedDb): Promise<void> {
  const at = db.clock.now();
  await db.update(sweepTurns).set({ nextPlannedAt: at });
  await db.update(expressTurns).set({ nextPlannedAt: at });
  await db.update(chartTurns).set({ nextPlannedAt: at, nextRequestedAt: at });
}

/** Makes the process and new sessions of the database use a time zone. */
export async function setTimeZone(db: ClockedDb, zone: string): Promise<void> {
  process.env.TZ = zone;
  await db.execute(sql`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET timezone = ${sql.raw(`''${zone}''`)}', current_database());
  END $$`);
}
