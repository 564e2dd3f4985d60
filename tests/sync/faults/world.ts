import { sql } from "drizzle-orm";

import { chartDays, chartFetches } from "../../../db/schema/charts.ts";
import { storefrontControls } from "../../../db/schema/controls.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import type { Db } from "../../../db/statement.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { SyncPurpose } from "../../../lib/domain/sync-phase.ts";
import { syncQueueMessageSchema } from "../../../lib/queues/messages.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";
import { wirePipeline } from "../../../lib/wiring/pipeline.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import type { ClockedDb, TestDb } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore, type FakeStore } from "../../support/fake-store.ts";
import { createEffects, type Fault } from "../../support/faults/effects.ts";
import { createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { createTimedQueue } from "../../support/faults/timed-queue.ts";
import { letAnHourPass } from "../../support/pass-time.ts";
import { createPipeline, knowTopApp, type Pipeline, type PipelineOverrides } from "../../support/pipeline.ts";
import { changeSettings, type SettingsChange } from "../../support/stage-settings.ts";
import { DAY_MS, noonMs } from "../../support/sweep-world.ts";

/** Ticks after which a run must have ended, wherever it was disturbed. */
const TICKS_MAX = 12;

/**
 * Runs that request all by themselves: on Google Play also those of users, on the App Store those of the schedule, of
 * apps that were synced so long ago that they wait for no sweep.
 */
const purposes = { ios: "tracked", android: "on_demand" } as const satisfies Record<Platform, SyncPurpose>;
const LONG_AGO_MS = 3 * DAY_MS;

let lastId = 60_000;

type WorldOverrides = Pick<PipelineOverrides, "remainingMs"> & { readonly db?: Db };

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One app, its store and its queue at noon. A message waits until it is delivered, and comes back when it fails. */
export async function createWorld(db: ClockedDb, platform: Platform, overrides: WorldOverrides = {}) {
  lastId += 1;
  const externalId = String(lastId);
  await db.clock.moveTo(noonMs);
  await emptyTables(db, storeBudgets, storefrontControls, chartDays, chartFetches);
  const store = createFakeStore(platform);
  await knowTopApp(db, platform);
  const app = await createApp(db, { platform, externalId, lastSyncedAt: new Date(noonMs - LONG_AGO_MS) });
  const effects = createEffects();
  let callsBefore = 0;

  const { send, waiting, everSent, awaitDelivery, deliverWaiting } = createTimedQueue(db.clock);
  const queue = effects.calls({ send });
  const pipeline = createPipeline(db, effects.calls(store), {
    db: effects.db(db),
    countries: fewCountries,
    queues: { syncs: queue, sweeps: queue, express: queue },
    ...overrides,
  });
  const {
    receive,
    deliver: deliverNow,
    errors,
  } = createWorker(pipeline, {}, { ...overrides, nextProcess: effects.revive });
  const resend = () => effects.attempt(() => pipeline.resend());
  const deliver = async (body: string) => {
    await awaitDelivery(body);
    return deliverNow(body);
  };

  return {
    db,
    app,
    store,
    effects,
    pipeline,
    awaitDelivery,
    receive,
    deliver,
    errors,
    everSent,
    waiting,
    /** From here on, effects are counted and disturbed. */
    begin: (fault?: Fault) => {
      effects.begin(fault);
      callsBefore = store.calls.length;
    },
    callsBefore: () => callsBefore,
    sellIn: (
      countries: readonly string[],
      records: Omit<Parameters<FakeStore["sell"]>[0], "externalId" | "countries"> = {},
    ) => store.sell({ externalId, countries, ...records }),
    /** A client without a response repeats its request. */
    request: async () => {
      const start = () => pipeline.start(app.id, purposes[platform]);
      if (!(await effects.attempt(start))) await start();
    },
    resend,
    /** Delivers, and lets time pass and sweeps, until the run has ended. */
    settle: async () => {
      for (let ticks = 0; ticks <= TICKS_MAX; ticks += 1) {
        await deliverWaiting(deliver);
        if (await hasEnded(db, app.id)) return;
        await letAnHourPass(db, app.id);
        await resend();
      }

      throw new Error(`The run of app ${app.id} had not ended after ${TICKS_MAX} ticks.`, { cause: errors });
    },
  };
}

/** Requests the sync of an app that every storefront but one has. */
export async function requestSync(db: ClockedDb, platform: Platform = "ios", overrides: WorldOverrides = {}) {
  const world = await createWorld(db, platform, overrides);
  world.sellIn(everywhere.filter((code) => code !== "ca"));
  await world.request();
  return world;
}

/** Runs such a sync to its end. */
export async function settledSync(...request: Parameters<typeof requestSync>) {
  const world = await requestSync(...request);
  await world.settle();
  return world;
}

type Changed = { readonly db?: Db; readonly connector?: StoreConnector; readonly settings?: SettingsChange };

/** The consumer of a sync queue, with what one worker has of its own. */
export function createWorker(
  { ports, settings, platform }: Pipeline,
  { db = ports.db, connector = ports.connect(), settings: change = {} }: Changed = {},
  invocations: Parameters<typeof createQueueConsumer>[2] = {},
) {
  const own = { ...ports, db, connect: () => connector };
  const { consumeSync } = wirePipeline(own, changeSettings(settings, change));
  return createQueueConsumer(
    syncQueueMessageSchema().refine((message) => message.platform === platform),
    (message, invocation) => consumeSync(message, invocation),
    invocations,
  );
}

async function hasEnded(db: TestDb, appId: number): Promise<boolean> {
  const rows = await db.execute(sql`SELECT 1 FROM sync_statuses WHERE app_id = ${appId} AND lease_until IS NULL
    AND status IN ('completed', 'failed') AND coalesce(next_retry_at > clock_timestamp(), true)
    AND NOT EXISTS (SELECT 1 FROM due_reports WHERE due_reports.app_id = sync_statuses.app_id)`);
  return rows.length > 0;
}
